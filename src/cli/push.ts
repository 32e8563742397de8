// `lectern push`: brings a conference programme in through the API, as any outside system would.

import { randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import { type Command, Option } from 'commander'
import { countCodePoints, cutAtWord } from '../lib/text/text.ts'
import { isTimeZone } from '../lib/time/instants.ts'
import { type ApiClient, createClient } from './push/client.ts'
import { defaultCredentialsFile } from './push/credentials.ts'
import { formatDiff } from './push/diff.ts'
import { personsOf } from './push/emails.ts'
import { PushFailure } from './push/failure.ts'
import { readInput } from './push/files.ts'
import { type Format, formats, type Programme } from './push/programme.ts'
import { createProgress, printable } from './push/progress.ts'
import { readProgramme } from './push/readers/read-programme.ts'
import { formatConfirm, formatCut, formatJson, formatTable } from './push/report.ts'
import { type PushResult, pushProgramme } from './push/run.ts'
import { REPEAT_MS, watchFiles } from './push/watch.ts'

/** For a file without any e-mail; a mailbox there is nobody's (RFC 2606 section 3). */
const DEFAULT_EMAIL_PATTERN = '{slug}@speakers.example.org'
const LONGEST_SOURCE = 60

/**
 * Adds `push FILE`. The programme goes by one `PUT /programme`, each talk by its own identifier, so a second push
 * creates nothing. A person of several words has the last as last name, with particles (“van”, “de la”); one of a
 * single word has it as first name and “·” as last name. Exit code 0 when everything went in, 2 when something was
 * refused or has to be confirmed, 1 on a failure; a watch that is ended by a signal has 0.
 */
export function addPushCommand(program: Command): void {
  program
    .command('push')
    .description('push a programme to a Lectern server: an export of pretalx, frab or Sessionize, or a table')
    .argument('<file>', 'schedule export (JSON), “All data” of Sessionize (JSON), or table (CSV)')
    .requiredOption('--url <url>', 'address of the server, https://…')
    .addOption(new Option('--key <key>', 'API key').env('LECTERN_KEY').makeOptionMandatory())
    .addOption(new Option('--format <format>', 'what the file is (seen from its content)').choices(formats))
    .option('--columns <file>', 'which column of a table is which attribute (JSON)')
    .option('--source <name>', 'name under which the server keeps it (format, and name of programme or file)')
    .option('--prune', 'remove what came under the same source before and is not in the file', false)
    .option('--confirm', 'remove however much that is (with --prune)', false)
    .option(
      '--email-pattern <pattern>',
      `e-mail of persons without one (where the file has none at all: '${DEFAULT_EMAIL_PATTERN}')`,
    )
    .option('--timezone <name>', 'time zone of a file that names none')
    .option('--truncate', 'cut texts that are too long at a word, instead of refusing the event', false)
    .option('--credentials <file>', 'file for the passwords of new accounts (credentials-<time>.csv)')
    .option('--dry-run', 'only show what would change', false)
    .option('--watch', 'push again whenever the file changes', false)
    .addOption(
      new Option('--idempotency-key <key>', 'get the answer of a push that was cut off').conflicts('watch'),
    )
    .option('--json', 'print the summary as one JSON line', false)
    .option('--ca <file>', 'trust the certificate in this file (PEM)')
    .option('--insecure', 'trust any certificate', false)
    .action(runPush)
}

type Flags = {
  url: string
  key: string
  format?: Format
  columns?: string
  source?: string
  prune: boolean
  confirm: boolean
  emailPattern?: string
  timezone?: string
  truncate: boolean
  credentials?: string
  dryRun: boolean
  watch: boolean
  idempotencyKey?: string
  json: boolean
  ca?: string
  insecure: boolean
}

async function runPush(file: string, flags: Flags): Promise<void> {
  const stop = new AbortController()
  const state = { isSending: false, idempotencyKey: flags.idempotencyKey ?? randomUUID() }
  const end = (signal: NodeJS.Signals) => {
    stop.abort()
    // The answer holds passwords that nobody gets again.
    if (state.isSending) process.stderr.write('\nending with this push; once more ends at once\n')
    else if (!flags.watch) process.kill(process.pid, signal)
  }
  try {
    checkFlags(flags)
    if (flags.insecure)
      process.stderr.write('warning: --insecure trusts any server with the key and all data\n')
    // Once: a second signal has its usual effect.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
    if (flags.watch) await watch(file, flags, { state, signal: stop.signal })
    else await settle(() => push(file, flags, state), flags)
  } catch (error) {
    fail(error)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  }
}

type State = { isSending: boolean; idempotencyKey: string }

/** A push whose answer was lost gets it by its repeat, which goes under the same key. */
async function watch(
  file: string,
  flags: Flags,
  { state, signal }: { state: State; signal: AbortSignal },
): Promise<void> {
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const files = [file, ...(flags.columns === undefined ? [] : [flags.columns])]
  say(`watching ${files.join(' and ')}, Ctrl-C ends`)
  await watchFiles(files, {
    signal,
    push: async (isRepeat) => {
      if (!isRepeat) state.idempotencyKey = randomUUID()
      say(`${new Date().toLocaleTimeString('en-GB')} ${file}`)
      const isDone = await settle(() => push(file, flags, state), flags)
      if (!isDone && !signal.aborted) say(`trying again in ${REPEAT_MS / 1000} s`)
      return isDone
    },
  })
  process.exitCode = 0
}

/** Prints what came of a push, or why it failed; false where the same push may go through later. */
async function settle(run: () => Promise<PushResult>, flags: Flags): Promise<boolean> {
  try {
    const result = await run()
    printResult(result, flags)
    const { summary, remarks } = result
    process.exitCode = summary.refused.length === 0 && remarks.needsConfirm === undefined ? 0 : 2
    return true
  } catch (error) {
    fail(error)
    return !error.isPassing
  }
}

function fail(error: unknown): asserts error is PushFailure {
  if (!(error instanceof PushFailure)) throw error
  process.stderr.write(`error: ${printable(error.message)}\n`)
  process.exitCode = 1
}

async function push(file: string, flags: Flags, state: State): Promise<PushResult> {
  const { format, columns, timezone } = flags
  const programme = await readProgramme(file, { format, columnsFile: columns, timeZone: timezone })
  const progress = createProgress(process.stderr)
  for (const note of programme.notes) progress.note(note)
  const client = await connect(flags, (waitMs, reason) =>
    progress.note(`waiting ${Math.ceil(waitMs / 100) / 10} s: ${reason}`),
  )
  state.isSending = !flags.dryRun
  try {
    return await pushProgramme({
      programme,
      client,
      source: flags.source ?? defaultSource(programme, file),
      emailPattern: flags.emailPattern ?? defaultPattern(programme),
      isTruncating: flags.truncate,
      isPruning: flags.prune,
      isConfirmed: flags.confirm,
      isDryRun: flags.dryRun,
      credentialsFile: flags.credentials ?? defaultCredentialsFile(new Date()),
      idempotencyKey: state.idempotencyKey,
      progress,
    })
  } finally {
    state.isSending = false
    progress.end()
    client.close()
  }
}

const connect = async (
  { url, key, insecure, ca }: Flags,
  onWait: (waitMs: number, reason: string) => void,
): Promise<ApiClient> =>
  createClient({
    url,
    key,
    isInsecure: insecure,
    ...(ca === undefined ? {} : { ca: (await readInput(ca)).toString() }),
    onWait,
  })

/** `frab:numbers30`, `csv:speakers`: two programmes of one platform must not prune each other. */
function defaultSource({ format, source }: Programme, file: string): string {
  return cutAtWord(`${format}:${source || basename(file, extname(file))}`, LONGEST_SOURCE)
}

/** None where some persons have an e-mail: that the others have none may be a mistake of the file. */
function defaultPattern({ events }: Programme): string | undefined {
  const persons = events.flatMap(personsOf)
  if (persons.length === 0 || persons.some(({ email }) => email !== '')) return undefined
  process.stderr.write(
    `the export has no e-mails: they are made by --email-pattern '${DEFAULT_EMAIL_PATTERN}'\n`,
  )
  return DEFAULT_EMAIL_PATTERN
}

function checkFlags({ key, timezone, source, prune, confirm, idempotencyKey }: Flags): void {
  if (!/^[\x21-\x7E]+$/.test(key)) throw new PushFailure('--key is not an API key')
  if (timezone !== undefined && !isTimeZone(timezone))
    throw new PushFailure(`--timezone is not a name of the IANA database: ${timezone}`)
  if (source !== undefined && (source.trim() === '' || countCodePoints(source) > LONGEST_SOURCE))
    throw new PushFailure(`--source is empty or has more than ${LONGEST_SOURCE} characters`)
  if (confirm && !prune) throw new PushFailure('--confirm goes with --prune')
  if (idempotencyKey !== undefined && !/^[\x21-\x7E]{1,255}$/.test(idempotencyKey))
    throw new PushFailure('--idempotency-key is not a key: 1 to 255 visible ASCII characters')
}

/** With --json nothing but its line may stand on standard output. */
function printResult({ summary, remarks, diff }: PushResult, flags: Flags): void {
  if (!flags.json) {
    const isColoured = process.stdout.isTTY && process.stdout.hasColors()
    const changes = flags.dryRun ? formatDiff(diff, isColoured) : ''
    return void process.stdout.write(`${changes}${changes && '\n'}${formatTable(summary, remarks)}`)
  }
  for (const cut of remarks.cuts) process.stderr.write(`cut ${printable(formatCut(cut))}\n`)
  if (remarks.needsConfirm) process.stderr.write(`${formatConfirm(remarks.needsConfirm)}\n`)
  if (remarks.credentials?.count) process.stderr.write(`passwords: ${remarks.credentials.file}\n`)
  process.stdout.write(formatJson(summary))
}
