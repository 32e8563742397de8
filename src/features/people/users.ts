// Accounts: creating, updating, deleting. Nothing here changes roles.

import { deletedEvent } from '../../kernel/changes/change-events.ts'
import { type DeleteRequest, executeCommand, type SaveRequest } from '../../kernel/changes/commands.ts'
import { externalIdForCreation } from '../../kernel/changes/creation.ts'
import { invalidData, Refusal, takenValue } from '../../kernel/changes/errors.ts'
import { type ImportedState, loadImported } from '../../kernel/changes/imported-values.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { NO_REFERENCE, requireUserReference } from '../../kernel/changes/references.ts'
import {
  type Change,
  decideSave,
  loadExternalIdHolder,
  type SaveInput,
  type Saving,
} from '../../kernel/changes/save.ts'
import { belongsTo, type DeleteInput, deleted, messageOf, type Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import { canonicalUsername } from '../../kernel/lib/text/usernames.ts'
import { cancelEmails } from '../../kernel/outbox/store.ts'
import type { Deleted, Notice } from '../../kernel/schema/problems.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { removeImportedValues } from '../../kernel/store/changes/imported-values.ts'
import type { UserReference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { fileUseWrites, loadFiles } from '../files/file-uses.ts'
import type { FileRow } from '../files/tables.ts'
import { addTags } from '../platforms/tags-store.ts'
import { endLinksOf } from './new-accounts/links-store.ts'
import { loadTakenUsernames, NewAccounts } from './new-accounts/new-accounts.ts'
import { invitationsOf, type WithInvitations } from './new-accounts/new-invitations.ts'
import { presentUser } from './present-user.ts'
import { areAllTaken, loadPlaces, type Places, registrationOf } from './registrations/places.ts'
import {
  OwnerCreate,
  type UserBody,
  UserCreate,
  type UserCreated,
  type UserType,
  type UserUpdated,
  userFields,
} from './schema.ts'
import {
  importedIntoUser,
  insertUsers,
  someOwners,
  type TakenUsername,
  updateUser,
  userObjects,
  usersByEmails,
  usersByEmailsForChange,
} from './store.ts'
import type { UserRow } from './tables.ts'

type Saves = (Saved<UserCreated> & { isCreated: true }) | (Saved<UserUpdated> & { isCreated: false })
type Input = SaveInput<UserBody, UserReference> &
  WithInvitations & {
    /** The kind of account to create. */
    kind: 'user' | 'speaker' | 'admin' | 'owner'
    /** Whether the owner of the account has proved that they read the new e-mail. */
    provesEmail?: true
  }
type SaveState = ImportedState &
  Places & {
    user: UserRow | undefined
    emailHolders?: UserRow[]
    taken?: TakenUsername[]
    externalIdHolder?: UserRow | undefined
    files?: FileRow[]
  }

/** POST /users and PUT /users/:param: creates an account (reference null, or an unknown ext:), or updates one. */
export const saveUserCommand = (request: SaveRequest<UserBody> & WithInvitations): Command<Saves> =>
  command(saveUserOperation, {
    ...request,
    reference: request.reference === null ? null : requireUserReference(request.reference),
    kind: 'user',
  })

/** A new admin or owner. */
export const createStaffCommand = (
  { body, invitations }: Pick<SaveRequest<UserBody>, 'body'> & WithInvitations,
  kind: 'admin' | 'owner',
): Command<Saves> => command(saveUserOperation, { reference: null, body, kind, invitations })

/** A change of one's own e-mail, which a link has proved. */
export const changeProvedEmailCommand = ({
  user: { id, version },
  email,
}: {
  user: UserRow
  email: string
}): Command<Saves> =>
  command(saveUserOperation, {
    reference: requireUserReference(id),
    body: { email },
    kind: 'user',
    precondition: { versions: [{ version }] },
    provesEmail: true,
  })

/** A person of an import: a speaker unless the body says otherwise. */
export const savePersonCommand = (request: SaveRequest<UserBody> & { reference: string }): Command<Saves> =>
  command(saveUserOperation, {
    ...request,
    reference: requireUserReference(request.reference),
    kind: 'speaker',
  })

/** POST /users/owner. */
export const createOwnerCommand = ({
  body,
  precondition,
}: Pick<SaveRequest<UserBody>, 'body' | 'precondition'>) =>
  // Without a reference, it is always a creation.
  command(saveUserOperation, { reference: null, body, kind: 'owner', precondition }) as Command<
    Saved<UserCreated> & { isCreated: true }
  >

export const saveUser = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: UserBody,
  precondition: Precondition = {},
) => executeCommand(services, caller, saveUserCommand({ reference, body, precondition }))

export const createOwner = (services: Services, caller: Caller, body: UserBody) =>
  executeCommand(services, caller, createOwnerCommand({ body }))

export const saveUserOperation: Operation<SaveState, Input, Saves> = {
  name: 'saveUser',
  load: (ctx, { reference, body, source }) => ({
    ...(body.type === 'Attendee' || body.options?.endRegistration ? loadPlaces(ctx) : {}),
    ...(body.email === undefined
      ? {}
      : {
          emailHolders: (reference?.by === 'external_id' ? usersByEmailsForChange : usersByEmails)({
            platformId: ctx.platformId,
            emailKeys: [canonicalEmail(body.email)],
          }),
        }),
    ...loadTakenUsernames(ctx, [{ ...body, email: body.email ?? '' }]),
    ...loadExternalIdHolder(userObjects, ctx, body),
    ...loadImported(importedIntoUser, ctx, { reference, source }),
    ...loadFiles(ctx.platformId, [body.avatar]),
    // Read last: on PostgreSQL, an account created in between would otherwise be seen only as the holder of its e-mail.
    user: userObjects.findForChange({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
  }),
  decide: (state, ctx, input) => decideSave(userSaving, state, ctx, input),
}

const userSaving: Saving<UserRow, SaveState, Input, Saves> = {
  kind: 'user',
  insert: (row) => insertUsers([row]),
  update: updateUser,
  shown: presentUser,
  find: (state, input) => state.user ?? findAdoptable(state, input),
  required: ({ kind }) => (kind === 'user' ? UserCreate : OwnerCreate).required,
  authorize: (user, ctx, { body }) => requireRightToChange(ctx, user, merge(user, body)),
  change: (user, state, ctx, input) =>
    user ? changeUser(user, state, ctx, input) : makeUser(state, ctx, input),
}

/** The account that gets an unknown externalId: one with the same e-mail and without an externalId. */
function findAdoptable(
  { emailHolders = [] }: SaveState,
  { reference, precondition }: Input,
): UserRow | undefined {
  // For a precondition, only what is at the path exists.
  const canAdopt = reference?.by === 'external_id' && precondition?.versions === undefined
  return canAdopt ? emailHolders.find(({ externalId }) => externalId === null) : undefined
}

function makeUser(
  { emailHolders = [], taken, files, ...places }: SaveState,
  ctx: DecideContext,
  { body, kind, source, invitations, exportedAs }: Input,
): Change<UserRow, Saves> {
  // Exported accounts can be of staff, who would become speakers.
  if (exportedAs !== undefined && body.type === undefined)
    throw invalidData([{ pointer: '/type', code: 'required', message: 'is required' }])
  if (emailHolders.length > 0) throw takenValue('email_taken', '/email')
  const newAccounts = new NewAccounts(ctx, taken)
  if (body.username && !newAccounts.takeUsername(body.username))
    throw takenValue('username_taken', '/username')
  const { account: started, password } = newAccounts.create(
    { ...body, email: body.email ?? '' },
    body.username ?? undefined,
  )
  const role = kind === 'user' || (kind === 'speaker' && body.type) ? roleOf(body.type) : kind
  if (isProtectedRole(role) && ctx.actor.level !== 'privileged') throw new Refusal('insufficient_permissions')
  const row: UserRow = {
    ...merge({ ...started, role, announced: body.type === 'Speaker', source: source ?? null }, body),
    ...(role === 'attendee' && !body.options?.endRegistration
      ? registrationOf(places, { needsReview: true })
      : { registrationStatus: 'accepted' }),
  }
  const invited = invitationsOf(ctx, [row], invitations)
  return {
    row,
    after: presentUser(row),
    dependent: {
      writes: [
        ...addTags(ctx.platformId, row.tags),
        ...fileUseWrites(files, { before: {}, after: fileUses(row), now: ctx.now }),
        ...invited.writes,
      ],
      events: invited.events,
    },
    answer: ({ id, username }) => ({
      isCreated: true,
      isChanged: true,
      response: {
        code: 'ok',
        message: kind === 'owner' ? 'Owner created.' : 'User created.',
        ...{ id, username, password },
        ...errorsIn([...notApplied(row, body), ...overCapacity(places, row)]),
      },
    }),
  }
}

const fileUses = ({ avatar }: UserRow) => ({ '/avatar': avatar })

const roleOf = (type: UserType | undefined) => (type === 'Speaker' ? 'speaker' : 'attendee')

function changeUser(
  user: UserRow,
  state: SaveState,
  ctx: DecideContext,
  { reference, body, source: sentSource, provesEmail }: Input,
): Change<UserRow, Saves> {
  // An import can update an account that no import created, but does not own it, so pruning cannot remove it.
  const source = user.source === null ? null : (sentSource ?? user.source)
  const merged = merge(user, body)
  // What others may have set up before the first proof has not ended yet.
  const isProved = provesEmail && user.emailProvedAt !== null
  const externalId = state.user ? merged.externalId : externalIdForCreation(reference, body, 'user_not_found')
  const row = { ...merged, externalId, source, emailProvedAt: isProved ? ctx.now : merged.emailProvedAt }
  if (state.emailHolders?.some((holder) => holder.id !== user.id)) throw takenValue('email_taken', '/email')
  const isTaken = (name: TakenUsername) => name.usernameKey === row.usernameKey && name.userId !== user.id
  if (body.username !== undefined && state.taken?.some(isTaken))
    throw takenValue('username_taken', '/username')
  const isNewlyAccepted = user.registrationStatus !== 'accepted' && row.registrationStatus === 'accepted'
  const refused = [...notApplied(user, body), ...(isNewlyAccepted ? overCapacity(state, row) : [])]
  return {
    row,
    before: presentUser(user),
    after: presentUser(row),
    dependent: {
      writes: [
        ...(row.emailKey === user.emailKey ? [] : endLinksOfFormerEmail(user.id)),
        ...addTags(ctx.platformId, body.tags ?? []),
        ...fileUseWrites(state.files, { before: fileUses(user), after: fileUses(row), now: ctx.now }),
      ],
    },
    answer: ({ id }, { isChanged }) => {
      const outcome = { isCreated: false as const, isChanged }
      const message = refused.length > 0 && !isChanged ? 'Nothing was changed.' : messageOf('user', outcome)
      const adopted = state.user ? [] : [accountAdopted(sentSource !== undefined && source === null)]
      const errors = errorsIn([...adopted, ...refused])
      return { ...outcome, response: { code: 'ok', message, id, ...errors } }
    },
  }
}

/** Ends the links that were sent to the former e-mail of an account, and cancels waiting ones. */
const endLinksOfFormerEmail = (userId: string) => [
  endLinksOf({ userId }),
  cancelEmails({ userId, kind: 'reset_link' }),
  cancelEmails({ userId, kind: 'sign_in_link' }),
  cancelEmails({ userId, kind: 'invitation' }),
]

/** Allows a privileged caller, or the account itself. */
const canChangeProtected = ({ actor }: DecideContext, user: UserRow) =>
  actor.level === 'privileged' || (actor.kind === 'user' && actor.id === user.id)

function requireRightToChange(ctx: DecideContext, user: UserRow, next: UserRow): void {
  const changesSignIn = next.email !== user.email || next.username !== user.username
  if (changesSignIn && isProtectedRole(user.role) && !canChangeProtected(ctx, user))
    throw new Refusal('protected_account')
}

/** Replaces the attributes that were sent; the role never changes. */
function merge(user: UserRow, body: UserBody): UserRow {
  const { email, username, options } = body
  const canHighlight = user.role === 'speaker' || options?.highlight === false
  const emailKey = email === undefined ? user.emailKey : canonicalEmail(email)
  const endsReview = options?.endRegistration === true && user.registrationStatus === 'in_review'
  return {
    ...userFields.merge(user, body),
    email: email === undefined ? user.email : email.trim(),
    emailKey,
    // A proof is about one address.
    emailProvedAt: emailKey === user.emailKey ? user.emailProvedAt : null,
    usernameKey: username === undefined ? user.usernameKey : canonicalUsername(username),
    highlighted: options?.highlight !== undefined && canHighlight ? options.highlight : user.highlighted,
    registrationStatus: endsReview ? 'accepted' : user.registrationStatus,
    waitlisted: user.waitlisted && !endsReview,
  }
}

/** Warnings about attributes that were sent but do not apply to this account. */
function notApplied(user: UserRow, { type, options }: UserBody): Notice[] {
  const errors: Notice[] = []
  if (type !== undefined && user.role !== roleOf(type)) {
    errors.push({
      code: 'type_not_applied',
      message: `The role of the account is still ${user.role}. Only the Back Office can change it.`,
      pointer: '/type',
    })
  }
  if (options?.highlight === true && user.role !== 'speaker') {
    errors.push({
      code: 'highlight_not_applied',
      message: 'Only speakers can be highlighted.',
      pointer: '/options/highlight',
    })
  }
  if (options?.endRegistration === true && user.registrationStatus === 'rejected') {
    errors.push({
      code: 'end_registration_not_applied',
      message: 'The registration was rejected. Only the Back Office can accept it.',
      pointer: '/options/endRegistration',
    })
  }
  return errors
}

/** A warning if somebody is accepted although no place is left. */
const overCapacity = (places: Places, { role, registrationStatus }: UserRow): Notice[] =>
  role === 'attendee' && registrationStatus === 'accepted' && areAllTaken(places)
    ? [
        {
          code: 'over_capacity',
          message: 'The event is full. The person was accepted anyway.',
          pointer: '/options/endRegistration',
        },
      ]
    : []

const errorsIn = (errors: Notice[]) => (errors.length > 0 ? { errors } : {})

/** `isKept` is true for an account that its import does not own. */
const accountAdopted = (isKept: boolean): Notice => ({
  code: 'account_adopted',
  message: `An existing account with this e-mail and no externalId is used for this person.${isKept ? ' Because no import created the account, no import removes it.' : ''}`,
})

type DeleteState = { user: UserRow | undefined; owners: string[] }

export const deleteUserOperation: Operation<DeleteState, DeleteInput<UserReference>, Saved<Deleted>> = {
  name: 'deleteUser',
  load: ({ platformId }, { reference }) => ({
    // Owners first, so that two concurrent deletions of owners lock them in the same order.
    owners: someOwners({ platformId }),
    user: userObjects.findForChange({ platformId, ...reference }),
  }),
  decide({ user, owners }, ctx, { precondition, source }) {
    if (!user || !belongsTo(user, source)) throw new Refusal('user_not_found')
    if (isProtectedRole(user.role) && !canChangeProtected(ctx, user)) throw new Refusal('protected_account')
    requirePrecondition(user, precondition)
    if (user.role === 'owner' && owners.length < 2) throw new Refusal('last_owner')
    return {
      writes: [
        userObjects.remove(user),
        removeImportedValues(user),
        // The files are released at once, without the time that other unused files are kept.
        ...fileUseWrites([], { before: fileUses(user), after: {}, now: 0 }),
      ],
      events: [deletedEvent('user', user, presentUser(user))],
      answer: deleted('user', user),
    }
  },
}

/** Deletes an account and removes it from its talks and sponsors. */
export function deleteUserCommand(request: DeleteRequest): Command<Saved<Deleted>> {
  const reference = requireUserReference(request.reference)
  return command(deleteUserOperation, { ...request, reference })
}

export const deleteUser = (services: Services, caller: Caller, reference: string) =>
  executeCommand(services, caller, deleteUserCommand({ reference }))
