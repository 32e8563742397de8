// OpenID providers for tests: a certified one, and one that sends whatever a test wants.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { Page, Visitor } from './visitors.ts'

export const CLIENT_ID = 'lectern'
export const CLIENT_SECRET = 'a secret that only the provider and the platform know'

export type Claims = {
  email?: string
  email_verified?: unknown
  given_name?: string
  family_name?: string
}
export type TestProvider = {
  issuer: string
  /** The provider's information about people, by subject. */
  people: Map<string, Claims>
  /** The next person to sign in; null declines. */
  current: string | null
  [Symbol.asyncDispose](): Promise<void>
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const close = async (server: Server) => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

async function signingKey(id: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const of = { kid: id, alg: 'RS256', use: 'sig' }
  return {
    privateKey,
    privateJwk: { ...(await exportJWK(privateKey)), ...of },
    publicJwk: { ...(await exportJWK(publicKey)), ...of },
  }
}

type Stored = { uid?: string; consumed?: number }

/** The provider's storage for sessions, codes, and tokens. */
class Kept {
  readonly #kept = new Map<string, Stored>()
  upsert = async (id: string, stored: Stored) => void this.#kept.set(id, stored)
  find = async (id: string) => this.#kept.get(id)
  findByUid = async (uid: string) => [...this.#kept.values()].find((one) => one.uid === uid)
  findByUserCode = async () => undefined
  consume = async (id: string) => void Object.assign(this.#kept.get(id) ?? {}, { consumed: 1 })
  destroy = async (id: string) => void this.#kept.delete(id)
  revokeByGrantId = async () => {}
}

const SECONDS = 600
const kinds = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session']

/**
 * The provider of the package oidc-provider. It asks no questions: the person is `current`, who agrees to everything.
 */
export async function startProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  let handle: RequestListener | undefined
  const server = createServer((request, response) => handle?.(request, response))
  const issuer = await listen(server)
  const people = new Map<string, Claims>()
  const { privateJwk } = await signingKey('test')
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
    adapter: Kept,
    ttl: Object.fromEntries(kinds.map((kind) => [kind, SECONDS])),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    cookies: { keys: ['of tests'] },
    jwks: { keys: [privateJwk] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  })
  const test: TestProvider = {
    issuer,
    people,
    current: null,
    [Symbol.asyncDispose]: () => close(server),
  }
  const answer = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const finish = async () => {
      const { prompt, params, session } = await provider.interactionDetails(request, response)
      const declined = { error: 'access_denied', error_description: 'declined' }
      if (test.current === null) return provider.interactionFinished(request, response, declined)
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, { [prompt.name]: { accountId: test.current } })
      const of = { accountId: session?.accountId ?? '', clientId: params.client_id }
      const grant = new provider.Grant(of)
      grant.addOIDCScope('openid email profile')
      const grantId = await grant.save()
      return provider.interactionFinished(request, response, { consent: { grantId } })
    }
    finish().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  return test
}

/** Wrong content that a provider sends instead of the right one. */
export type Lies = {
  /** The claims of the ID token; null sends none. */
  token?: (claims: JWTPayload) => JWTPayload
  /** Signs with a key that the provider has not published. */
  hasForeignKey?: boolean
  /** Members of the discovery document. */
  metadata?: object
  /** Changes the parameters with which the browser returns. */
  callback?: (parameters: URLSearchParams) => void
  /** The status of every response. */
  status?: number
}

/** A provider that signs in Ada, with the given lies. */
export async function startLyingProvider() {
  const [own, foreign] = await Promise.all([signingKey('own'), signingKey('own')])
  const lying = {
    issuer: '',
    lies: {} as Lies,
    requests: 0,
    [Symbol.asyncDispose]: () => close(server),
  }
  let nonce = ''
  const server = createServer(async (request, response) => {
    lying.requests += 1
    const { issuer, lies } = lying
    const url = new URL(request.url ?? '/', issuer)
    const send = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (lies.status) return response.writeHead(lies.status).end()
    if (url.pathname === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...lies.metadata,
      })
    if (url.pathname === '/keys') return send({ keys: [own.publicJwk] })
    if (url.pathname === '/authorize') {
      const { searchParams: asked } = url
      nonce = asked.get('nonce') ?? ''
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a-code')
      back.searchParams.set('state', asked.get('state') ?? '')
      back.searchParams.set('iss', issuer)
      lies.callback?.(back.searchParams)
      return response.writeHead(303, { location: back.href }).end()
    }
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      ...{ iss: issuer, aud: CLIENT_ID, sub: 'ada', nonce, iat: now, exp: now + 300 },
      ...{ email: 'ada@example.org', email_verified: true },
    }
    const token = new SignJWT(lies.token?.(claims) ?? claims).setProtectedHeader({ alg: 'RS256', kid: 'own' })
    return send({
      access_token: 'an-access-token',
      token_type: 'Bearer',
      id_token: await token.sign((lies.hasForeignKey ? foreign : own).privateKey),
    })
  })
  lying.issuer = await listen(server)
  return lying
}

/** Goes to the provider, and returns the address that it redirects to, with path and query. */
export async function askProvider(visitor: Visitor, path = '/sign-in/openid'): Promise<string> {
  const start = await visitor.get(path)
  const cookies = new Map<string, string>()
  let address = start.headers.location ?? ''
  for (let hops = 0; hops < 10 && address.startsWith('http://127.0.0.1'); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    address = new URL(location, address).href
  }
  const { pathname, search } = new URL(address, 'https://own.invalid')
  return `${pathname}${search}`
}

/** Signs in at the provider and comes back. */
export const signInAtProvider = async (visitor: Visitor, path?: string): Promise<Page> =>
  visitor.get(await askProvider(visitor, path))
