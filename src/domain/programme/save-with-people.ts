// Saving talks and sponsors, which have content of their own and attached people.
import type { Notice } from '../../schema/problems.ts'
import type { Reference } from '../../store/changes/objects.ts'
import type { DecideContext, Decision, Operation } from '../../store/changes/operation.ts'
import { type AttachableAccount, type AttachedId, attachedTo } from '../../store/people/attached-people.ts'
import { platformById } from '../../store/platforms/platforms.ts'
import type { Query, Write } from '../../store/sql/statements.ts'
import type { FileRow, PlatformRow } from '../../store/sql/tables.ts'
import type { InvitationDrafts } from '../access/new-invitations.ts'
import { createdEvent, updatedEvent } from '../changes/change-events.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from '../changes/creation.ts'
import { type Precondition, requirePrecondition } from '../changes/preconditions.ts'
import { NO_REFERENCE } from '../changes/references.ts'
import { messageOf, type Saved } from '../changes/saved.ts'
import { type FileUses, fileUseWrites, loadFiles } from '../files/file-uses.ts'
import {
  avatarsOf,
  loadPeople,
  type PeopleLists,
  type PeopleState,
  type ResolvedPeople,
  resolvePeople,
} from '../people/attached-people.ts'

export type Row = {
  id: string
  externalId: string | null
  source: string | null
  version: number
  updatedAt: number
}
export type Body = PeopleLists & { externalId?: string | null }
type Objects<R> = {
  find(reference: Reference & { platformId: string }): Query<R | undefined>
  findForChange(reference: Reference & { platformId: string }): Query<R | undefined>
  insert(row: R): Write
  update(row: R, before: R): Write
  remove(row: R): Write
}
type Saving<B> = { body: B; platform: PlatformRow | undefined }
export type AttachedIds = { speakers: string[]; moderators: string[] }
type SetPeople = Partial<Pick<ResolvedPeople, 'speakers' | 'moderators'>>

/** What is specific to a kind. */
export type SavedKind<R extends Row, B extends Body, A> = {
  name: 'talk' | 'sponsor'
  objects: Objects<R>
  /** The attributes required to create one from this body. */
  required(body: B): readonly string[]
  empty(ctx: DecideContext): R
  /** Where the object refers to files, or where a body does. */
  fileUses(object: R | B): FileUses
  /** Attributes that were sent replace those of the row, member by member in objects; all others stay. */
  merge(row: R, body: B): R
  /** What people call the object. */
  nameOf(row: R): string
  /** The object as its events record it, with its people as ids. */
  content(row: R, people: AttachedIds): Record<string, unknown>
  /** The lists of a new object if they were not sent. */
  listsOfNew: PeopleLists
  /** Refuses people that do not fit the object. */
  checkPeople(row: R, body: B, people: AttachedIds): void
  /** Replaces the lists that are given. */
  setPeople(row: R, people: SetPeople): Write[]
  /** What finds the object by its files, besides its own columns. */
  setFiles(row: R, sent: R | B): Write[]
  tagWrites(ctx: DecideContext, body: B): Write[]
  /** What finds the object by its tags and words; `before` is undefined for a new object. */
  setFinders(row: R, before?: R): Write[]
  respond(row: R, message: string, people: ResolvedPeople['answer'], warnings: Notice[]): A
  /** Warnings about the object itself, as it is saved on this platform. */
  warnings(row: R, saving: Saving<B>): Notice[]
}

export type SaveInput<B> = {
  /** Null for a creation without an identifier in the path. */
  reference: Reference | null
  body: B
  precondition?: Precondition | undefined
  /** The source of the import that sends the object, and to which it then belongs. */
  source?: string | undefined
  /** Invites the people whose accounts it creates. */
  invitations?: InvitationDrafts | undefined
}
export type SaveState<R> = PeopleState & {
  object: R | undefined
  attached: AttachedId[]
  platform: PlatformRow | undefined
  externalIdHolder?: R | undefined
  files?: FileRow[]
}

export function saveOperation<R extends Row, B extends Body, A>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<SaveState<R>, SaveInput<B>, Saved<A>> {
  return {
    name,
    lockedObject: ({ reference }) => reference && `${kind.name} ${reference.by} ${reference.value}`,
    load: (ctx, { reference, body }) => ({
      object: kind.objects.findForChange({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
      attached: attachedTo[kind.name]({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
      platform: platformById({ id: ctx.platformId }),
      ...(body.externalId
        ? {
            externalIdHolder: kind.objects.find({
              platformId: ctx.platformId,
              by: 'external_id',
              value: body.externalId,
            }),
          }
        : {}),
      ...loadPeople(ctx, body),
      ...loadFiles(ctx.platformId, [...Object.values(kind.fileUses(body)), ...avatarsOf(body)]),
    }),
    decide: (state, ctx, input) =>
      state.object ? update(kind, state.object, state, ctx, input) : create(kind, state, ctx, input),
  }
}

function create<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  state: SaveState<R>,
  ctx: DecideContext,
  { reference, body, precondition, source, invitations }: SaveInput<B>,
): Decision<Saved<A>> {
  const saving = { body, platform: state.platform }
  const externalId = externalIdForCreation(reference, body, `${kind.name}_not_found`)
  requirePrecondition(undefined, precondition)
  requireForCreation(kind.required(body), body)
  requireFreeExternalId(state.externalIdHolder, undefined)
  const row = kind.merge({ ...kind.empty(ctx), source: source ?? null }, { ...body, externalId })
  const people = resolvePeople(state, ctx, { ...kind.listsOfNew, ...body }, invitations)
  const ids = idsOf(people, [])
  kind.checkPeople(row, body, ids)
  return {
    writes: [
      ...people.writes,
      kind.objects.insert(row),
      ...kind.setPeople(row, people),
      ...kind.tagWrites(ctx, body),
      ...kind.setFinders(row),
      ...kind.setFiles(row, body),
      ...fileUseWrites(state.files, {
        before: {},
        after: { ...kind.fileUses(row), ...people.fileUses },
        now: ctx.now,
      }),
    ],
    events: [...people.events, createdEvent(kind.name, row, kind.content(row, ids))],
    answer: saved(kind, row, people, { ...saving, isCreated: true, isChanged: true }),
  }
}

function update<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  row: R,
  state: SaveState<R>,
  ctx: DecideContext,
  { body, precondition, source: sentSource, invitations }: SaveInput<B>,
): Decision<Saved<A>> {
  const saving = { body, platform: state.platform }
  const source = sentSource ?? row.source
  requirePrecondition(row, precondition)
  requireFreeExternalId(state.externalIdHolder, row.id)
  const people = resolvePeople(state, ctx, body, invitations)
  const before = idsOf({}, state.attached)
  const ids = idsOf(people, state.attached)
  const next = { ...kind.merge(row, body), source, version: row.version + 1, updatedAt: ctx.now }
  kind.checkPeople(next, body, ids)
  const event = updatedEvent(kind.name, next, kind.content(row, before), kind.content(next, ids))
  if (!event) {
    return {
      // The import an object belongs to is internal: changing it makes no version and no event.
      writes: source === row.source ? [] : [kind.objects.update({ ...row, source }, row)],
      events: [],
      answer: saved(kind, row, people, { ...saving, isCreated: false, isChanged: false }),
    }
  }
  return {
    writes: [
      ...people.writes,
      kind.objects.update(next, row),
      ...kind.setPeople(next, otherPeople(people, { before, ids })),
      ...kind.tagWrites(ctx, body),
      ...kind.setFinders(next, row),
      ...kind.setFiles(next, body),
      ...fileUseWrites(state.files, {
        before: kind.fileUses(row),
        after: { ...kind.fileUses(next), ...people.fileUses },
        now: ctx.now,
      }),
    ],
    events: [...people.events, event],
    answer: saved(kind, next, people, { ...saving, isCreated: false, isChanged: true }),
  }
}

/** The lists that differ from those before. Without the others, a usual update is two statements instead of four. */
const otherPeople = (
  { speakers, moderators }: SetPeople,
  { before, ids }: { before: AttachedIds; ids: AttachedIds },
): SetPeople => ({
  ...(isSameList(before.speakers, ids.speakers) ? {} : { speakers }),
  ...(isSameList(before.moderators, ids.moderators) ? {} : { moderators }),
})

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

function saved<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  row: R,
  people: ResolvedPeople,
  { isCreated, isChanged, ...saving }: Saving<B> & { isCreated: boolean; isChanged: boolean },
): Saved<A> {
  const what = { isCreated, isChanged }
  const warnings = [...people.warnings, ...kind.warnings(row, saving)]
  return { ...what, response: kind.respond(row, messageOf(kind.name, what), people.answer, warnings) }
}

/** Who is attached after a change: the lists that were sent, otherwise those attached before. */
export function idsOf(
  people: { speakers?: AttachableAccount[] | undefined; moderators?: AttachableAccount[] | undefined },
  attached: readonly AttachedId[],
): AttachedIds {
  const kept = (kind: AttachedId['kind']) =>
    attached.filter((person) => person.kind === kind).map((person) => person.userId)
  return {
    speakers: people.speakers ? accountIds(people.speakers) : kept('speaker'),
    moderators: people.moderators ? accountIds(people.moderators) : kept('moderator'),
  }
}

export const accountIds = (accounts: readonly AttachableAccount[]) => accounts.map(({ id }) => id)
