// Saving an object of any kind: the steps that all kinds share.
import { startOfTag } from '../lib/data/entity-tags.ts'
import type { Notice } from '../schema/problems.ts'
import type { Reference, UserReference } from '../store/changes/objects.ts'
import type { DecideContext, Decision, NewEvent, WriteContext } from '../store/changes/operation.ts'
import type { Query, Write } from '../store/sql/statements.ts'
import { createdEvent, updatedEvent } from './change-events.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from './creation.ts'
import { Refusal } from './errors.ts'
import { editsKept, editsOf, type ImportedState, recordImported, withoutEdits } from './imported-values.ts'
import { type Precondition, requirePrecondition } from './preconditions.ts'
import type { Outcome, Saved, SavedObject } from './saved.ts'

export type SavedRow = {
  id: string
  externalId: string | null
  /** The source of the import that the object belongs to. */
  source: string | null
  version: number
  updatedAt: number
}
type Body = { externalId?: string | null }

export type SaveInput<B, R extends UserReference = Reference> = {
  /** Null for a creation without an identifier in the path. */
  reference: R | null
  body: B
  precondition?: Precondition | undefined
  /** The source of the import that sends the object, and owns it if no other import does. */
  source?: string | undefined
  /** Attributes of the body, as JSON Pointers, that an import sends only if nobody else has set them. */
  keepEdits?: readonly string[] | undefined
  /** Of an item with the id of an exported object: the externalId beside it, which the object keeps if it exists. */
  exportedAs?: string | undefined
}

type Effects = { writes: readonly Write[]; events?: readonly NewEvent[] }
const NONE: Effects = { writes: [] }

/** The result of a save. */
export type Change<R, Answer> = {
  row: R
  /** The values that events show; `before` only for an object that existed. */
  before?: Record<string, unknown> | undefined
  after: Record<string, unknown>
  /** Effects that go before the row, such as the accounts in its lists. */
  needed?: Effects | undefined
  /** Effects that go after the row. */
  dependent?: Effects | undefined
  /** The answer for the saved row. */
  answer(row: R, outcome: Outcome): Answer
}

/** The parts that are specific to a kind. */
export type Saving<R extends SavedRow, State, Input extends { body: unknown }, Answer> = {
  kind: SavedObject
  insert(row: R): readonly Write[]
  update(row: R, before: R): readonly Write[]
  /** The object that the input changes; undefined if it creates one. */
  find(state: State, input: Input): R | undefined
  /** The object as events show it; only for kinds of which imports record what they set. */
  shown?(row: R, state: State): Record<string, unknown>
  /** The attributes of an import that would not fit what it keeps. */
  unfitting?(row: R, body: Input['body'], kept: readonly string[]): readonly string[]
  /** The attributes that a creation needs. */
  required(input: Input): readonly string[]
  /** Refuses a caller who cannot change the object in this way. */
  authorize?(row: R, ctx: DecideContext, input: Input): void
  /** `before` is undefined for a creation. The version and time of a row that existed are set later. */
  change(before: R | undefined, state: State, ctx: DecideContext, input: Input): Change<R, Answer>
}

type SaveState = ImportedState & { externalIdHolder?: { id: string } | undefined }
type AnyInput = SaveInput<Body, UserReference>

/** Queries the object that already has the externalId of a body. */
export const loadExternalIdHolder = <R>(
  objects: { find(values: { platformId: string; by: 'external_id'; value: string }): Query<R | undefined> },
  { platformId }: WriteContext,
  { externalId }: Body,
): { externalIdHolder?: Query<R | undefined> } =>
  externalId ? { externalIdHolder: objects.find({ platformId, by: 'external_id', value: externalId }) } : {}

export function decideSave<
  R extends SavedRow,
  S extends SaveState,
  I extends AnyInput,
  A extends Saved<object>,
>(saving: Saving<R, S, I, A>, state: S, ctx: DecideContext, input: I): Decision<A> {
  const row = saving.find(state, input)
  return row ? update(saving, row, state, ctx, input) : create(saving, state, ctx, input)
}

function create<R extends SavedRow, S extends SaveState, I extends AnyInput, A extends Saved<object>>(
  saving: Saving<R, S, I, A>,
  state: S,
  ctx: DecideContext,
  input: I,
): Decision<A> {
  const { kind } = saving
  const { reference, body, precondition } = input
  const externalId = externalIdForCreation(reference, body, `${kind}_not_found`)
  requirePrecondition(undefined, precondition)
  requireForCreation(saving.required(input), body)
  requireFreeExternalId(state.externalIdHolder, undefined)
  const change = saving.change(undefined, state, ctx, { ...input, body: { ...body, externalId } })
  const { row, after, needed = NONE, dependent = NONE } = change
  return {
    writes: [
      ...needed.writes,
      ...saving.insert(row),
      ...dependent.writes,
      ...recordOf(saving, state, ctx, input, { id: row.id, sent: after, shown: after, kept: [] }),
    ],
    events: [...(needed.events ?? []), createdEvent(kind, row, after), ...(dependent.events ?? [])],
    answer: withIdentity(row, change.answer(row, { isCreated: true, isChanged: true })),
  }
}

/** Two programmes can have equal identifiers, so an import takes over only objects that no import owns. */
function requireOwnSource(row: SavedRow, source: string | undefined): void {
  if (source === undefined || row.source === null || row.source === source) return
  throw new Refusal('other_source', {
    message: `It belongs to the source “${row.source}”. Send it with that source, or with another externalId.`,
    source: row.source,
  })
}

function update<R extends SavedRow, S extends SaveState, I extends AnyInput, A extends Saved<object>>(
  saving: Saving<R, S, I, A>,
  row: R,
  state: S,
  ctx: DecideContext,
  input: I,
): Decision<A> {
  saving.authorize?.(row, ctx, input)
  requirePrecondition(row, input.precondition)
  // An item with the id of an exported object edits it, without taking it over.
  const isExported = input.reference?.by === 'id' && input.source !== undefined
  if (!isExported) requireOwnSource(row, input.source)
  requireFreeExternalId(state.externalIdHolder, row.id)
  const { body } = input
  const edits = editsIn(saving, row, state, input)
  const { kept, same } = edits
  const notices = [
    ...externalIdKept(row, isExported ? input.exportedAs : undefined),
    ...editsKept(kept, body),
  ]
  const change = saving.change(row, state, ctx, {
    ...input,
    body: withoutEdits(body, [...kept, ...same]),
    ...(isExported ? { source: undefined } : {}),
  })
  const next = { ...change.row, version: row.version + 1, updatedAt: ctx.now }
  const { before = {}, after, needed = NONE, dependent = NONE } = change
  const event = updatedEvent(saving.kind, next, before, after)
  // To the source that owns an object, changes by the import of an export are made by hand.
  const isForeign = row.source !== null && row.source !== input.source
  const recorded = isForeign
    ? []
    : recordOf(saving, state, ctx, input, { id: row.id, sent: body, shown: after, kept })
  if (!event) {
    const { source } = next
    return {
      // The source that an object belongs to is internal, so changing it makes no version and no event.
      writes: [...(source === row.source ? [] : saving.update({ ...row, source }, row)), ...recorded],
      events: [],
      answer: withEdits(
        edits,
        notices,
        withIdentity(row, change.answer(row, { isCreated: false, isChanged: false })),
      ),
    }
  }
  return {
    writes: [...needed.writes, ...saving.update(next, row), ...dependent.writes, ...recorded],
    events: [...(needed.events ?? []), event, ...(dependent.events ?? [])],
    answer: withEdits(
      edits,
      notices,
      withIdentity(next, change.answer(next, { isCreated: false, isChanged: true })),
    ),
  }
}

type Edits = ReturnType<typeof editsOf>

function editsIn<R extends SavedRow, S extends SaveState, I extends AnyInput, A>(
  { shown, unfitting = () => [] }: Saving<R, S, I, A>,
  row: R,
  state: S,
  { source, body, keepEdits = [] }: I,
): Edits {
  if (source === undefined || !shown) return { same: [], kept: [], replaced: [] }
  return editsOf(state, {
    ...{ source: row.source, shown: shown(row, state), body, keepEdits },
    unfitting: (kept) => unfitting(row, body, kept),
  })
}

function recordOf<R extends SavedRow, S extends SaveState, I extends AnyInput, A>(
  { shown }: Saving<R, S, I, A>,
  state: S,
  { platformId }: DecideContext,
  { source }: I,
  change: Omit<Parameters<typeof recordImported>[1], 'platformId'>,
): Write[] {
  return source === undefined || !shown ? [] : recordImported(state, { ...change, platformId })
}

/** A file names an object without an externalId by its id, and the import can have put a prefix before either. */
const externalIdKept = ({ id, externalId }: SavedRow, sent: string | undefined): Notice[] =>
  sent === undefined || sent.endsWith(externalId ?? id) ? [] : [EXTERNAL_ID_KEPT]

const EXTERNAL_ID_KEPT: Notice = {
  code: 'external_id_kept',
  message: 'The object was found by its id, so its externalId stays as it is.',
  pointer: '/externalId',
}

function withEdits<A extends Saved<object>>({ replaced }: Edits, notices: readonly Notice[], answer: A): A {
  const { warnings = [] } = answer.response as { warnings?: Notice[] }
  return {
    ...answer,
    ...(replaced.length > 0 ? { edits: replaced } : {}),
    response: {
      ...answer.response,
      ...(notices.length > 0 ? { warnings: [...warnings, ...notices] } : {}),
    },
  }
}

/** The answer with what a caller needs to recognize the object, and to write it again. */
export const withIdentity = <A extends Saved<object>>(
  row: Pick<SavedRow, 'id' | 'version' | 'externalId'>,
  answer: A,
): A => ({
  ...answer,
  externalId: row.externalId,
  response: { ...answer.response, etag: `"${startOfTag(row)}"` },
})
