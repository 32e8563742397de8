// OpenID providers: their discovery documents, the address to which a browser is sent, and their information about the
// person.
import { LruMap } from 'toad-cache'
import { cleanLine, isVisible } from '../../../kernel/lib/text/characters.ts'
import { countCodePoints, isStorableText } from '../../../kernel/lib/text/text.ts'
import { ForbiddenAddress } from '../../../kernel/outbound/permitted-addresses.ts'
import { CLOCK_TOLERANCE_SECONDS, DISCOVERY_MS } from '../limits.ts'
import { type ProviderRequests, providerFetch } from './provider-requests.ts'

type Library = typeof import('openid-client')
type Configuration = import('openid-client').Configuration
type ClientAuth = import('openid-client').ClientAuth

const SCOPE = 'openid email profile'
const MAX_PROVIDERS = 200
const DISCOVERY_PATH = '/.well-known/openid-configuration'

export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string }
/** Random values that tie the provider's answer to the browser that was sent to it. */
export type OpenIdChecks = { state: string; nonce: string; verifier: string }
export type OpenIdPerson = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Reasons that people cannot sign in at a provider. */
export type ProviderReason =
  /** No response in time. */
  | 'unreachable'
  /** The address is not public, and the operator has not listed it. */
  | 'forbidden_address'
  /** No discovery document at the issuer. */
  | 'no_discovery'
  /** The discovery document names another issuer (OpenID Connect Discovery 1.0, section 4.3). */
  | 'other_issuer'
  /** The provider lacks the authorization code flow or PKCE with S256. */
  | 'unsupported'
  /** The person declined, or signed in there too late. */
  | 'denied'
  /** The provider does not accept the client: its ID, its secret, or the redirect URI. */
  | 'client_refused'
  /** A response is invalid, such as one with a wrong nonce or from another issuer. */
  | 'invalid_response'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly reason: ProviderReason
  /** A short text without secrets, such as a status or the issuer that was found. */
  readonly detail: string

  constructor(reason: ProviderReason, detail = '') {
    super(`${reason}${detail === '' ? '' : `: ${detail}`}`)
    this.reason = reason
    this.detail = detail
  }
}

export class OpenIdProviders {
  readonly #fetch
  readonly #known = new LruMap<{ configuration: Promise<Configuration>; until: number }>(MAX_PROVIDERS)

  constructor(requests: ProviderRequests) {
    this.#fetch = providerFetch(requests)
  }

  /** The address at the provider where the person signs in, and the values to check its answer with. */
  async begin(client: OpenIdClient, redirectUri: string): Promise<OpenIdChecks & { url: string }> {
    const library = await loadLibrary()
    const configuration = await this.#discover(client).catch(refuse)
    const checks = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { ...checks, url: url.href }
  }

  /**
   * The person who has signed in. `currentUrl` is the redirect URI with the parameters that the provider added. The
   * library checks the state and issuer of the answer (RFC 9207, section 2.4), and the signature, issuer, audience,
   * times, and nonce of the ID token (OpenID Connect Core 1.0, section 3.1.3.7).
   */
  async finish(client: OpenIdClient, currentUrl: string, checks: OpenIdChecks): Promise<OpenIdPerson> {
    try {
      return await this.#exchange(client, currentUrl, checks)
    } catch (error) {
      // The next attempt reads the endpoints and keys again.
      this.#known.delete(keyOf(client))
      return refuse(error)
    }
  }

  /** Reads the discovery document. Throws a ProviderError that names the problem with it. */
  async test(issuer: string): Promise<void> {
    await this.#read({ issuer, clientId: 'test', clientSecret: 'test' }).catch(refuse)
  }

  async #exchange(client: OpenIdClient, currentUrl: string, { state, nonce, verifier }: OpenIdChecks) {
    const library = await loadLibrary()
    const configuration = await this.#discover(client)
    const tokens = await library.authorizationCodeGrant(configuration, new URL(currentUrl), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    // The subject has at most 255 characters (OpenID Connect Core 1.0, section 2).
    if (!token || textOf(token.sub) !== token.sub) throw new ProviderError('invalid_response', 'sub')
    const isAskedFor =
      token.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const info = isAskedFor
      ? await library.fetchUserInfo(configuration, tokens.access_token, token.sub)
      : undefined
    return personOf(token.iss, { ...token, ...info })
  }

  #discover(client: OpenIdClient): Promise<Configuration> {
    const key = keyOf(client)
    const known = this.#known.get(key)
    if (known && Date.now() < known.until) return known.configuration
    const configuration = this.#read(client)
    this.#known.set(key, { configuration, until: Date.now() + DISCOVERY_MS })
    configuration.catch(() => this.#known.delete(key))
    return configuration
  }

  async #read({ issuer, clientId, clientSecret }: OpenIdClient): Promise<Configuration> {
    const library = await loadLibrary()
    const url = new URL(issuer)
    // Servers must support Basic (RFC 6749, section 2.3.1), but some accept the secret only in the body, and say so.
    const authenticate: ClientAuth = (server, ...request) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const method = methods.includes('client_secret_basic')
        ? library.ClientSecretBasic(clientSecret)
        : library.ClientSecretPost(clientSecret)
      method(server, ...request)
    }
    const options = {
      [library.customFetch]: this.#fetch,
      // The fetch function allows http only at addresses that the operator has listed.
      execute: [
        library.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    }
    const metadata = { [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const configuration = await library
      .discovery(url, clientId, metadata, authenticate, options)
      .catch(refuseDiscovery)
    requireSupport(configuration)
    return configuration
  }
}

/** Loaded on first use, because it would slow down every start. */
const loadLibrary = (): Promise<Library> => import('openid-client')

/** The issuer as its ID tokens contain it. People also paste the address of the discovery document. */
export const issuerOf = (text: string): string =>
  text.endsWith(DISCOVERY_PATH) ? text.slice(0, -DISCOVERY_PATH.length) : text

const keyOf = ({ issuer, clientId, clientSecret }: OpenIdClient) =>
  JSON.stringify([issuer, clientId, clientSecret])

/** Requires the features that signing in needs (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2). */
function requireSupport(configuration: Configuration): void {
  const metadata = configuration.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (typeof metadata[name] !== 'string' || !URL.canParse(metadata[name]))
      throw new ProviderError('unsupported', name)
  if (metadata.response_types_supported?.includes('code') === false)
    throw new ProviderError('unsupported', 'response_types_supported')
  if (metadata.code_challenge_methods_supported?.includes('S256') === false)
    throw new ProviderError('unsupported', 'code_challenge_methods_supported')
}

const MAX_NAME_LENGTH = 100

type Claims = Readonly<Record<string, unknown>>

/** The person in the claims (OpenID Connect Core 1.0, section 5.1). Some providers send `email_verified` as text. */
const personOf = (issuer: string, claims: Claims & { sub: string }): OpenIdPerson => ({
  issuer,
  subject: claims.sub,
  email: textOf(claims.email),
  isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
  firstName: nameOf(claims.given_name) ?? nameOf(claims.name),
  lastName: nameOf(claims.family_name),
})

/** Text that can be stored. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && isStorableText(value) && value.length <= 255
    ? value.trim()
    : null

/** A name on one line, of at most the length that a name can have. */
function nameOf(value: unknown): string | null {
  const name = cleanLine(textOf(value) ?? '').trim()
  return isVisible(name) && countCodePoints(name) <= MAX_NAME_LENGTH ? name : null
}

/** Errors caused by the client: its ID, secret, redirect URI, or scope (RFC 6749, sections 4.1.2.1 and 5.2). */
const CLIENT_ERRORS = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'invalid_scope',
  'unsupported_response_type',
])
const SERVER_ERRORS = new Set(['server_error', 'temporarily_unavailable'])

/** Throws an error with the known facts about the failure, without the content of responses. */
function refuse(error: unknown): never {
  if (error instanceof ProviderError) throw error
  const forbidden = causesOf(error).find((cause) => cause instanceof ForbiddenAddress)
  if (forbidden) throw new ProviderError('forbidden_address')
  throw new ProviderError(reasonOf(error), detailOf(error))
}

function reasonOf(error: unknown): ProviderReason {
  const answered = answeredError(error)
  if (answered !== undefined) {
    if (CLIENT_ERRORS.has(answered)) return 'client_refused'
    return SERVER_ERRORS.has(answered) ? 'unreachable' : 'denied'
  }
  const code = codeOf(error)
  // The provider wants other credentials of the client (RFC 6749, section 5.2).
  if (code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'client_refused'
  return code?.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' ? 'invalid_response' : 'unreachable'
}

/** The failure of a discovery: any response that is not a document of this issuer. */
function refuseDiscovery(error: unknown): never {
  const found = causesOf(error).find((cause) => 'cause' in cause)?.cause
  if (codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    throw new ProviderError('other_issuer', (found as { body: { issuer: string } }).body.issuer.slice(0, 200))
  if (found instanceof Response) throw new ProviderError('no_discovery', `HTTP ${found.status}`)
  if (reasonOf(error) === 'invalid_response') throw new ProviderError('no_discovery')
  return refuse(error)
}

const detailOf = (error: unknown): string => answeredError(error) ?? codeOf(error) ?? ''

/** The `error` of an OAuth response, if it has the right form (RFC 6749, section 5.2). */
function answeredError(error: unknown): string | undefined {
  const isAnswered =
    error instanceof Error &&
    'error' in error &&
    (codeOf(error) === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' || codeOf(error) === 'OAUTH_RESPONSE_BODY_ERROR')
  return isAnswered && typeof error.error === 'string' && /^[\w.-]{1,60}$/.test(error.error)
    ? error.error
    : undefined
}

/** The code of the error or of its cause. */
const codeOf = (error: unknown): string | undefined =>
  causesOf(error).flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  )[0]

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

declare module '../../../kernel/changes/services.ts' {
  interface PageServices {
    openIdProviders: OpenIdProviders
  }
}
