// One push: plans the programme, sends it in one request, saves the passwords, and summarizes the result.

import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import { type Prepared, type ProgrammeDocument, planProgramme, prepareDocument } from '../file/document.ts'
import { addKnownNames } from '../file/known-names.ts'
import { counted } from '../file/plurals.ts'
import { itemKinds, type Programme } from '../file/programme.ts'
import { noLastName, type PersonName } from '../readers/names.ts'
import type { ApiClient } from './client.ts'
import { nouns } from './diff.ts'
import { nameChanges } from './dry-run-names.ts'
import { PushFailure } from './failure.ts'
import { summarize, warningsOf } from './outcome.ts'
import type { PushResult } from './report.ts'
import { type ProgrammeAnswer, type SendOutcome, sendProgramme } from './send-programme.ts'
import { type ResumableOptions, sendResumable } from './send-resumable.ts'

export type PushOptions = ResumableOptions & {
  programme: Programme
  source: string
  emailPattern: string | undefined
  isTruncating: boolean
  isPruning: boolean
  isConfirmed: boolean
  isDryRun: boolean
}

/** @throws PushFailure if the server did not accept the programme, or its response was lost. */
export async function pushProgramme(options: PushOptions): Promise<PushResult> {
  const { client, isDryRun, isPruning } = options
  const programme = {
    ...options.programme,
    events: await addKnownNames(options.programme.events, findAccount(client)),
  }
  const plan = planProgramme(programme, options)
  const prepared = prepareDocument(plan, { ...options, kinds: programme.kinds })
  const { answer, credentials, needsConfirm } = await (isDryRun
    ? dryRun(prepared, options)
    : send(prepared, options))
  return {
    summary: summarize({ plan, prepared, answer, isPruning }),
    remarks: {
      isDryRun,
      cuts: plan.flatMap((entry) =>
        'cuts' in entry ? entry.cuts.map((cut) => ({ event: entry.name, cut })) : [],
      ),
      warnings: warningsOf(prepared, answer),
      newAccounts: isDryRun ? answer.accounts.map(({ email }) => email) : [],
      ...(credentials === undefined ? {} : { credentials }),
      ...(needsConfirm === undefined ? {} : { needsConfirm }),
    },
    diff: {
      entries: await nameChanges(answer.changes, prepared, client),
      accounts: isDryRun ? accountsBeside(prepared, answer.accounts) : [],
    },
  }
}

type Sent = {
  answer: ProgrammeAnswer
  credentials?: { file: string; count: number }
  /** The reason a push would need --confirm. */
  needsConfirm?: string
}

const findAccount =
  (client: ApiClient) =>
  async (email: string): Promise<PersonName | undefined> => {
    const { status, body } = await client.get(`/users/${encodeURIComponent(email)}`)
    if (status !== 200) return undefined
    return {
      firstName: String(body.firstName ?? body.username),
      lastName: String(body.lastName ?? noLastName),
    }
  }

/** `47 talks, 1 person`. */
function describe({ entries }: Prepared): string {
  const counts = itemKinds.flatMap((kind) => {
    const count = entries[kind].length
    return count === 0 ? [] : [counted(count, nouns[kind], kind)]
  })
  return counts.join(', ') || 'nothing'
}

/** Shows all removals, even those that need confirmation, because the user must see them before confirming. */
async function dryRun(prepared: Prepared, { client, progress }: PushOptions): Promise<Sent> {
  progress.start(`checking what a push of ${describe(prepared)} would change`)
  const ask = (document: ProgrammeDocument) =>
    sendProgramme(client, JSON.stringify(document), { idempotencyKey: undefined })
  const outcome = await ask(prepared.document)
  if (!('tooMuch' in outcome)) return answered(outcome)
  const confirmed = await ask({ ...prepared.document, confirm: true })
  return { ...answered(confirmed), needsConfirm: outcome.tooMuch }
}

function answered(outcome: SendOutcome): { answer: ProgrammeAnswer } {
  if ('answer' in outcome) return outcome
  if ('otherRequest' in outcome) throw outcome.otherRequest
  throw new PushFailure(`${outcome.tooMuch} Use --dry-run to list them, or --confirm to remove them.`, {
    needsConfirm: outcome.tooMuch,
  })
}

async function send(prepared: Prepared, options: PushOptions): Promise<Sent> {
  options.progress.start(`pushing ${describe(prepared)}`)
  const { outcome, credentials } = await sendResumable(prepared.document, options)
  return { ...answered(outcome), credentials }
}

/** E-mails of accounts that would be created for people who are not in the file's list of people. */
function accountsBeside({ document }: Prepared, accounts: { email: string }[]): string[] {
  const listed = new Set(document.people?.map(({ email }) => canonicalEmail(String(email))))
  return accounts.map(({ email }) => email).filter((email) => !listed.has(canonicalEmail(email)))
}
