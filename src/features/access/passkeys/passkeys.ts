// Passkeys (WebAuthn Level 3): adding, removing, and signing in. Each use verifies the person, so it counts as both factors.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { type Caller, type Services, systemCaller } from '../../../kernel/changes/services.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { oneTimeLinkByHash } from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import { userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { MAX_PASSKEYS } from '../limits.ts'
import { type Device, openSession, type SignIn, type WithSecret } from '../sessions/sessions.ts'
import type { PasskeyRow, SessionRow } from '../tables.ts'
import { type Challenge, issueChallenge, readChallenge, spendChallenge } from './challenges.ts'
import { passkeyByCredential, passkeysOf, passkeyWrites } from './passkeys-store.ts'

const MAX_RESPONSE_LENGTH = 20_000

/** The site of the passkeys: `id` is its host name; `origin` includes the port. */
export type PasskeySite = { id: string; origin: string; browser: string }
export type PasskeyAnswer = { token: string; response: string }
type PasskeyServices = Services & WithSecret
type PasskeyOwner = { platform: PlatformRow; user: UserRow }
type Owner = Caller & PasskeyOwner

export const listPasskeys = ({ store }: Services, userId: string) => store.read(passkeysOf({ userId }))

/** The options for the browser to create a passkey, and the token that it must return. */
export async function offerPasskey(
  services: PasskeyServices,
  { platform, user }: PasskeyOwner,
  site: PasskeySite,
) {
  const scope = { platformId: platform.id, browser: site.browser, userId: user.id }
  const { challenge, token } = issueChallenge(services, scope, services.clock.now())
  const existing = await listPasskeys(services, user.id)
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: platform.name,
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, token }
}

/** Adds a passkey to the caller's account. Returns false if the answer of the browser is invalid. */
export async function addPasskey(
  services: PasskeyServices,
  caller: Owner,
  site: PasskeySite,
  answer: PasskeyAnswer & { name: string },
): Promise<boolean> {
  const input = await readPasskey(services, caller, site, answer)
  return input !== undefined && execute(services, caller, addPasskeyOperation, input)
}

/** The passkey that the browser created; undefined if its answer is invalid. */
export async function readPasskey(
  services: PasskeyServices,
  { platform, user }: PasskeyOwner,
  site: PasskeySite,
  { token, response, name }: PasskeyAnswer & { name: string },
): Promise<AddPasskeyInput | undefined> {
  const scope = { platformId: platform.id, browser: site.browser, userId: user.id }
  const challenge = readChallenge(services, scope, token, services.clock.now())
  const given = parse<RegistrationResponseJSON>(response)
  if (!challenge || !given) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: challenge.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    userId: user.id,
    challenge,
    passkey: {
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    },
  }
}

/** Loaded on first use, because the library would slow down every start. */
const loadLibrary = () => import('@simplewebauthn/server')

function parse<T>(text: string): T | undefined {
  if (text.length > MAX_RESPONSE_LENGTH) return undefined
  try {
    // The library checks every member that it reads.
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

export type AddPasskeyInput = {
  userId: string
  challenge: Challenge
  passkey: Pick<PasskeyRow, 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>
}
export type AddPasskeyState = {
  user: UserRow | undefined
  own: PasskeyRow[]
  known: PasskeyRow | undefined
  spent: OneTimeLinkRow | undefined
}

export const addPasskeyOperation: Operation<AddPasskeyState, AddPasskeyInput, boolean> = {
  name: 'addPasskey',
  load: ({ platformId }, { userId, challenge, passkey }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    own: passkeysOf({ userId }),
    known: passkeyByCredential({ platformId, credentialId: passkey.credentialId }),
    spent: oneTimeLinkByHash({ platformId, hash: challenge.hash }),
  }),
  decide({ user, own, known, spent }, ctx, { challenge, passkey }) {
    if (!user || known || spent || own.length >= MAX_PASSKEYS)
      return { writes: [], events: [], answer: false }
    const row: PasskeyRow = {
      ...passkey,
      id: ctx.newId(),
      platformId: ctx.platformId,
      userId: user.id,
      createdAt: ctx.now,
      usedAt: null,
    }
    return {
      writes: [spendChallenge(ctx, challenge), passkeyWrites.insert(row)],
      events: [actionEvent('user', user, 'passkey_added')],
      answer: true,
    }
  },
}

type ChangeInput = { userId: string; id: string; name: string | null }
type ChangeState = { user: UserRow | undefined; own: PasskeyRow[] }

/** Renames a passkey; a null name removes it. Throws `not_found` for a passkey of another account. */
export const changePasskeyOperation: Operation<ChangeState, ChangeInput, null> = {
  name: 'changePasskey',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    own: passkeysOf({ userId }),
  }),
  decide({ user, own }, _ctx, { id, name }) {
    const passkey = own.find((one) => one.id === id)
    if (!user || !passkey) throw new Refusal('not_found')
    if (name !== null)
      return { writes: [passkeyWrites.replace({ ...passkey, name })], events: [], answer: null }
    return {
      writes: [passkeyWrites.remove(passkey)],
      events: [actionEvent('user', user, 'passkey_removed')],
      answer: null,
    }
  },
}

export const changePasskey = (
  services: Services,
  caller: Owner,
  input: { id: string; name: string | null },
) => execute(services, caller, changePasskeyOperation, { userId: caller.user.id, ...input })

/** The options for the browser to sign in with any passkey of this site, and the token that it must return. */
export async function offerPasskeySignIn(
  services: PasskeyServices,
  platform: PlatformRow,
  site: PasskeySite,
) {
  const scope = { platformId: platform.id, browser: site.browser, userId: null }
  const { challenge, token } = issueChallenge(services, scope, services.clock.now())
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
  return { options, token }
}

/** Signs in with a passkey. Answers `step_expired` for an old or used challenge, and `refused` for anything else. */
export async function signInWithPasskey(
  services: PasskeyServices,
  platform: PlatformRow,
  site: PasskeySite,
  { token, response, device, replaced }: PasskeyAnswer & { device: Device; replaced: SessionRow | null },
): Promise<SignIn> {
  const scope = { platformId: platform.id, browser: site.browser, userId: null }
  const challenge = readChallenge(services, scope, token, services.clock.now())
  if (!challenge) return { status: 'step_expired' }
  const given = parse<AuthenticationResponseJSON>(response)
  const passkey =
    typeof given?.id === 'string'
      ? await services.store.read(passkeyByCredential({ platformId: platform.id, credentialId: given.id }))
      : undefined
  // The authenticator names the account of the passkey (WebAuthn Level 3, section 7.2, step 6).
  if (!given || !passkey || accountOf(given) !== passkey.userId) return { status: 'refused' }
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!verified?.verified) return { status: 'refused' }
  const user = await execute(services, systemCaller(platform), usePasskeyOperation, {
    credentialId: passkey.credentialId,
    userId: passkey.userId,
    counter: verified.authenticationInfo.newCounter,
    challenge,
  })
  if (!user) return { status: 'refused' }
  return openSession(services, platform, { user, codeStep: null, device, replaced })
}

const accountOf = ({ response }: AuthenticationResponseJSON): string | undefined =>
  typeof response?.userHandle === 'string'
    ? Buffer.from(response.userHandle, 'base64url').toString()
    : undefined

type UseInput = { credentialId: string; userId: string; counter: number; challenge: Challenge }
type UseState = {
  user: UserRow | undefined
  passkey: PasskeyRow | undefined
  spent: OneTimeLinkRow | undefined
}

/** Answers with the account, or null if the challenge was used before or the counter shows a copied authenticator. */
export const usePasskeyOperation: Operation<UseState, UseInput, UserRow | null> = {
  name: 'usePasskey',
  load: ({ platformId }, { credentialId, userId, challenge }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
    passkey: passkeyByCredential({ platformId, credentialId }),
    spent: oneTimeLinkByHash({ platformId, hash: challenge.hash }),
  }),
  decide({ user, passkey, spent }, ctx, { counter, challenge }) {
    const isCopy = passkey !== undefined && (counter > 0 || passkey.counter > 0) && counter <= passkey.counter
    if (!user || !passkey || spent || isCopy || user.registrationStatus === 'rejected')
      return { writes: [], events: [], answer: null }
    return {
      writes: [
        spendChallenge(ctx, challenge),
        passkeyWrites.replace({ ...passkey, counter, usedAt: ctx.now }),
      ],
      events: [],
      answer: user,
    }
  },
}
