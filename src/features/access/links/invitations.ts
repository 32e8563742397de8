// Invitations: staff create an account, and its owner sets it up with a link instead of a password that is passed on. A
// link works once, for seven days; a new one replaces it.

import { actionEvent, updatedEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { type Caller, type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { cancelEmails } from '../../../kernel/outbox/store.ts'
import type { Language } from '../../../kernel/schema/languages.ts'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import type { LoadContext, Operation } from '../../../kernel/store/changes/operation.ts'
import type { Query } from '../../../kernel/store/sql/statements.ts'
import {
  endExpiredLinks,
  endInvitationsOf,
  endLinksOf,
  invitationOf,
  oneTimeLinkByHash,
} from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import {
  draftInvitation,
  type InvitationDraft,
  type Inviter,
  newInvitation,
} from '../../people/new-accounts/new-invitations.ts'
import { presentUser } from '../../people/present-user.ts'
import { setUserLanguage, userObjects } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import {
  type AddPasskeyInput,
  type AddPasskeyState,
  addPasskeyOperation,
  type PasskeyAnswer,
  type PasskeySite,
  readPasskey,
} from '../passkeys/passkeys.ts'
import { hashOwnPassword } from '../password-hashing/password-queue.ts'
import { passwordProblems, setPassword } from '../passwords/passwords.ts'
import { type Device, newSession, type WithSecret } from '../sessions/sessions.ts'
import { sessionWrites } from '../sessions/sessions-store.ts'
import type { SessionRow } from '../tables.ts'
import { proveEmail } from './email-proofs.ts'
import { isOpenLink } from './reset-links.ts'

/** `expiresAt` is in epoch milliseconds. */
export type Invitation = { url: string; expiresAt: number; user: UserRow }

/** Whether an account still waits for its owner, because nobody has chosen a password or added a passkey. */
const canBeInvited = ({ passwordMustChange }: Pick<UserRow, 'passwordMustChange'>): boolean =>
  passwordMustChange

/**
 * Creates the invitation of an account and ends all earlier links. Throws `user_not_found` for an unknown ID and for an
 * account that is set up, and `protected_account` if a caller without privileges invites an admin or owner.
 */
export async function invite(
  services: Services & WithSecret,
  caller: Caller,
  { userId, ...by }: Inviter & { userId: string },
): Promise<Invitation> {
  const { url, draft } = draftInvitation(services, by)
  const made = await execute(services, caller, inviteOperation, { userId, ...draft })
  return { url, ...made }
}

type InviteState = { user: UserRow | undefined }
type InviteInput = InvitationDraft & { userId: string }

export const inviteOperation: Operation<InviteState, InviteInput, Omit<Invitation, 'url'>> = {
  name: 'invite',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, ctx, draft) {
    if (!user || !canBeInvited(user)) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && ctx.actor.level !== 'privileged') throw new Refusal('protected_account')
    const { writes, event } = newInvitation(ctx, user, draft)
    return {
      writes: [
        endExpiredLinks({ now: ctx.now }),
        endLinksOf({ userId: user.id }),
        cancelEmails({ userId: user.id, kind: 'invitation' }),
        ...writes,
      ],
      events: [event],
      answer: { expiresAt: draft.expiresAt, user },
    }
  },
}

/** Ends the invitation of an account. Throws like `invite`. */
export const revokeInvitation = (services: Services, caller: Caller, userId: string) =>
  execute(services, caller, revokeInvitationOperation, { userId })

export const revokeInvitationOperation: Operation<InviteState, { userId: string }, null> = {
  name: 'revokeInvitation',
  load: ({ platformId }, { userId }) => ({
    user: userObjects.findForChange({ platformId, by: 'id', value: userId }),
  }),
  decide({ user }, ctx) {
    if (!user) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && ctx.actor.level !== 'privileged') throw new Refusal('protected_account')
    return {
      writes: [endInvitationsOf(user.id), cancelEmails({ userId: user.id, kind: 'invitation' })],
      events: [actionEvent('user', user, 'invitation_revoked')],
      answer: null,
    }
  },
}

/** `openUntil` is the expiry of the open invitation (epoch milliseconds); undefined if there is none. */
export type InvitationState = { canBeInvited: boolean; openUntil: number | undefined }

export async function readInvitationState(
  { store, clock }: Services,
  { platform }: Caller,
  userId: string,
): Promise<InvitationState> {
  const user = await store.read(userObjects.find({ platformId: platform.id, by: 'id', value: userId }))
  if (!user || !canBeInvited(user)) return { canBeInvited: false, openUntil: undefined }
  const link = await store.read(invitationOf({ userId }))
  return { canBeInvited: true, openUntil: link && clock.now() < link.expiresAt ? link.expiresAt : undefined }
}

/** The account of a link; undefined if the link is unknown, used, revoked, or expired. Reading does not use it up. */
export async function readInvitation(
  { store, clock, secret }: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<UserRow | undefined> {
  const link = await store.read(
    oneTimeLinkByHash({ platformId: platform.id, hash: keyedHash(secret, token) }),
  )
  if (!isOpenLink(link, 'invitation', clock.now()) || link.userId === null) return undefined
  return store.read(userObjects.find({ platformId: platform.id, by: 'id', value: link.userId }))
}

/** `replaced` is the earlier session of the browser; it ends. */
export type Acceptance = {
  token: string
  /** The language of the page, for people who have not chosen one. */
  language: Language
  device: Device
  replaced: SessionRow | null
} & (
  | { names: { firstName: string; lastName: string }; password: string }
  /** A passkey instead of a password, with the name that the person gave it. */
  | { site: PasskeySite; passkey: PasskeyAnswer & { name: string } }
)

export type InvitationResult =
  /** `token` opens a session. */
  | { status: 'signed_in'; token: string; user: UserRow }
  | { status: 'refused'; problems: Problem[]; user: UserRow }
  /** The answer of the browser is invalid. */
  | { status: 'no_passkey'; user: UserRow }
  | { status: 'no_link' }

/** Sets up the account of a link with a password or a passkey, and signs in. The link cannot be used again. */
export async function acceptInvitation(
  services: Services & WithSecret,
  platform: PlatformRow,
  acceptance: Acceptance,
): Promise<InvitationResult> {
  const { token, language, device, replaced } = acceptance
  const user = await readInvitation(services, platform, token)
  if (!user) return { status: 'no_link' }
  const caller: Caller = {
    ...systemCaller(platform),
    actor: { kind: 'user', id: user.id, level: 'standard' },
  }
  let passkey: AddPasskeyInput | undefined
  let names = {}
  let passwordHash: string | null = null
  if ('password' in acceptance) {
    const { names: chosen } = acceptance
    const problems = await passwordProblems(services, caller, {
      password: acceptance.password,
      platform,
      owner: { ...user, ...chosen },
    })
    if (problems.length > 0) return { status: 'refused', problems, user }
    passwordHash = await hashOwnPassword(services, caller, acceptance.password)
    names = chosen
  } else {
    passkey = await readPasskey(services, { platform, user }, acceptance.site, acceptance.passkey)
    if (!passkey) return { status: 'no_passkey', user }
  }
  const session = newToken(services.secret)
  const accepted = await execute(services, caller, acceptInvitationOperation, {
    userId: user.id,
    linkHash: keyedHash(services.secret, token),
    names,
    passwordHash,
    passkey: passkey ?? null,
    sessionHash: session.hash,
    language: user.language ?? language,
    device,
    replaced,
  })
  return accepted ? { status: 'signed_in', token: session.token, user: accepted } : { status: 'no_link' }
}

type AcceptState = { user: UserRow | undefined; link: OneTimeLinkRow | undefined } & Partial<AddPasskeyState>
type AcceptInput = {
  userId: string
  linkHash: string
  /** The names that the person entered. */
  names: Partial<Pick<UserRow, 'firstName' | 'lastName'>>
  /** The hash of the chosen password; null for a passkey. */
  passwordHash: string | null
  passkey: AddPasskeyInput | null
  sessionHash: string
  language: Language
  device: Device
  replaced: SessionRow | null
}

const loadPasskey = (
  ctx: LoadContext,
  passkey: AddPasskeyInput | null,
): { [K in keyof AddPasskeyState]?: Query<AddPasskeyState[K]> } =>
  passkey === null ? {} : addPasskeyOperation.load(ctx, passkey)

/** Answers with the account, or null if the link or the passkey cannot be used. */
export const acceptInvitationOperation: Operation<AcceptState, AcceptInput, UserRow | null> = {
  name: 'acceptInvitation',
  load: (ctx, { userId, linkHash, passkey }) => ({
    ...loadPasskey(ctx, passkey),
    user: userObjects.findForChange({ platformId: ctx.platformId, by: 'id', value: userId }),
    link: oneTimeLinkByHash({ platformId: ctx.platformId, hash: linkHash }),
  }),
  decide({ user, link, own = [], known, spent }, ctx, input) {
    const { names, passwordHash, passkey, sessionHash, language, device, replaced } = input
    const nothing = { writes: [], events: [], answer: null }
    if (!user || user.registrationStatus === 'rejected') return nothing
    if (!isOpenLink(link, 'invitation', ctx.now) || link.userId !== user.id) return nothing
    const added = passkey && addPasskeyOperation.decide({ user, own, known, spent }, ctx, passkey)
    if (added?.answer === false) return nothing
    const named = { ...user, ...names, version: user.version + 1, updatedAt: ctx.now }
    const renamed = updatedEvent('user', named, presentUser(user), presentUser(named))
    const proof = proveEmail(ctx, renamed ? named : user)
    const next = proof.user
    return {
      writes: [
        ...proof.writes,
        // A password that was passed on must not stay valid. Nobody knows the new one.
        ...setPassword(next, passwordHash ?? ctx.newCredentials(ctx.passwordRule).passwordHash),
        setUserLanguage({ userId: user.id, language }),
        cancelEmails({ userId: user.id, kind: 'invitation' }),
        ...(replaced ? [sessionWrites.remove(replaced)] : []),
        sessionWrites.insert(newSession(ctx, user.id, sessionHash, device)),
        ...(added?.writes ?? []),
      ],
      events: [
        ...(renamed ? [renamed] : []),
        ...proof.events,
        actionEvent('user', next, 'invitation_accepted'),
        ...(added?.events ?? []),
      ],
      answer: { ...next, passwordMustChange: false },
    }
  },
}
