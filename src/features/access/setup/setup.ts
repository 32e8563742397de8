// First-run setup: the one-time setup link, with which the first owner of a platform creates an account.

import { createdEvent } from '../../../kernel/changes/change-events.ts'
import { execute } from '../../../kernel/changes/commands.ts'
import { invalidData, type Problem } from '../../../kernel/changes/errors.ts'
import { type Services, systemCaller } from '../../../kernel/changes/services.ts'
import { keyedHash } from '../../../kernel/lib/security/api-key-format.ts'
import { newToken } from '../../../kernel/lib/security/tokens.ts'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import {
  endExpiredLinks,
  endLinksFor,
  linkWrites,
  oneTimeLinkByHash,
} from '../../people/new-accounts/links-store.ts'
import type { OneTimeLinkRow } from '../../people/new-accounts/links-tables.ts'
import { loadTakenUsernames, NewAccounts } from '../../people/new-accounts/new-accounts.ts'
import { presentUser } from '../../people/present-user.ts'
import { insertUsers, someOwners, type TakenUsername, usersByEmails } from '../../people/store.ts'
import type { UserRow } from '../../people/tables.ts'
import { changeSettingsOperation } from '../../platforms/platforms.ts'
import type { PlatformChange } from '../../platforms/schema.ts'
import { platformForChange } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { LINK_LIFETIME_MS } from '../limits.ts'
import { isOpenLink } from '../links/reset-links.ts'
import { hashOwnPassword } from '../password-hashing/password-queue.ts'
import { passwordProblems } from '../passwords/passwords.ts'
import { type Device, newSession, type WithSecret } from '../sessions/sessions.ts'
import { sessionWrites } from '../sessions/sessions-store.ts'
import type { AccountDetails } from '../sign-up/sign-up.ts'

/** A token for /setup/<token> that works once, for 24 hours; undefined if the platform has an owner. */
export async function makeSetupLink(
  services: Services & WithSecret,
  platform: PlatformRow,
): Promise<string | undefined> {
  const owners = await services.store.read(someOwners({ platformId: platform.id }))
  if (owners.length > 0) return undefined
  const { token, hash } = newToken(services.secret)
  await execute(services, systemCaller(platform), makeSetupLinkOperation, { hash })
  return token
}

/** Older links stay valid, because another node or an earlier start may have shown them. */
export const makeSetupLinkOperation: Operation<object, { hash: string }, null> = {
  name: 'makeSetupLink',
  load: () => ({}),
  decide(_state, ctx, { hash }) {
    const link: OneTimeLinkRow = {
      id: ctx.newId(),
      hash,
      platformId: ctx.platformId,
      userId: null,
      purpose: 'setup',
      createdAt: ctx.now,
      expiresAt: ctx.now + LINK_LIFETIME_MS,
    }
    return { writes: [endExpiredLinks({ now: ctx.now }), linkWrites.insert(link)], events: [], answer: null }
  },
}

/** Whether the link can be used now. Checking does not use it up. */
export async function isSetupLink(
  { store, clock, secret }: Services & WithSecret,
  platform: PlatformRow,
  token: string,
): Promise<boolean> {
  const link = await store.read(
    oneTimeLinkByHash({ platformId: platform.id, hash: keyedHash(secret, token) }),
  )
  if (!isOpenLink(link, 'setup', clock.now())) return false
  return (await store.read(someOwners({ platformId: platform.id }))).length === 0
}

export type Setup = {
  platform: Pick<PlatformChange, 'name' | 'language' | 'timezone'>
  owner: AccountDetails
  password: string
}
export type SetupResult =
  /** `token` opens a session of the new owner. */
  | { status: 'done'; token: string; ownerId: string }
  | { status: 'refused'; problems: readonly Problem[] }
  /** The link is unknown, used, or expired, or the platform has an owner by now. */
  | { status: 'no_link' }

/**
 * Saves the name, language, and time zone of the platform, creates its first owner, and signs the owner in. Uses up the
 * link.
 */
export async function completeSetup(
  services: Services & WithSecret,
  platform: PlatformRow,
  { token, setup, device }: { token: string; setup: Setup; device: Device },
): Promise<SetupResult> {
  if (!(await isSetupLink(services, platform, token))) return { status: 'no_link' }
  const caller = systemCaller(platform)
  const named = { ...platform, name: setup.platform.name ?? platform.name }
  const problems = await passwordProblems(services, caller, {
    password: setup.password,
    platform: named,
    owner: setup.owner,
  })
  if (problems.length > 0) return { status: 'refused', problems }
  const session = newToken(services.secret)
  const ownerId = await execute(services, caller, completeSetupOperation, {
    change: setup.platform,
    linkHash: keyedHash(services.secret, token),
    sessionHash: session.hash,
    device,
    person: setup.owner,
    passwordHash: await hashOwnPassword(services, caller, setup.password),
  })
  return ownerId === null ? { status: 'no_link' } : { status: 'done', token: session.token, ownerId }
}

type SetupState = {
  platform: PlatformRow | undefined
  link: OneTimeLinkRow | undefined
  owners: string[]
  holders: UserRow[]
  taken?: TakenUsername[]
}
type SetupInput = {
  person: AccountDetails
  passwordHash: string
  change: PlatformChange
  linkHash: string
  sessionHash: string
  device: Device
}

/** Answers with the ID of the owner, or null if the link cannot be used. */
export const completeSetupOperation: Operation<SetupState, SetupInput, string | null> = {
  name: 'completeSetup',
  load: (ctx, input) => ({
    // Read first and locked, so that the second of two simultaneous requests finds an owner.
    platform: platformForChange({ id: ctx.platformId }),
    link: oneTimeLinkByHash({ platformId: ctx.platformId, hash: input.linkHash }),
    owners: someOwners({ platformId: ctx.platformId }),
    holders: usersByEmails({ platformId: ctx.platformId, emailKeys: [canonicalEmail(input.person.email)] }),
    ...loadTakenUsernames(ctx, [input.person]),
  }),
  decide({ platform, link, owners, holders, taken }, ctx, input) {
    if (!isOpenLink(link, 'setup', ctx.now) || owners.length > 0)
      return { writes: [], events: [], answer: null }
    if (holders.length > 0) throw invalidData([emailTaken])
    const own = new NewAccounts(ctx, taken).createOwn(input.person, input.passwordHash)
    const owner: UserRow = { ...own, role: 'owner', language: input.change.language ?? null }
    const isZoneConfirmed = input.change.timezone !== undefined
    const change = {
      ...input.change,
      ...(platform && { firstSteps: { ...platform.settings.firstSteps, isZoneConfirmed } }),
    }
    const settings = changeSettingsOperation.decide({ platform }, ctx, { change })
    const session = newSession(ctx, owner.id, input.sessionHash, input.device)
    return {
      writes: [
        ...settings.writes,
        ...insertUsers([owner]),
        sessionWrites.insert(session),
        endLinksFor({ platformId: ctx.platformId, purpose: 'setup' }),
      ],
      events: [...settings.events, createdEvent('user', owner, presentUser(owner))],
      answer: owner.id,
    }
  },
}

const emailTaken: Problem = {
  pointer: '/email',
  code: 'email_taken',
  message: 'already belongs to an account that is not an owner; use another e-mail',
}
