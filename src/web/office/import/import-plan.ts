// What an import would change, and the import itself: the same plan, document, and rules as for `lectern push`.
import { findAccounts } from '../../../domain/office/people.ts'
import { importProgramme } from '../../../domain/programme/import.ts'
import {
  type DraftInvitations,
  importItems,
  pruneInput,
  type Validate,
} from '../../../domain/programme/import-items.ts'
import { claimsOf } from '../../../domain/programme/uploaded-imports.ts'
import type { PageServices } from '../../../domain/services.ts'
import { DEFAULT_EMAIL_PATTERN, defaultEmailPattern } from '../../../import/defaults.ts'
import { type Entry, type Prepared, planProgramme, prepareDocument } from '../../../import/document.ts'
import { personsOf } from '../../../import/emails.ts'
import { addKnownNames } from '../../../import/known-names.ts'
import type { Programme } from '../../../import/programme.ts'
import { noLastName, type PersonName } from '../../../import/readers/names.ts'
import { canonicalEmail } from '../../../lib/text/email.ts'
import type { ProgrammeSaved } from '../../../schema/programme/import.ts'
import type { ImportRow } from '../../../store/sql/tables.ts'
import { refusalOf } from '../../forms/form-validation.ts'
import type { Messages } from '../../messages/messages.ts'
import type { SignedIn } from '../../pages/visit.ts'
import { programmeOf, unpackContent } from './import-content.ts'

export type ImportJob = {
  services: PageServices
  caller: SignedIn
  messages: Messages
  row: ImportRow
}

export type Planned = {
  programme: Programme
  plan: Entry[]
  /** Whether people without an e-mail get one, because nobody in the file has one or because the user chose so. */
  isMakingEmails: boolean
}

/** @throws ImportFailure if the file cannot be read with the choices of the user. */
export async function planImport(job: ImportJob): Promise<Planned> {
  const { caller, row } = job
  const { choices } = row
  const content = await unpackContent(row.content)
  const programme = programmeOf(content, choices, caller.platform.settings.timezone)
  const events = await addKnownNames(programme.events, await namesOf(job, programme))
  const emailPattern = choices.isMakingEmails ? DEFAULT_EMAIL_PATTERN : defaultEmailPattern(programme)
  const plan = planProgramme({ ...programme, events }, { emailPattern, isTruncating: choices.isTruncating })
  return { programme, plan, isMakingEmails: emailPattern !== undefined }
}

/** Names of the accounts of people whose name is not in the file. */
async function namesOf(
  { services, caller }: ImportJob,
  { events }: Programme,
): Promise<(email: string) => Promise<PersonName | undefined>> {
  const nameless = events.flatMap(personsOf).filter(({ name, email }) => name === '' && email !== '')
  const accounts = await findAccounts(
    services,
    caller,
    nameless.map(({ email }) => email),
  )
  return async (email) => {
    const account = accounts.get(canonicalEmail(email))
    if (!account) return undefined
    return { firstName: account.firstName ?? account.username, lastName: account.lastName ?? noLastName }
  }
}

type Sending = {
  isPruning: boolean
  /** Undefined for a dry run. */
  run?: { runId: string; onProgress: (done: number) => Promise<void>; draftInvitations: DraftInvitations }
  signal: AbortSignal
}
export type Sent = { prepared: Prepared; answer: ProgrammeSaved }

/** Applies the plan, or only tries it. The user has seen what pruning removes, so that its share is not limited. */
export async function sendPlan(
  { services, caller, messages, row }: ImportJob,
  { programme, plan }: Planned,
  { isPruning, run, signal }: Sending,
): Promise<Sent> {
  const { kinds } = programme
  const { source } = row.choices
  const prepared = prepareDocument(plan, { source, kinds, isPruning, isConfirmed: isPruning })
  const validate: Validate = (schema, value) => refusalOf(messages, schema, value)
  const { response: answer } = await importProgramme(services, caller, {
    items: await importItems(prepared.document, validate, run?.draftInvitations),
    prune: await pruneInput(prepared.document, validate),
    isAtomic: false,
    isDryRun: run === undefined,
    claim: run && claimsOf(services, run.runId),
    ...(run ? { onProgress: run.onProgress } : {}),
    signal,
  })
  return { prepared, answer }
}
