// Accounts: creating, updating, deleting. Roles are changed by nothing here.
import { canonicalEmail } from '../../lib/text/email.ts'
import { canonicalUsername } from '../../lib/text/usernames.ts'
import {
  OwnerCreate,
  type UserBody,
  UserCreate,
  type UserCreated,
  type UserType,
  type UserUpdated,
} from '../../schema/people/users.ts'
import type { Deleted, Notice } from '../../schema/problems.ts'
import type { Reference } from '../../store/changes/objects.ts'
import { talksOnlySpokenBy, talksSpokenBy } from '../../store/people/attached-people.ts'
import {
  someOwners,
  type TakenUsername,
  takenUsernames,
  userObjects,
  usersByEmails,
  usersByEmailsForChange,
} from '../../store/people/users.ts'
import { addTags } from '../../store/programme/tags.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { type DecideContext, type Decision, type Operation, step } from '../../store/store.ts'
import { createdEvent, deletedEvent, updatedEvent } from '../changes/change-events.ts'
import { type Asked, type AskedDeletion, type Command, execute } from '../changes/commands.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from '../changes/creation.ts'
import { ProvisionMissing, Refusal } from '../changes/errors.ts'
import { requireSeen, type Seen } from '../changes/preconditions.ts'
import { NOBODY, optionalReference, requireReference } from '../changes/references.ts'
import { belongsTo, type DeleteInput, deleted, messageOf, type Saved } from '../programme/save-with-people.ts'
import type { Caller, Services } from '../services.ts'
import { type AccountNames, newAccount, type Provisions, Usernames, usernamesToTry } from './new-accounts.ts'
import { presentUser } from './present-user.ts'
import { isProtectedRole } from './roles.ts'

type Saves = (Saved<UserCreated> & { isCreated: true }) | (Saved<UserUpdated> & { isCreated: false })
type SaveInput = {
  /** Null for a creation without an identifier in the path. */
  reference: Reference | null
  body: UserBody
  /** Whom a creation makes. */
  kind: 'user' | 'speaker' | 'owner'
  provisions: Provisions
  seen?: Seen | undefined
  /** The programme that the account is sent with: one with the e-mail and no identifier of a caller is taken for it. */
  source?: string | undefined
}
type SaveState = {
  user: UserRow | undefined
  emailHolders: UserRow[]
  taken: TakenUsername[]
  externalIdHolder: UserRow | undefined
}

/** POST /users and PUT /users/:param: creates an account (reference null, or ext: of nobody), or updates one. */
export const saveUserCommand = (asked: Asked<UserBody>): Command<Saves> =>
  commandOf({
    ...asked,
    reference: optionalReference(asked.reference, 'user', 'user_not_found'),
    kind: 'user',
  })

/** Somebody of a programme, a speaker unless the body says otherwise. */
export const savePersonCommand = (asked: Asked<UserBody> & { reference: string }): Command<Saves> =>
  commandOf({
    ...asked,
    reference: requireReference(asked.reference, 'user', 'user_not_found'),
    kind: 'speaker',
  })

/** POST /users/owner. */
export const createOwnerCommand = ({ body, seen }: Pick<Asked<UserBody>, 'body' | 'seen'>) =>
  // Without a reference nothing but a creation can come of it.
  commandOf({ reference: null, body, kind: 'owner', seen }) as Command<
    Saved<UserCreated> & { isCreated: true }
  >

const commandOf = (input: Omit<SaveInput, 'provisions'>): Command<Saves> => ({
  people: namesOf(input.body),
  step: (provisions) => step(saveUserOperation, { ...input, provisions }),
})

export const saveUser = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: UserBody,
  seen: Seen = {},
) => execute(services, caller, saveUserCommand({ reference, body, seen }))

export const createOwner = (services: Services, caller: Caller, body: UserBody) =>
  execute(services, caller, createOwnerCommand({ body }))

const namesOf = ({ email, firstName, lastName, username }: UserBody): AccountNames[] =>
  email === undefined ? [] : [{ email, firstName, lastName, username }]

export const saveUserOperation: Operation<SaveState, SaveInput, Saves> = {
  name: 'saveUser',
  load: ({ platformId }, { reference, body, provisions, source }) => ({
    user: userObjects.findForChange(platformId, reference ?? NOBODY),
    emailHolders: (source === undefined ? usersByEmails : usersByEmailsForChange)(
      platformId,
      body.email === undefined ? [] : [canonicalEmail(body.email)],
    ),
    taken: takenUsernames(platformId, [
      ...(body.username ? [canonicalUsername(body.username)] : []),
      ...usernamesToTry(namesOf(body), provisions),
    ]),
    externalIdHolder: userObjects.find(platformId, { by: 'external_id', value: body.externalId ?? '' }),
  }),
  decide(state, ctx, input) {
    const user = state.user ?? adoptable(state, input)
    return user ? update(user, state, ctx, input) : create(state, ctx, input)
  },
}

/** An account that a programme may take for the one it means: with the e-mail, and no identifier of a caller yet. */
function adoptable({ emailHolders }: SaveState, { source }: SaveInput): UserRow | undefined {
  return source === undefined ? undefined : emailHolders.find(({ externalId }) => externalId === null)
}

function create(
  state: SaveState,
  ctx: DecideContext,
  { reference, body, kind, provisions, seen, source }: SaveInput,
): Decision<Saves> {
  const externalId = externalIdForCreation(reference, body, 'user_not_found')
  requireSeen(undefined, seen)
  requireForCreation((kind === 'user' ? UserCreate : OwnerCreate).required, body)
  const email = body.email ?? ''
  if (state.emailHolders.length > 0) throw new Refusal('email_taken')
  requireFreeExternalId(state.externalIdHolder, undefined)
  const usernames = new Usernames(state.taken)
  if (body.username && !usernames.take(body.username)) throw new Refusal('username_taken')
  const ready = provisions[canonicalEmail(email)]
  if (!ready) throw new ProvisionMissing()
  const username = body.username ?? usernames.takeFirst(ready.usernames)
  const role =
    kind === 'user' ? roleOf(body.type) : kind === 'speaker' && body.type ? roleOf(body.type) : kind
  const started: UserRow = {
    ...newAccount(ctx, email, username, ready),
    role,
    announced: body.type === 'Speaker',
    externalId,
    source: source ?? null,
  }
  const account: UserRow = {
    ...merge(started, { ...body, externalId }),
    registrationStatus: role === 'attendee' && !body.options?.endRegistration ? 'in_review' : 'accepted',
  }
  return {
    writes: [userObjects.insert(account), ...addTags(ctx.platformId, account.tags)],
    events: [createdEvent('user', account, presentUser(account))],
    answer: {
      isCreated: true,
      isChanged: true,
      answer: {
        code: 'ok',
        message: kind === 'owner' ? 'Owner created.' : 'User created.',
        id: account.id,
        username: account.username,
        password: ready.password,
        ...errorsIn(notApplied(account, body)),
      },
    },
  }
}

const roleOf = (type: UserType | undefined) => (type === 'Speaker' ? 'speaker' : 'attendee')

function update(
  user: UserRow,
  state: SaveState,
  ctx: DecideContext,
  { body, seen, source: sentSource }: SaveInput,
): Decision<Saves> {
  // An account that came otherwise is updated by a programme, but never belongs to one, which could remove it.
  const source = user.source === null ? null : (sentSource ?? user.source)
  const merged = { ...merge(user, body), source }
  requireRightTo(ctx, user, merged)
  requireSeen(user, seen)
  if (state.emailHolders.some((holder) => holder.id !== user.id)) throw new Refusal('email_taken')
  const isTaken = (name: TakenUsername) => name.usernameKey === merged.usernameKey && name.userId !== user.id
  if (body.username !== undefined && state.taken.some(isTaken)) throw new Refusal('username_taken')
  requireFreeExternalId(state.externalIdHolder, user.id)
  const next = { ...merged, version: user.version + 1, updatedAt: ctx.now }
  const event = updatedEvent('user', next, presentUser(user), presentUser(next))
  const what = { isCreated: false as const, isChanged: event !== undefined }
  const message = messageOf('user', what)
  const errors = errorsIn([...(state.user ? [] : [accountAdopted(user)]), ...notApplied(user, body)])
  const answer = { ...what, answer: { code: 'ok' as const, message, id: user.id, ...errors } }
  if (!event) {
    // To which programme it belongs is told to nobody, and makes no version.
    const writes = source === user.source ? [] : [userObjects.replace({ ...user, source })]
    return { writes, events: [], answer }
  }
  return {
    writes: [userObjects.replace(next), ...addTags(ctx.platformId, body.tags ?? [])],
    events: [event],
    answer,
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
function notApplied(user: UserRow, { type, options }: UserBody): Notice[] {
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
  return errors
}

const errorsIn = (errors: Notice[]) => (errors.length > 0 ? { errors } : {})

const accountAdopted = ({ source }: UserRow): Notice => ({
  code: 'account_adopted',
  message: `An account with this e-mail and without externalId was there already, and is taken for this person.${source === null ? ' It came with no programme, and is removed with none.' : ''}`,
})

type DeleteState = { user: UserRow | undefined; owners: string[]; spokenAt: string[]; talks: string[] }

export const deleteUserOperation: Operation<DeleteState, DeleteInput, Saved<Deleted>> = {
  name: 'deleteUser',
  load: ({ platformId }, { reference }) => ({
    // Owners first: two deletions of owners at once lock them in the same order.
    owners: someOwners(platformId),
    user: userObjects.findForChange(platformId, reference),
    // Locked before their speakers are counted, or two of them could leave at once.
    spokenAt: talksSpokenBy(platformId, reference),
    talks: talksOnlySpokenBy(platformId, reference),
  }),
  decide({ user, owners, talks }, ctx, { seen, source }) {
    if (!user || !belongsTo(user, source)) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && !mayTouchProtected(ctx, user)) throw new Refusal('protected_account')
    requireSeen(user, seen)
    if (user.role === 'owner' && owners.length < 2) throw new Refusal('last_owner')
    if (talks.length > 0) throw new Refusal('sole_speaker')
    return {
      writes: [userObjects.remove(user)],
      events: [deletedEvent('user', user, presentUser(user))],
      answer: deleted('user', user),
    }
  },
}

/** Deletes an account; talks and sponsors that it was attached to lose it. */
export function deleteUserCommand({ reference, ...asked }: AskedDeletion): Command<Saved<Deleted>> {
  const input = { ...asked, reference: requireReference(reference, 'user', 'user_not_found') }
  return { people: [], step: () => step(deleteUserOperation, input) }
}

export const deleteUser = (services: Services, caller: Caller, reference: string) =>
  execute(services, caller, deleteUserCommand({ reference }))
