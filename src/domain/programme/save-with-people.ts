// Talks and sponsors are saved alike: content of their own, and accounts attached to them.
import type { Deleted, Notice } from '../../schema/problems.ts'
import type { Reference } from '../../store/changes/objects.ts'
import { type AttachedId, attachedIds } from '../../store/people/attached-people.ts'
import type { Query, Write } from '../../store/sql/statements.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import type { DecideContext, Decision, Operation } from '../../store/store.ts'
import { createdEvent, deletedEvent, updatedEvent } from '../changes/change-events.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from '../changes/creation.ts'
import { Refusal } from '../changes/errors.ts'
import { requireSeen, type Seen } from '../changes/preconditions.ts'
import { NOBODY } from '../changes/references.ts'
import {
  loadPeople,
  type PeopleLists,
  type PeopleState,
  type ResolvedPeople,
  resolvePeople,
} from '../people/attached-people.ts'
import type { Provisions } from '../people/new-accounts.ts'

type Row = {
  id: string
  externalId: string | null
  source: string | null
  version: number
  updatedAt: number
}
type Body = PeopleLists & { externalId?: string | null }
type Objects<R> = {
  find(platformId: string, reference: Reference): Query<R | undefined>
  findForChange(platformId: string, reference: Reference): Query<R | undefined>
  insert(row: R): Write
  replace(row: R): Write
  remove(row: R): Write
}
export type AttachedIds = { speakers: string[]; moderators: string[] }

/** What sets a kind apart. */
export type SavedKind<R extends Row, B extends Body, A> = {
  name: 'talk' | 'sponsor'
  objects: Objects<R>
  /** What a body must have to create one. */
  required: readonly string[]
  empty(ctx: DecideContext): R
  /** What is sent replaces, member by member in objects; what is not sent stays. */
  merge(row: R, body: B): R
  /** All that is told of it, with its people as ids. */
  content(row: R, people: AttachedIds): Record<string, unknown>
  /** The lists that a creation has where they were not sent. */
  listsOfNew: PeopleLists
  setPeople(row: R, people: ResolvedPeople): Write[]
  tagWrites(ctx: DecideContext, body: B): Write[]
  answer(row: R, message: string, people: ResolvedPeople['answer'], warnings: Notice[]): A
  /** What there is to know about the object itself. */
  warnings(row: R): Notice[]
}

export type Saved<Answer> = { isCreated: boolean; isChanged: boolean; answer: Answer }
export type SaveInput<B> = {
  /** Null for a creation without an identifier in the path. */
  reference: Reference | null
  body: B
  provisions: Provisions
  seen?: Seen | undefined
  /** The programme that the object is sent with, and from then on belongs to. */
  source?: string | undefined
}
export type SaveState<R> = PeopleState & {
  object: R | undefined
  attached: AttachedId[]
  externalIdHolder: R | undefined
}

export function saveOperation<R extends Row, B extends Body, A>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<SaveState<R>, SaveInput<B>, Saved<A>> {
  return {
    name,
    load: ({ platformId }, { reference, body, provisions }) => ({
      object: kind.objects.findForChange(platformId, reference ?? NOBODY),
      attached: attachedIds(kind.name, platformId, reference ?? NOBODY),
      externalIdHolder: kind.objects.find(platformId, { by: 'external_id', value: body.externalId ?? '' }),
      ...loadPeople(platformId, body, provisions),
    }),
    decide: (state, ctx, input) =>
      state.object ? update(kind, state.object, state, ctx, input) : create(kind, state, ctx, input),
  }
}

function create<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  state: SaveState<R>,
  ctx: DecideContext,
  { reference, body, provisions, seen, source }: SaveInput<B>,
): Decision<Saved<A>> {
  const externalId = externalIdForCreation(reference, body, `${kind.name}_not_found`)
  requireSeen(undefined, seen)
  requireForCreation(kind.required, body)
  requireFreeExternalId(state.externalIdHolder, undefined)
  const row = kind.merge({ ...kind.empty(ctx), source: source ?? null }, { ...body, externalId })
  const people = resolvePeople(state, ctx, { ...kind.listsOfNew, ...body }, provisions)
  return {
    writes: [
      ...people.writes,
      kind.objects.insert(row),
      ...kind.setPeople(row, people),
      ...kind.tagWrites(ctx, body),
    ],
    events: [...people.events, createdEvent(kind.name, row, kind.content(row, idsOf(people, [])))],
    answer: saved(kind, row, people, { isCreated: true, isChanged: true }),
  }
}

function update<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  row: R,
  state: SaveState<R>,
  ctx: DecideContext,
  { body, provisions, seen, source: sentSource }: SaveInput<B>,
): Decision<Saved<A>> {
  const source = sentSource ?? row.source
  requireSeen(row, seen)
  requireFreeExternalId(state.externalIdHolder, row.id)
  const people = resolvePeople(state, ctx, body, provisions)
  const next = { ...kind.merge(row, body), source, version: row.version + 1, updatedAt: ctx.now }
  const event = updatedEvent(
    kind.name,
    next,
    kind.content(row, idsOf({}, state.attached)),
    kind.content(next, idsOf(people, state.attached)),
  )
  if (!event) {
    return {
      // To which programme it belongs is told to nobody, and makes no version.
      writes: source === row.source ? [] : [kind.objects.replace({ ...row, source })],
      events: [],
      answer: saved(kind, row, people, { isCreated: false, isChanged: false }),
    }
  }
  return {
    writes: [
      ...people.writes,
      kind.objects.replace(next),
      ...kind.setPeople(next, people),
      ...kind.tagWrites(ctx, body),
    ],
    events: [...people.events, event],
    answer: saved(kind, next, people, { isCreated: false, isChanged: true }),
  }
}

function saved<R extends Row, B extends Body, A>(
  kind: SavedKind<R, B, A>,
  row: R,
  people: ResolvedPeople,
  what: { isCreated: boolean; isChanged: boolean },
): Saved<A> {
  const warnings = [...people.warnings, ...kind.warnings(row)]
  return { ...what, answer: kind.answer(row, messageOf(kind.name, what), people.answer, warnings) }
}

/** What a write answers to have done to an object of a kind. */
export function messageOf(
  kind: 'talk' | 'sponsor' | 'user',
  { isCreated, isChanged }: { isCreated: boolean; isChanged: boolean },
): string {
  if (!isChanged) return `Nothing to change: the ${kind} is as sent.`
  return `${titles[kind]} ${isCreated ? 'created' : 'updated'}.`
}
/** What a deletion answers. */
export const deleted = (kind: 'talk' | 'sponsor' | 'user', { id }: { id: string }): Saved<Deleted> => ({
  isCreated: false,
  isChanged: true,
  answer: { code: 'ok', message: `${titles[kind]} deleted.`, id },
})

const titles = { talk: 'Talk', sponsor: 'Sponsor', user: 'User' }

/** Everyone who is attached after a change: by the lists that were sent, else as it was. */
function idsOf(
  people: { speakers?: UserRow[] | undefined; moderators?: UserRow[] | undefined },
  attached: readonly AttachedId[],
): AttachedIds {
  const kept = (kind: AttachedId['kind']) =>
    attached.filter((person) => person.kind === kind).map((person) => person.userId)
  return {
    speakers: people.speakers ? accountIds(people.speakers) : kept('speaker'),
    moderators: people.moderators ? accountIds(people.moderators) : kept('moderator'),
  }
}

export const accountIds = (accounts: readonly UserRow[]) => accounts.map(({ id }) => id)

export type DeleteInput = {
  reference: Reference
  seen?: Seen | undefined
  /** Only where it still belongs to this programme. */
  source?: string | undefined
}
type DeleteState<R> = { object: R | undefined; attached: AttachedId[] }

/** Whether an object may be deleted for the programme of a source; always where it is deleted for itself. */
export const belongsTo = (object: { source: string | null }, source: string | undefined): boolean =>
  source === undefined || object.source === source

/** Deletes an object; the accounts of its people stay. */
export function deleteOperation<R extends Row, B extends Body, A>(
  name: string,
  kind: SavedKind<R, B, A>,
): Operation<DeleteState<R>, DeleteInput, Saved<Deleted>> {
  return {
    name,
    load: ({ platformId }, { reference }) => ({
      object: kind.objects.findForChange(platformId, reference),
      attached: attachedIds(kind.name, platformId, reference),
    }),
    decide({ object, attached }, _ctx, { seen, source }) {
      if (!object || !belongsTo(object, source)) throw new Refusal(`${kind.name}_not_found`)
      requireSeen(object, seen)
      return {
        writes: [kind.objects.remove(object)],
        events: [deletedEvent(kind.name, object, kind.content(object, idsOf({}, attached)))],
        answer: deleted(kind.name, object),
      }
    },
  }
}
