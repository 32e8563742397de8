// `lectern push`: brings a conference programme in through the API, as any outside system would.

import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { isTimeZone } from '../lib/times.ts'
import { createClient } from './push/client.ts'
import { defaultCredentialsFile } from './push/credentials.ts'
import { PushFailure } from './push/failure.ts'
import { createProgress, printable } from './push/progress.ts'
import { readSchedule, type Schedule } from './push/read-schedule.ts'
import { formatCut, formatJson, formatTable } from './push/report.ts'
import { type PushResult, pushSchedule } from './push/run.ts'

/** For an export without any e-mail; a mailbox there is nobody's (RFC 2606 section 3). */
const DEFAULT_EMAIL_PATTERN = '{slug}@speakers.example.org'

/**
 * Adds `push FILE`. Talks go by `PUT /talks/ext:<guid of the event>`, so a second push creates nothing. A person
 * of several words has the last as last name, with particles (“van”, “de la”); one of a single word has it as
 * first name and “·” as last name. Exit code 0 when every event went in, 2 when some were refused, 1 on a failure.
 */
export function addPushCommand(program: Command): void {
  program
    .command('push')
    .description('push a schedule export of pretalx or frab to a Lectern server')
    .argument('<file>', 'schedule export (JSON)')
    .requiredOption('--url <url>', 'address of the server, https://…')
    .addOption(new Option('--key <key>', 'API key').env('LECTERN_KEY').makeOptionMandatory())
    .option(
      '--email-pattern <pattern>',
      `e-mail of persons without one (where the export has none at all: '${DEFAULT_EMAIL_PATTERN}')`,
    )
    .option('--timezone <name>', 'time zone of an export that names none', 'UTC')
    .option('--truncate', 'cut texts that are too long at a word, instead of refusing the event', false)
    .option('--credentials <file>', 'file for the passwords of new accounts (credentials-<time>.csv)')
    .option('--dry-run', 'only show what would happen', false)
    .option('--json', 'print the summary as one JSON line', false)
    .option('--ca <file>', 'trust the certificate in this file (PEM)')
    .option('--insecure', 'trust any certificate', false)
    .action(runPush)
}

type Flags = {
  url: string
  key: string
  emailPattern?: string
  timezone: string
  truncate: boolean
  credentials?: string
  dryRun: boolean
  json: boolean
  ca?: string
  insecure: boolean
}

async function runPush(file: string, flags: Flags): Promise<void> {
  try {
    const result = await push(file, flags)
    printResult(result, flags)
    if (result.failure !== undefined) throw result.failure
    process.exitCode = result.summary.refused.length === 0 ? 0 : 2
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error
    process.stderr.write(`error: ${printable(error.message)}\n`)
    process.exitCode = 1
  }
}

async function push(file: string, flags: Flags): Promise<PushResult> {
  checkFlags(flags)
  if (flags.insecure)
    process.stderr.write('warning: --insecure trusts any server with the key and all data\n')
  const schedule = await readSchedule(file)
  let progress = createProgress(process.stderr, 0)
  const client = createClient({
    url: flags.url,
    key: flags.key,
    isInsecure: flags.insecure,
    ...(flags.ca === undefined ? {} : { ca: await readCertificate(flags.ca) }),
    onWait: (waitMs, reason) => progress.note(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  })
  try {
    return await pushSchedule({
      schedule,
      client,
      emailPattern: flags.emailPattern ?? defaultPattern(schedule),
      timeZone: isTimeZone(schedule.timeZone) ? schedule.timeZone : flags.timezone,
      isTruncating: flags.truncate,
      isDryRun: flags.dryRun,
      credentialsFile: flags.credentials ?? defaultCredentialsFile(new Date()),
      createProgress: (total) => {
        progress = createProgress(process.stderr, total)
        return progress
      },
    })
  } finally {
    client.close()
  }
}

/** None where some persons have an e-mail: that the others have none may be a mistake of the export. */
function defaultPattern({ events }: Schedule): string | undefined {
  const persons = events.flatMap((event) => event.persons)
  if (persons.length === 0 || persons.some(({ email }) => email !== '')) return undefined
  process.stderr.write(
    `the export has no e-mails: they are made by --email-pattern '${DEFAULT_EMAIL_PATTERN}'\n`,
  )
  return DEFAULT_EMAIL_PATTERN
}

function checkFlags({ key, timezone }: Flags): void {
  if (!/^[\x21-\x7E]+$/.test(key)) throw new PushFailure('--key is not an API key')
  if (!isTimeZone(timezone))
    throw new PushFailure(`--timezone is not a name of the IANA database: ${timezone}`)
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new PushFailure(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** With --json nothing but its line may stand on standard output, and none where the push broke off. */
function printResult({ summary, remarks, failure }: PushResult, flags: Flags): void {
  if (!flags.json) return void process.stdout.write(formatTable(summary, remarks))
  for (const cut of remarks.cuts) process.stderr.write(`cut ${printable(formatCut(cut))}\n`)
  if (remarks.credentials?.count) process.stderr.write(`passwords: ${remarks.credentials.file}\n`)
  if (failure === undefined) process.stdout.write(formatJson(summary))
}
