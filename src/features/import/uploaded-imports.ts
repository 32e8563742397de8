// Uploaded imports: files that wait in the store between the pages of an import, so that every node can show the next one.
import { createHash, hkdfSync } from 'node:crypto'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { decrypt, encrypt } from '../../kernel/lib/security/encryption.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { IdempotencyClaim } from '../../kernel/store/changes/transaction.ts'
import type { WithSecret } from '../access/sessions/sessions.ts'
import type { UserRow } from '../people/tables.ts'
import { MAX_IMPORTS, MAX_OWN_IMPORTS, SILENCE_MS, UPLOAD_LIFETIME_MS } from './limits.ts'
import type { ImportHabitsRow, ImportRow } from './tables.ts'
import {
  type ImportChoices,
  type ImportHabits,
  type ImportState,
  newImportChoices,
  noImportHabits,
} from './uploaded-imports-schema.ts'
import {
  changeImport,
  endExpiredImports,
  findImport,
  findImportHabits,
  type ImportSummary,
  importWrites,
  listImports,
  recordImportProgress,
  saveImportHabits,
} from './uploaded-imports-store.ts'

const MAX_HABITS = 300
/** An outcome of another shape needs another name, so that outcomes of earlier versions are not read. */
const OUTCOME = 'outcome of an import with invitations'
const IDEMPOTENCY_RECORDS = 'idempotency records of imports'
const SECRET_BYTES = 32

type SignedIn = Caller & { user: Pick<UserRow, 'id'> }

/** Keeps a file for a day. Returns the ID of its import, which only the same user can read. */
export const keepImport = (
  services: Services,
  { user, ...caller }: SignedIn,
  file: { fileName: string; content: string },
): Promise<string> => execute(services, caller, keepImportOperation, { ...file, userId: user.id })

type Kept = { userId: string; fileName: string; content: string }

export const keepImportOperation: Operation<{ kept: ImportSummary[] }, Kept, string> = {
  name: 'keepImport',
  load: ({ platformId }) => ({ kept: listImports({ platformId }) }),
  decide({ kept }, { platformId, now, newId }, { userId, fileName, content }) {
    const waiting = kept.filter(({ state }) => state !== 'running')
    const own = waiting.filter((one) => one.userId === userId)
    const surplus = new Set([
      ...own.slice(0, Math.max(0, own.length - MAX_OWN_IMPORTS + 1)),
      ...waiting.slice(0, Math.max(0, kept.length - MAX_IMPORTS + 1)),
    ])
    const row: ImportRow = {
      ...{ id: newId(), platformId, userId, fileName, content },
      ...{
        choices: newImportChoices,
        runId: null,
        state: 'open',
        doneCount: 0,
        totalCount: 0,
        outcome: null,
      },
      ...{ changedAt: now, expiresAt: now + UPLOAD_LIFETIME_MS },
    }
    return {
      writes: [
        endExpiredImports({ now }),
        ...[...surplus].map(importWrites.remove),
        importWrites.insert(row),
      ],
      events: [],
      answer: row.id,
    }
  },
}

/** Throws `not_found` for imports that have expired, are of other users, or never existed. */
export async function readImport(
  { store, clock }: Services,
  { platform, user }: SignedIn,
  id: string,
): Promise<ImportRow> {
  const found = await store.read(findImport({ platformId: platform.id, userId: user.id, id }))
  if (!found || found.expiresAt <= clock.now()) throw new Refusal('not_found')
  return found
}

/** The user's imports that have not expired, newest first. */
export async function listOwnImports({ store, clock }: Services, { platform, user }: SignedIn) {
  const found = await store.read(listImports({ platformId: platform.id }))
  const now = clock.now()
  return found.filter(({ userId, expiresAt }) => userId === user.id && expiresAt > now).reverse()
}

export const readImportHabits = async ({ store }: Services, { platform }: Caller): Promise<ImportHabits> =>
  (await store.read(findImportHabits({ id: platform.id })))?.habits ?? noImportHabits

/** The current state of an import: stopped if its process has ended while it was running. */
export const importStateOf = ({ state, changedAt }: ImportSummary | ImportRow, now: number): ImportState =>
  state === 'running' && changedAt + SILENCE_MS < now ? 'stopped' : state

type Located = { userId: string; id: string }
type Found = { row: ImportRow | undefined }
const load = ({ platformId }: { platformId: string }, { userId, id }: Located) => ({
  row: findImport({ platformId, userId, id }),
})

function requireRow({ row }: Found, now: number): ImportRow {
  if (!row || row.expiresAt <= now) throw new Refusal('not_found')
  return row
}

/** Records the choices of the user. Changes nothing once the import has started. */
export const chooseForImport = (
  services: Services,
  { user, ...caller }: SignedIn,
  id: string,
  choices: ImportChoices,
) => execute(services, caller, chooseForImportOperation, { userId: user.id, id, choices })

export const chooseForImportOperation: Operation<Found, Located & { choices: ImportChoices }, null> = {
  name: 'chooseForImport',
  load,
  decide(found, { now }, { choices }) {
    const row = requireRow(found, now)
    if (row.state !== 'open') return { writes: [], events: [], answer: null }
    return { writes: [changeImport({ ...row, choices, changedAt: now })], events: [], answer: null }
  },
}

type Start = Located & {
  totalCount: number
  /** The choices that this import adds to the habits of the platform. */
  habits: { columns: ImportChoices['table']; source: string; idPrefix: string }
}

/** Returns the ID of the run, or null if the import is running or done. A stopped import continues with its ID. */
export const startImport = (
  services: Services,
  { user, ...caller }: SignedIn,
  start: Omit<Start, 'userId'>,
): Promise<string | null> => execute(services, caller, startImportOperation, { ...start, userId: user.id })

export const startImportOperation: Operation<
  Found & { habits: ImportHabitsRow | undefined },
  Start,
  string | null
> = {
  name: 'startImport',
  load: (ctx, start) => ({ ...load(ctx, start), habits: findImportHabits({ id: ctx.platformId }) }),
  decide({ habits, ...found }, { platformId, now, newId }, { totalCount, habits: added }) {
    const row = requireRow(found, now)
    const state = importStateOf(row, now)
    if (state === 'running' || state === 'done') return { writes: [], events: [], answer: null }
    const runId = row.runId ?? newId()
    const started: ImportRow = {
      ...row,
      ...{ runId, state: 'running', doneCount: 0, totalCount, changedAt: now },
    }
    return {
      writes: [
        changeImport(started),
        saveImportHabits({ id: platformId, habits: withHabits(habits?.habits ?? noImportHabits, added) }),
      ],
      events: [],
      answer: runId,
    }
  },
}

function withHabits(habits: ImportHabits, { columns, source, idPrefix }: Start['habits']): ImportHabits {
  const { [source]: _, ...others } = habits.prefixes ?? {}
  const prefixes = latest(idPrefix === '' ? others : { ...others, [source]: idPrefix })
  if (columns === null) return { ...habits, prefixes }
  const known = habits.columns[columns.kind]
  const merged = latest({ ...without(known, columns.columns), ...columns.columns })
  return { prefixes, columns: { ...habits.columns, [columns.kind]: merged } }
}

/** The last entries are the latest. */
const latest = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).slice(-MAX_HABITS))

const without = <T>(all: Readonly<Record<string, T>>, names: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(names, name)))

type Progress = { id: string; runId: string; doneCount: number }

export const recordProgress = (services: Services, { user: _, ...caller }: SignedIn, progress: Progress) =>
  execute(services, caller, recordImportProgressOperation, progress)

export const recordImportProgressOperation: Operation<object, Progress, null> = {
  name: 'recordImportProgress',
  load: () => ({}),
  decide: (_state, { now }, progress) => ({
    writes: [recordImportProgress({ ...progress, changedAt: now })],
    events: [],
    answer: null,
  }),
}

type End = Located & { state: 'done' | 'stopped'; outcome: string | null }

/** Ends a run. `outcome` is any JSON value, and is stored encrypted. */
export const endImport = (
  services: Services & WithSecret,
  { user, ...caller }: SignedIn,
  { id, state, outcome }: { id: string; state: 'done' | 'stopped'; outcome: unknown },
) =>
  execute(services, caller, endImportOperation, {
    ...{ userId: user.id, id, state },
    outcome: encrypt(services.secret, OUTCOME, JSON.stringify(outcome)),
  })

export const endImportOperation: Operation<Found, End, null> = {
  name: 'endImport',
  load,
  decide(found, { now }, { state, outcome }) {
    const row = requireRow(found, now)
    return { writes: [changeImport({ ...row, state, outcome, changedAt: now })], events: [], answer: null }
  },
}

/** The outcome given to `endImport`; undefined before that. */
export function outcomeOf({ secret }: WithSecret, { outcome }: ImportRow): unknown {
  const text = outcome === null ? undefined : decrypt(secret, OUTCOME, outcome)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Removes an import unless it is running, and changes nothing else. */
export const discardImport = (services: Services, { user, ...caller }: SignedIn, id: string) =>
  execute(services, caller, discardImportOperation, { userId: user.id, id })

export const discardImportOperation: Operation<Found, Located, null> = {
  name: 'discardImport',
  load,
  decide(found, { now }) {
    const row = requireRow(found, now)
    const isRunning = importStateOf(row, now) === 'running'
    return { writes: isRunning ? [] : [importWrites.remove(row)], events: [], answer: null }
  },
}

/** Claims on the idempotency records of a run, with which a stopped import continues and finds the accounts it has created. */
export function claimsOf({ secret }: WithSecret, runId: string): (part: string) => IdempotencyClaim {
  const own = Buffer.from(hkdfSync('sha256', secret, '', `lectern ${IDEMPOTENCY_RECORDS}`, SECRET_BYTES))
  return (part) => ({
    id: sha256(`import ${runId} ${part}`),
    bodyHash: sha256(runId),
    secret: own.toString('hex'),
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
