// The plan of an import, and the import itself. The plan, document, and rules are those of `lectern push`.

import type { PageServices } from '../../kernel/changes/services.ts'
import { refusalOf } from '../../kit/forms/form-validation.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import type { SignedIn } from '../../kit/pages/visit.ts'
import { findAccounts } from '../people/find-accounts.ts'
import { type Entry, type Prepared, prepareDocument } from './file/document.ts'
import { importProgramme } from './import.ts'
import { importItems, pruneInput, type Validate } from './items.ts'
import { readUpload } from './office-read-upload.ts'
import type { Question, Summary } from './office-readings.ts'
import { previewOf, untypedTalks } from './office-report.ts'
import { noLastName, type PersonName } from './readers/names.ts'
import type { ProgrammeSaved } from './schema.ts'
import { existingIds, namedObjects } from './sources-store.ts'
import type { ImportRow } from './tables.ts'
import { claimsOf } from './uploaded-imports.ts'

export type ImportJob = {
  services: PageServices
  caller: SignedIn
  messages: Messages
  row: ImportRow
}

export type Planned = Summary & { plan: Entry[] }

/** @throws ImportFailure if the file cannot be read with the user's choices. */
export async function planImport(job: ImportJob): Promise<Planned> {
  const { caller, row } = job
  const zone = caller.platform.settings.timezone
  const plan: Entry[] = []
  const answer = async (question: Question) => {
    if ('namesOf' in question) return namesOf(job, question.namesOf)
    plan.push(...question.entries)
    return undefined
  }
  const summary = await readUpload('planUpload', { content: row.content, choices: row.choices, zone }, answer)
  return withDescriptions(job, { ...summary, plan })
}

/** The names of accounts, by canonical e-mail. */
async function namesOf({ services, caller }: ImportJob, emails: string[]): Promise<[string, PersonName][]> {
  const accounts = await findAccounts(services, caller, emails)
  return [...accounts].map(([email, { firstName, lastName, username }]) => [
    email,
    { firstName: firstName ?? username, lastName: lastName ?? noLastName },
  ])
}

type Sending = {
  isPruning: boolean
  /** Undefined for a dry run. */
  run?: { runId: string; onProgress: (done: number) => Promise<void> }
  signal: AbortSignal
}
export type Sent = { prepared: Prepared; answer: ProgrammeSaved }

/** Applies the plan, or only tries it. The user has seen the removals, so their share is not limited. */
export async function sendPlan(
  { services, caller, messages, row }: ImportJob,
  { kinds, plan }: Planned,
  { isPruning, run, signal }: Sending,
): Promise<Sent> {
  const { source } = row.choices
  const prepared = prepareDocument(plan, { source, kinds, isPruning, isConfirmed: isPruning })
  const validate: Validate = (schema, value) => refusalOf(messages, schema, value)
  const { response: answer } = await importProgramme(services, caller, {
    items: await importItems(services, caller, { programme: prepared.document, validate }),
    prune: await pruneInput(prepared.document, validate),
    isAtomic: false,
    isDryRun: run === undefined,
    claim: run && claimsOf(services, run.runId),
    ...(run ? { onProgress: run.onProgress } : {}),
    signal,
  })
  return { prepared, answer }
}

/** The plan with descriptions for new talks of a table without a column for them. Existing talks keep theirs. */
async function withDescriptions({ services, caller, row }: ImportJob, planned: Planned): Promise<Planned> {
  const { table, missingDescription } = row.choices
  if (table?.kind !== 'talks' || Object.values(table.columns).includes('description')) return planned
  const exists = await existingTalks(services, caller, planned.plan)
  const plan = planned.plan.map((entry) =>
    'body' in entry && !exists(entry)
      ? { ...entry, body: { ...entry.body, description: missingDescription ? entry.title : '' } }
      : entry,
  )
  return { ...planned, plan }
}

/** Tells which entries are talks of the platform. */
async function existingTalks({ store }: PageServices, { platform }: SignedIn, plan: readonly Entry[]) {
  const platformId = platform.id
  const ids = plan.flatMap(({ id }) => (id === undefined ? [] : [id.toLowerCase()]))
  const [named, exported] = await Promise.all([
    store.read(namedObjects.talks({ platformId, externalIds: plan.map(({ externalId }) => externalId) })),
    store.read(existingIds.talks({ platformId, ids })),
  ])
  const known = new Set([...named.map(({ externalId }) => externalId), ...exported])
  return ({ id, externalId }: Entry) => known.has(externalId) || known.has(id?.toLowerCase() ?? '')
}

/** The plan with the chosen type for new talks whose entries have none. Existing talks keep theirs. */
export async function withTypes(job: ImportJob, planned: Planned): Promise<Planned> {
  const { talkType } = job.row.choices
  if (talkType === undefined) return planned
  const { signal } = new AbortController()
  const tried = await sendPlan(job, planned, { isPruning: false, signal })
  const { created } = await previewOf(planned.plan, tried)
  const bodies = new Set(untypedTalks(created).map(({ body }) => body))
  const plan = planned.plan.map((entry) =>
    'body' in entry && bodies.has(entry.body) ? { ...entry, body: { ...entry.body, type: talkType } } : entry,
  )
  return { ...planned, plan }
}
