// Sends the programme so that its passwords cannot be lost: the idempotency key is stored before the first byte is sent,
// and the result of an interrupted push is fetched first.

import { randomUUID } from 'node:crypto'
import { canonicalEmail } from '../../../kernel/lib/text/email.ts'
import type { ProgrammeDocument } from '../file/document.ts'
import { counted } from '../file/plurals.ts'
import type { ApiClient } from './client.ts'
import { type CredentialsFile, openCredentials } from './credentials.ts'
import { PushFailure } from './failure.ts'
import type { Interrupted, PendingFile } from './pending.ts'
import type { Progress } from './progress.ts'
import { type ProgrammeAnswer, type SendOutcome, sendProgramme } from './send-programme.ts'

export type ResumableOptions = {
  client: ApiClient
  credentialsFile: string
  pending: PendingFile
  /** Set by the user, to get the result of a push on another machine. */
  idempotencyKey: string | undefined
  progress: Progress
}

/** @throws PushFailure if the server did not accept the programme, or its response was lost. */
export async function sendResumable(
  document: ProgrammeDocument,
  options: ResumableOptions,
): Promise<{ outcome: SendOutcome; credentials: { file: string; count: number } }> {
  const credentials = openCredentials(options.credentialsFile)
  try {
    const outcome = await sendKept(JSON.stringify(document), { ...options, credentials })
    return { outcome, credentials: { file: credentials.file, count: credentials.count } }
  } finally {
    credentials.close()
  }
}

type Kept = ResumableOptions & { credentials: CredentialsFile }

async function sendKept(body: string, options: Kept): Promise<SendOutcome> {
  const { client, pending, progress } = options
  const interrupted = readInterrupted(options)
  const idempotencyKey = interrupted?.idempotencyKey ?? options.idempotencyKey ?? randomUUID()
  const createdAt = interrupted?.createdAt ?? new Date()
  const before = interrupted?.documents ?? []
  const earlier = before.filter((document) => document !== body)
  /** Keeps the documents that the server may have applied with the key. */
  const keep = (documents: string[]) =>
    documents.length === 0 ? pending.remove() : pending.write({ idempotencyKey, createdAt, documents })
  keep([body, ...earlier])
  if (interrupted) progress.note(`resuming the interrupted push of ${createdAt.toISOString()}`)
  progress.note(`idempotency key: ${idempotencyKey} (kept in ${pending.file} until the result is saved)`)
  try {
    const outcome = await sendProgramme(client, body, { idempotencyKey })
    if ('answer' in outcome) saveAccounts(body, outcome.answer, options)
    keep('answer' in outcome ? [] : earlier)
    if (!('otherRequest' in outcome) || earlier.length === 0) return outcome
    // The server has applied an earlier document with this key.
    await recover(earlier, idempotencyKey, options)
  } catch (error) {
    if (isCertain(error)) keep(before)
    throw withKey(error, idempotencyKey, pending.file)
  }
  pending.remove()
  return sendKept(body, { ...options, idempotencyKey: undefined })
}

function readInterrupted({ pending, idempotencyKey, progress }: Kept): Interrupted | undefined {
  const interrupted = pending.read(new Date())
  if (interrupted === undefined) return undefined
  if (interrupted.isExpired) {
    progress.note(
      `the result of the interrupted push of ${interrupted.createdAt.toISOString()} is no longer available; new accounts from it need a reset link`,
    )
    return undefined
  }
  if (idempotencyKey === undefined || idempotencyKey === interrupted.idempotencyKey) return interrupted
  throw new PushFailure(
    `An earlier push with the idempotency key ${interrupted.idempotencyKey} was interrupted. Push without --idempotency-key to get its result, or delete ${pending.file}.`,
  )
}

/** Gets the result of the document that the server applied, and saves its passwords. */
async function recover(documents: string[], idempotencyKey: string, options: Kept): Promise<void> {
  for (const document of documents) {
    const outcome = await sendProgramme(options.client, document, { idempotencyKey })
    if (!('answer' in outcome)) continue
    const count = saveAccounts(document, outcome.answer, options)
    options.progress.note(
      `the interrupted push was applied; passwords of ${counted(count, 'new account')} saved`,
    )
    return
  }
}

/** Saves passwords and returns their number. */
function saveAccounts(document: string, { accounts }: ProgrammeAnswer, { credentials }: Kept): number {
  const mentions = firstMentions(JSON.parse(document))
  const before = credentials.count
  credentials.add(
    accounts.map((account) => ({ ...account, event: mentions.get(canonicalEmail(account.email)) ?? '' })),
  )
  return credentials.count - before
}

const isCertain = (error: unknown): boolean => error instanceof PushFailure && !error.isUncertain

/** Adds instructions for getting the result to the error. */
function withKey(error: unknown, idempotencyKey: string, file: string): unknown {
  if (isCertain(error) || !(error instanceof Error)) return error
  return new PushFailure(
    `${error.message.replace(/\.$/, '')}. It is unknown whether the push was applied. Push again within 24 hours to get its result, including passwords: ${file} contains its idempotency key, ${idempotencyKey}`,
    { isUncertain: true, isPassing: error instanceof PushFailure && error.isPassing, idempotencyKey },
  )
}

type Person = Record<string, unknown>
const asPeople = (value: unknown): Person[] => (Array.isArray(value) ? value : [])

/** The first item of the document with each e-mail, by its canonical form. */
function firstMentions(document: ProgrammeDocument): Map<string, string> {
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
