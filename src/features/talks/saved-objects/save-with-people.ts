// Saving talks and sponsors, which have their own content and attached people.

import { type ImportedState, loadImported } from '../../../kernel/changes/imported-values.ts'
import { NO_REFERENCE } from '../../../kernel/changes/references.ts'
import {
  decideSave,
  loadExternalIdHolder,
  type SavedRow,
  type SaveInput,
  type Saving,
} from '../../../kernel/changes/save.ts'
import { messageOf, type Outcome, type Saved } from '../../../kernel/changes/saved.ts'
import type { Notice } from '../../../kernel/schema/problems.ts'
import type { Reference } from '../../../kernel/store/changes/objects.ts'
import type { DecideContext, Operation } from '../../../kernel/store/changes/operation.ts'
import type { Query, Write } from '../../../kernel/store/sql/statements.ts'
import { type FileUses, fileUseWrites, loadFiles } from '../../files/file-uses.ts'
import type { FileRow } from '../../files/tables.ts'
import {
  avatarsOf,
  loadPeople,
  type PeopleLists,
  type PeopleState,
  type ResolvedPeople,
  resolvePeople,
} from '../../people/attached/attached-people.ts'
import type { AttachableAccount, AttachedId } from '../../people/attached/attached-people-store.ts'
import type { WithInvitations } from '../../people/new-accounts/new-invitations.ts'
import { platformById } from '../../platforms/store.ts'
import type { PlatformRow } from '../../platforms/tables.ts'

export type Body = PeopleLists & { externalId?: string | null }
type Objects<R> = {
  find(reference: Reference & { platformId: string }): Query<R | undefined>
  findForChange(reference: Reference & { platformId: string }): Query<R | undefined>
  insert(row: R): Write
  update(row: R, before: R): Write
  remove(row: R): Write
}
type SavedAs<B> = {
  body: B
  platform: PlatformRow | undefined
  /** The number of people whom the object lost although their lists were not sent. */
  removed: number
}
export type AttachedIds = { speakers: string[]; moderators: string[] }
type SetPeople = Partial<Pick<ResolvedPeople, 'speakers' | 'moderators'>>

/** The parts that are specific to a kind. */
export type SavedKind<R extends SavedRow, B extends Body, A> = {
  name: 'talk' | 'sponsor'
  objects: Objects<R>
  /** What imports have set of the object with this externalId. */
  importedInto: Parameters<typeof loadImported>[0]
  /** The attributes required to create an object from this body. */
  required(body: B): readonly string[]
  empty(ctx: DecideContext): R
  /** The file references of an object or a body. */
  fileUses(object: R | B): FileUses
  /** Replaces the attributes that were sent, member by member in objects; all others stay. */
  merge(row: R, body: B): R
  /** The name of the object for people. */
  nameOf(row: R): string
  /** The object as its events record it, with its people as ids. */
  content(row: R, people: AttachedIds): Record<string, unknown>
  /** The lists of a new object, if they were not sent. */
  listsOfNew: PeopleLists
  /** Whether an object loses the people of lists that this body does not contain. */
  losesPeople(body: B): boolean
  /** The attributes of an import that would not fit what it keeps of the object. */
  unfitting?(row: R, body: B, kept: readonly string[]): readonly string[]
  /** Refuses people that do not fit the object. */
  checkPeople(row: R, body: B, people: AttachedIds): void
  /** The people of the object, in order. */
  attachedTo(reference: Reference & { platformId: string }): Query<AttachedId[]>
  /** Replaces the given lists. */
  setPeople(row: R, people: SetPeople): Write[]
  /** Keeps the people of an object that is about to be removed, with its row in `deleted_objects`. */
  keepPeople(object: { id: string }): Write[]
  /** Gives a restored object its people back. */
  restorePeople(object: { id: string; platformId: string }): Write[]
  /** Writes that make the object findable by its files, besides its own columns. */
  setFiles(row: R, sent: R | B): Write[]
  tagWrites(ctx: DecideContext, body: B): Write[]
  /** Writes that keep people from being told about a change, which leads to this row. */
  leaveUnannounced?(row: R): Write[]
  /** Writes that make the object findable by its tags and words; `before` is undefined for a new object. */
  setFinders(row: R, before?: R): Write[]
  respond(row: R, message: string, people: ResolvedPeople['answer'], warnings: Notice[]): A
  /** Warnings about the saved object on this platform. */
  warnings(row: R, saving: SavedAs<B>): Notice[]
}

/** A change that is not announced to the people whom it concerns. */
export type Unannounced = { isUnannounced?: boolean | undefined }
export type SaveWithPeople<B> = SaveInput<B> & WithInvitations & Unannounced
export type SaveState<R> = PeopleState &
  ImportedState & {
    object: R | undefined
    attached: AttachedId[]
    platform: PlatformRow | undefined
    externalIdHolder?: R | undefined
    files?: FileRow[]
  }

export function saveOperation<R extends SavedRow, B extends Body, A extends object>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<SaveState<R>, SaveWithPeople<B>, Saved<A>> {
  const saving = savingOf(kind)
  return {
    name,
    lockedObject: ({ reference }) => reference && `${kind.name} ${reference.by} ${reference.value}`,
    load: (ctx, { reference, body, source }) => ({
      object: kind.objects.findForChange({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
      attached: kind.attachedTo({ platformId: ctx.platformId, ...(reference ?? NO_REFERENCE) }),
      platform: platformById({ id: ctx.platformId }),
      ...loadExternalIdHolder(kind.objects, ctx, body),
      ...loadImported(kind.importedInto, ctx, { reference, source }),
      ...loadPeople(ctx, body),
      ...loadFiles(ctx.platformId, [...Object.values(kind.fileUses(body)), ...avatarsOf(body)]),
    }),
    decide: (state, ctx, input) => decideSave(saving, state, ctx, input),
  }
}

const savingOf = <R extends SavedRow, B extends Body, A extends object>(
  kind: SavedKind<R, B, A>,
): Saving<R, SaveState<R>, SaveWithPeople<B>, Saved<A>> => ({
  kind: kind.name,
  insert: (row) => [kind.objects.insert(row)],
  update: (row, before) => [kind.objects.update(row, before)],
  find: ({ object }) => object,
  shown: (row, { attached }) => kind.content(row, idsOf({}, attached)),
  ...(kind.unfitting ? { unfitting: kind.unfitting } : {}),
  required: ({ body }) => kind.required(body),
  change(before, state, ctx, { body, source = before?.source, invitations, isUnannounced = false }) {
    const row = { ...kind.merge(before ?? kind.empty(ctx), body), source: source ?? null }
    const idsBefore = idsOf({}, state.attached)
    const losesPeople = before !== undefined && kind.losesPeople(body)
    const unsent = losesPeople ? emptied(idsBefore) : before ? {} : kind.listsOfNew
    const people = resolvePeople(state, ctx, { ...unsent, ...body }, invitations)
    const ids = idsOf(people, state.attached)
    kind.checkPeople(row, body, ids)
    return {
      row,
      before: before && kind.content(before, idsBefore),
      after: kind.content(row, ids),
      needed: people,
      dependent: {
        writes: [
          ...kind.setPeople(row, otherPeople(people, { before: idsBefore, ids })),
          ...kind.tagWrites(ctx, body),
          ...kind.setFinders(row, before),
          ...kind.setFiles(row, body),
          ...(before && isUnannounced
            ? (kind.leaveUnannounced?.({ ...row, version: before.version + 1, updatedAt: ctx.now }) ?? [])
            : []),
          ...fileUseWrites(state.files, {
            before: before ? kind.fileUses(before) : {},
            after: { ...kind.fileUses(row), ...people.fileUses },
            now: ctx.now,
          }),
        ],
      },
      answer: answerOf(kind, people, {
        body,
        platform: state.platform,
        removed: losesPeople ? countRemoved(idsBefore, ids) : 0,
      }),
    }
  },
})

/** The lists that have people. */
const emptied = ({ speakers, moderators }: AttachedIds): PeopleLists => ({
  ...(speakers.length > 0 ? { speakers: [] } : {}),
  ...(moderators.length > 0 ? { moderators: [] } : {}),
})

function countRemoved(before: AttachedIds, after: AttachedIds): number {
  const kept = new Set([...after.speakers, ...after.moderators])
  const removed = [...before.speakers, ...before.moderators].filter((id) => !kept.has(id))
  return new Set(removed).size
}

const peopleRemoved = (count: number): Notice => ({
  code: 'people_removed',
  message: `A break has no speakers and moderators. ${count === 1 ? '1 person was' : `${count} people were`} removed from it.`,
  pointer: '/kind',
})

/** The lists that changed. Without the others, a usual update takes two statements instead of four. */
const otherPeople = (
  { speakers, moderators }: SetPeople,
  { before, ids }: { before: AttachedIds; ids: AttachedIds },
): SetPeople => ({
  ...(isSameList(before.speakers, ids.speakers) ? {} : { speakers }),
  ...(isSameList(before.moderators, ids.moderators) ? {} : { moderators }),
})

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

const answerOf =
  <R extends SavedRow, B extends Body, A extends object>(
    kind: SavedKind<R, B, A>,
    people: ResolvedPeople,
    saving: SavedAs<B>,
  ) =>
  (row: R, outcome: Outcome): Saved<A> => {
    const removed = saving.removed > 0 ? [peopleRemoved(saving.removed)] : []
    const warnings = [...people.warnings, ...removed, ...kind.warnings(row, saving)]
    return {
      ...outcome,
      response: kind.respond(row, messageOf(kind.name, outcome), people.answer, warnings),
    }
  }

/** The people attached after a change: the lists that were sent, otherwise the previous ones. */
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
