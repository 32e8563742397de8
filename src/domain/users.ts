// Accounts: creating, updating, deleting. Roles are changed by nothing here.
import { canonicalEmail } from '../lib/email.ts'
import { canonicalUsername } from '../lib/usernames.ts'
import type { Notice } from '../schema/problem.ts'
import {
  OwnerCreate,
  type UserBody,
  UserCreate,
  type UserCreated,
  type UserType,
  type UserUpdated,
} from '../schema/user.ts'
import { type DecideContext, type Operation, rehearse } from '../store/engine.ts'
import type { Reference } from '../store/objects.ts'
import { talksOnlySpokenBy, talksSpokenBy } from '../store/people.ts'
import type { UserRow } from '../store/tables.ts'
import { addTags } from '../store/tags.ts'
import { someOwners, type TakenUsername, takenUsernames, userObjects, usersByEmails } from '../store/users.ts'
import {
  type AccountNames,
  newAccount,
  type Provisions,
  provision,
  rehearsalProvisions,
  requireAnotherTry,
  Usernames,
  usernamesToTry,
} from './accounts.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from './creation.ts'
import { ProvisionMissing, Refusal } from './errors.ts'
import { createdEvent, deletedEvent, updatedEvent } from './history.ts'
import { hashed } from './people.ts'
import { presentUser } from './present-user.ts'
import { NOBODY, requireReference } from './references.ts'
import { isProtectedRole } from './roles.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import { requireSeen, type Seen } from './versions.ts'

type Saved = { isCreated: true; answer: UserCreated } | { isCreated: false; answer: UserUpdated }
type SaveInput = {
  /** Null for a creation without an identifier in the path. */
  reference: Reference | null
  body: UserBody
  /** Whom a creation makes. */
  kind: 'user' | 'owner'
  provisions: Provisions
  seen?: Seen
}
type SaveState = {
  user: UserRow | undefined
  emailHolders: UserRow[]
  taken: TakenUsername[]
  externalIdHolder: UserRow | undefined
}

/** POST /users and PUT /users/:param: creates an account (reference null, or ext: of nobody), or updates one. */
export const saveUser = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: UserBody,
  seen: Seen = {},
) =>
  runWithPassword(services, caller, {
    reference: reference === null ? null : requireReference(reference, 'user', 'user_not_found'),
    body,
    kind: 'user',
    provisions: {},
    seen,
  })

/** POST /users/owner. */
export const createOwner = (services: Services, caller: Caller, body: UserBody) =>
  runWithPassword(services, caller, { reference: null, body, kind: 'owner', provisions: {} })

/** Hashes a password before the transaction where an account is to be made, once a rehearsal has gone through. */
async function runWithPassword(services: Services, caller: Caller, input: SaveInput): Promise<Saved> {
  const { id: platformId, settings } = caller.platform
  const ctx = writeContext(services, caller)
  const person = namesOf(input.body)
  let provisions: Provisions = {}
  for (let tries = 1; ; tries += 1) {
    try {
      const isNew = input.reference === null || Object.keys(provisions).length > 0
      if (isNew) {
        await rehearse(services.store, saveUserOperation, ctx, {
          ...input,
          provisions: rehearsalProvisions(person),
        })
        provisions = await hashed(() => provision(services, platformId, settings.password, person))
      }
      return await services.store.run(saveUserOperation, writeContext(services, caller), {
        ...input,
        provisions,
      })
    } catch (error) {
      if (!(error instanceof ProvisionMissing)) throw error
      requireAnotherTry(tries)
      provisions = rehearsalProvisions(person)
    }
  }
}

const namesOf = ({ email, firstName, lastName, username }: UserBody): AccountNames[] =>
  email === undefined ? [] : [{ email, firstName, lastName, username }]

export const saveUserOperation: Operation<SaveState, SaveInput, Saved> = {
  name: 'saveUser',
  load: ({ platformId }, { reference, body, provisions }) => ({
    user: userObjects.findForChange(platformId, reference ?? NOBODY),
    emailHolders: usersByEmails(platformId, body.email === undefined ? [] : [canonicalEmail(body.email)]),
    taken: takenUsernames(platformId, [
      ...(body.username ? [canonicalUsername(body.username)] : []),
      ...usernamesToTry(namesOf(body), provisions),
    ]),
    externalIdHolder: userObjects.find(platformId, { by: 'external_id', value: body.externalId ?? '' }),
  }),
  decide(state, ctx, input) {
    if (!state.user) return create(state, ctx, input)
    return update(state.user, state, ctx, input)
  },
}

function create(state: SaveState, ctx: DecideContext, { reference, body, kind, provisions }: SaveInput) {
  const externalId = externalIdForCreation(reference, body, 'user_not_found')
  requireForCreation((kind === 'owner' ? OwnerCreate : UserCreate).required, body)
  const email = body.email ?? ''
  if (state.emailHolders.length > 0) throw new Refusal('email_taken')
  requireFreeExternalId(state.externalIdHolder, undefined)
  const ready = provisions[canonicalEmail(email)]
  if (!ready) throw new ProvisionMissing()
  const usernames = new Usernames(state.taken)
  if (body.username && !usernames.take(body.username)) throw new Refusal('username_taken')
  const username = body.username ?? usernames.takeFirst(ready.usernames)
  const role = kind === 'owner' ? 'owner' : roleOf(body.type)
  const started: UserRow = { ...newAccount(ctx, email, username, ready), role, externalId }
  const account: UserRow = {
    ...merge(started, { ...body, externalId }),
    registrationStatus: role === 'attendee' && !body.options?.endRegistration ? 'in_review' : 'accepted',
  }
  const errors = notApplied(account, body)
  return {
    writes: [userObjects.insert(account), ...addTags(ctx.platformId, account.tags)],
    events: [createdEvent('user', account, presentUser(account))],
    answer: {
      isCreated: true as const,
      answer: {
        code: 'ok' as const,
        message: kind === 'owner' ? 'Owner created.' : 'User created.',
        id: account.id,
        username: account.username,
        password: ready.password,
        ...errors,
      },
    },
  }
}

const roleOf = (type: UserType | undefined) => (type === 'Speaker' ? 'speaker' : 'attendee')

function update(user: UserRow, state: SaveState, ctx: DecideContext, { body, seen }: SaveInput) {
  const merged = merge(user, body)
  requireRightTo(ctx, user, merged)
  requireSeen(user, seen)
  if (state.emailHolders.some((holder) => holder.id !== user.id)) throw new Refusal('email_taken')
  const isTaken = (name: TakenUsername) => name.usernameKey === merged.usernameKey && name.userId !== user.id
  if (body.username !== undefined && state.taken.some(isTaken)) throw new Refusal('username_taken')
  requireFreeExternalId(state.externalIdHolder, user.id)
  const next = { ...merged, version: user.version + 1, updatedAt: ctx.now }
  const event = updatedEvent('user', next, presentUser(user), presentUser(next))
  const message = event ? 'User updated.' : 'Nothing to change: the user is as sent.'
  return {
    writes: event ? [userObjects.replace(next), ...addTags(ctx.platformId, body.tags ?? [])] : [],
    events: event ? [event] : [],
    answer: {
      isCreated: false as const,
      answer: { code: 'ok' as const, message, id: user.id, ...notApplied(user, body) },
    },
  }
}

/** With privilege, or as oneself. */
const mayTouchProtected = ({ actor }: DecideContext, user: UserRow) =>
  actor.level === 'privileged' || (actor.kind === 'user' && actor.id === user.id)

function requireRightTo(ctx: DecideContext, user: UserRow, next: UserRow): void {
  const changesSignIn = next.email !== user.email || next.username !== user.username
  if (changesSignIn && isProtectedRole(user.role) && !mayTouchProtected(ctx, user))
    throw new Refusal('protected_account')
}

/** What is sent replaces, member by member in socials; what is not sent stays, and so does the role. */
function merge(user: UserRow, body: UserBody): UserRow {
  const { type: _type, email, username, tags, socials, options, ...plain } = body
  const canHighlight = user.role !== 'attendee' && options?.highlight !== undefined
  const endsReview = options?.endRegistration === true && user.registrationStatus === 'in_review'
  return {
    ...user,
    ...plain,
    email: email === undefined ? user.email : email.trim(),
    emailKey: email === undefined ? user.emailKey : canonicalEmail(email),
    username: username ?? user.username,
    usernameKey: username === undefined ? user.usernameKey : canonicalUsername(username),
    tags: tags ? [...new Set(tags)] : user.tags,
    socials: { ...user.socials, ...socials },
    highlighted: canHighlight ? (options.highlight ?? false) : user.highlighted,
    registrationStatus: endsReview ? 'accepted' : user.registrationStatus,
  }
}

/** What was sent and does not apply to this account; it stops nothing. */
function notApplied(user: UserRow, { type, options }: UserBody): { errors?: Notice[] } {
  const errors: Notice[] = []
  if (type !== undefined && user.role !== roleOf(type)) {
    errors.push({
      code: 'type_not_applied',
      message: `The role of the account is ${user.role} and stays so; only the Back Office changes it.`,
      pointer: '/type',
    })
  }
  if (options?.highlight === true && user.role === 'attendee') {
    errors.push({
      code: 'highlight_not_applied',
      message: 'Only speakers can be highlighted.',
      pointer: '/options/highlight',
    })
  }
  if (options?.endRegistration === true && user.registrationStatus === 'rejected') {
    errors.push({
      code: 'end_registration_not_applied',
      message: 'The registration was rejected; only the Back Office can accept it.',
      pointer: '/options/endRegistration',
    })
  }
  return errors.length > 0 ? { errors } : {}
}

type DeleteState = { user: UserRow | undefined; owners: string[]; spokenAt: string[]; talks: string[] }

export const deleteUserOperation: Operation<DeleteState, { id: string }, { id: string }> = {
  name: 'deleteUser',
  load: ({ platformId }, { id }) => ({
    // Owners first: two deletions of owners at once lock them in the same order.
    owners: someOwners(platformId),
    user: userObjects.findForChange(platformId, { by: 'id', value: id }),
    // Locked before their speakers are counted, or two of them could leave at once.
    spokenAt: talksSpokenBy(id),
    talks: talksOnlySpokenBy(id),
  }),
  decide({ user, owners, talks }, ctx) {
    if (!user) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && !mayTouchProtected(ctx, user)) throw new Refusal('protected_account')
    if (user.role === 'owner' && owners.length < 2) throw new Refusal('last_owner')
    if (talks.length > 0) throw new Refusal('sole_speaker')
    return {
      writes: [userObjects.remove(user)],
      events: [deletedEvent('user', user, presentUser(user))],
      answer: { id: user.id },
    }
  },
}

/** Deletes an account; talks and sponsors that it was attached to lose it. */
export async function deleteUser(services: Services, caller: Caller, reference: string) {
  const found = requireReference(reference, 'user', 'user_not_found')
  const user = await services.store.read(userObjects.find(caller.platform.id, found))
  if (!user) throw new Refusal('user_not_found')
  return services.store.run(deleteUserOperation, writeContext(services, caller), { id: user.id })
}
