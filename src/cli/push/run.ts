// One push: plans the programme, sends it in one request, saves the passwords, and summarizes the result.

import { canonicalEmail } from '../../lib/text/email.ts'
import type { ApiClient } from './client.ts'
import { openCredentials } from './credentials.ts'
import { type Diff, nouns } from './diff.ts'
import { type Prepared, planProgramme, prepareDocument } from './document.ts'
import { nameChanges } from './dry-run-names.ts'
import { PushFailure } from './failure.ts'
import { summarize, warningsOf } from './outcome.ts'
import { counted } from './plurals.ts'
import { itemKinds, type Programme } from './programme.ts'
import type { Progress } from './progress.ts'
import type { Remarks, Summary } from './report.ts'
import { type ProgrammeAnswer, type SendOutcome, sendProgramme } from './send-programme.ts'

export type PushOptions = {
  programme: Programme
  client: ApiClient
  source: string
  emailPattern: string | undefined
  isTruncating: boolean
  isPruning: boolean
  isConfirmed: boolean
  isDryRun: boolean
  credentialsFile: string
  /** A push with the key of an earlier one gets the response of that push. */
  idempotencyKey: string
  progress: Progress
}

export type PushResult = { summary: Summary; remarks: Remarks; diff: Diff }

/** @throws PushFailure if the server did not accept the programme, or its response was lost. */
export async function pushProgramme(options: PushOptions): Promise<PushResult> {
  const { client, isDryRun, isPruning, programme } = options
  const plan = planProgramme(programme, options)
  const prepared = prepareDocument(plan, { ...options, kinds: programme.kinds })
  const { answer, credentials, needsConfirm } = await (isDryRun
    ? ask(prepared, options)
    : send(prepared, options))
  return {
    summary: summarize({ plan, prepared, answer, isPruning }),
    remarks: {
      isDryRun,
      cuts: plan.flatMap((entry) =>
        'cuts' in entry ? entry.cuts.map((cut) => ({ event: entry.name, cut })) : [],
      ),
      warnings: warningsOf(prepared, answer),
      newAccounts: isDryRun ? answer.accounts.length : 0,
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
  /** Why a push would need --confirm. */
  needsConfirm?: string
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
async function ask(prepared: Prepared, { client, progress }: PushOptions): Promise<Sent> {
  progress.start(`checking what a push of ${describe(prepared)} would change`)
  const { document } = prepared
  const outcome = await sendProgramme(client, document, { idempotencyKey: undefined })
  if ('answer' in outcome) return outcome
  const confirmed = await sendProgramme(client, { ...document, confirm: true }, { idempotencyKey: undefined })
  return { ...answered(confirmed), needsConfirm: outcome.tooMuch }
}

function answered(outcome: SendOutcome): { answer: ProgrammeAnswer } {
  if ('answer' in outcome) return outcome
  throw new PushFailure(`${outcome.tooMuch} Use --dry-run to list them, or --confirm to remove them.`)
}

async function send(prepared: Prepared, options: PushOptions): Promise<Sent> {
  const { client, idempotencyKey, progress } = options
  const credentials = openCredentials(options.credentialsFile)
  progress.start(`pushing ${describe(prepared)}`)
  try {
    const { answer } = answered(await sendProgramme(client, prepared.document, { idempotencyKey }))
    const mentions = firstMentions(prepared)
    const eventOf = (email: string) => mentions.get(canonicalEmail(email)) ?? ''
    credentials.add(answer.accounts.map((account) => ({ ...account, event: eventOf(account.email) })))
    return { answer, credentials: { file: credentials.file, count: credentials.count } }
  } catch (error) {
    throw withKey(error, idempotencyKey)
  } finally {
    credentials.close()
  }
}

/** Adds the idempotency key to the error. With it, the server returns the result again, including passwords. */
function withKey(error: unknown, idempotencyKey: string): unknown {
  const isLost = !(error instanceof PushFailure) || error.isUncertain
  if (!isLost || !(error instanceof Error)) return error
  return new PushFailure(
    `${error.message.replace(/\.$/, '')}. It is unknown whether the push was applied. To get its result, including passwords, repeat it within 24 hours with --idempotency-key ${idempotencyKey}`,
    { isUncertain: true, isPassing: error instanceof PushFailure && error.isPassing },
  )
}

/** E-mails of accounts that would be created for people who are not in the list of people of the file. */
function accountsBeside({ document }: Prepared, accounts: { email: string }[]): string[] {
  const listed = new Set(document.people?.map(({ email }) => canonicalEmail(String(email))))
  return accounts.map(({ email }) => email).filter((email) => !listed.has(canonicalEmail(email)))
}

type Person = Record<string, unknown>
const asPeople = (value: unknown): Person[] => (Array.isArray(value) ? value : [])

/** The first item of the document that contains an e-mail, by its canonical form. */
function firstMentions({ document }: Prepared): Map<string, string> {
  const mentions = new Map<string, string>()
  const mention = (people: Person[], externalId: string) => {
    for (const { email } of people) {
      const key = canonicalEmail(String(email))
      if (!mentions.has(key)) mentions.set(key, externalId)
    }
  }
  for (const person of document.people ?? []) mention([person], person.externalId)
  for (const { externalId, speakers, moderators } of document.talks ?? [])
    mention([...asPeople(speakers), ...asPeople(moderators)], externalId)
  return mentions
}
