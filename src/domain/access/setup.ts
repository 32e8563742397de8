// The first run: a one-time link by which the first owner of a platform makes it theirs.
import { keyedHash } from '../../lib/security/api-key-format.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import type { PlatformChange } from '../../schema/platforms/platforms.ts'
import {
  endExpiredLinks,
  endLinksFor,
  linkWrites,
  oneTimeLinkByHash,
  sessionWrites,
} from '../../store/access/sessions.ts'
import { someOwners, type TakenUsername, userObjects, usersByEmails } from '../../store/people/users.ts'
import { platformForChange } from '../../store/platforms/platforms.ts'
import type { OneTimeLinkRow, PlatformRow, UserRow } from '../../store/sql/tables.ts'
import type { Operation } from '../../store/store.ts'
import { createdEvent } from '../changes/change-events.ts'
import { invalidData, type Problem, ProvisionMissing } from '../changes/errors.ts'
import { requireAnotherTry } from '../people/new-accounts.ts'
import { presentUser } from '../people/present-user.ts'
import { changeSettingsOperation, systemCaller } from '../platforms/platforms.ts'
import { type Services, writeContext } from '../services.ts'
import { hashOwnPassword, passwordProblems } from './passwords.ts'
import { isOpenLink, LINK_LIFE_MS } from './reset-links.ts'
import { type Device, type Keeping, newSession, newToken } from './sessions.ts'
import { type Newcomer, type OwnChoice, ownAccount, takenOf, usernamesFor } from './sign-up.ts'

/** A token for /setup/<token>, good once and for a day; undefined where the platform has an owner. */
export async function makeSetupLink(
  services: Services & Keeping,
  platform: PlatformRow,
): Promise<string | undefined> {
  const owners = await services.store.read(someOwners(platform.id))
  if (owners.length > 0) return undefined
  const { token, hash } = newToken(services.secret)
  await services.store.run(makeSetupLinkOperation, writeContext(services, systemCaller(platform)), { hash })
  return token
}

/** Older links stay good: another node, or a start before this one, may have shown them. */
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
      expiresAt: ctx.now + LINK_LIFE_MS,
    }
    return { writes: [endExpiredLinks(ctx.now), linkWrites.insert(link)], events: [], answer: null }
  },
}

/** Whether the link can be used at this moment. Looking uses nothing up. */
export async function isSetupLink(
  { store, clock, secret }: Services & Keeping,
  platform: PlatformRow,
  token: string,
): Promise<boolean> {
  const link = await store.read(oneTimeLinkByHash(platform.id, keyedHash(secret, token)))
  if (!isOpenLink(link, 'setup', clock.now())) return false
  return (await store.read(someOwners(platform.id))).length === 0
}

export type Setup = {
  platform: Pick<PlatformChange, 'name' | 'timezone' | 'accent'>
  owner: Newcomer
  password: string
}
export type SetupResult =
  /** `token` opens a session of the new owner. */
  | { status: 'done'; token: string }
  | { status: 'refused'; problems: readonly Problem[] }
  /** Unknown, used or too old, or the platform has an owner by now. */
  | { status: 'no_link' }

/** Names and themes the platform, makes its first owner, and signs that owner in; the link is used up by it. */
export async function completeSetup(
  services: Services & Keeping,
  platform: PlatformRow,
  { token, setup, device }: { token: string; setup: Setup; device: Device },
): Promise<SetupResult> {
  if (!(await isSetupLink(services, platform, token))) return { status: 'no_link' }
  const named = { ...platform, name: setup.platform.name ?? platform.name }
  const problems = passwordProblems(setup.password, named, setup.owner)
  if (problems.length > 0) return { status: 'refused', problems }
  const session = newToken(services.secret)
  const input = {
    change: setup.platform,
    linkHash: keyedHash(services.secret, token),
    sessionHash: session.hash,
    device,
    person: setup.owner,
    passwordHash: await hashOwnPassword(services, platform.id, setup.password),
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const ctx = writeContext(services, systemCaller(platform))
      const usernames = usernamesFor(setup.owner)
      const isDone = await services.store.run(completeSetupOperation, ctx, { ...input, usernames })
      return isDone ? { status: 'done', token: session.token } : { status: 'no_link' }
    } catch (error) {
      if (!(error instanceof ProvisionMissing)) throw error
      requireAnotherTry(tries)
    }
  }
}

type SetupState = {
  platform: PlatformRow | undefined
  link: OneTimeLinkRow | undefined
  owners: string[]
  holders: UserRow[]
  taken: TakenUsername[]
}
type SetupInput = OwnChoice & {
  change: PlatformChange
  linkHash: string
  sessionHash: string
  device: Device
}

export const completeSetupOperation: Operation<SetupState, SetupInput, boolean> = {
  name: 'completeSetup',
  load: ({ platformId }, input) => ({
    // First and locked: of two that come together the second finds an owner.
    platform: platformForChange(platformId),
    link: oneTimeLinkByHash(platformId, input.linkHash),
    owners: someOwners(platformId),
    holders: usersByEmails(platformId, [canonicalEmail(input.person.email)]),
    taken: takenOf(platformId, input),
  }),
  decide({ platform, link, owners, holders, taken }, ctx, input) {
    if (!isOpenLink(link, 'setup', ctx.now) || owners.length > 0)
      return { writes: [], events: [], answer: false }
    if (holders.length > 0) throw invalidData([emailTaken])
    const owner: UserRow = { ...ownAccount(ctx, input, taken), role: 'owner' }
    const settings = changeSettingsOperation.decide({ platform }, ctx, { change: input.change })
    const session = newSession(ctx, owner.id, input.sessionHash, input.device)
    return {
      writes: [
        ...settings.writes,
        userObjects.insert(owner),
        sessionWrites.insert(session),
        endLinksFor(ctx.platformId, 'setup'),
      ],
      events: [...settings.events, createdEvent('user', owner, presentUser(owner))],
      answer: true,
    }
  },
}

const emailTaken: Problem = {
  pointer: '/email',
  code: 'email_taken',
  message: 'has an account already, which is no owner; take another',
}
