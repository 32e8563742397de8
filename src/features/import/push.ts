// `lectern push`: imports a programme through the API, like any other client.

import { basename, extname } from 'node:path'
import { type Command, Option } from 'commander'
import { countCodePoints } from '../../kernel/lib/text/text.ts'
import { isTimeZone } from '../../kernel/lib/time/instants.ts'
import {
  DEFAULT_EMAIL_PATTERN,
  defaultEmailPattern,
  defaultSource,
  MAX_SOURCE_LENGTH,
} from './file/defaults.ts'
import { describeProblem } from './file/problems.ts'
import { type Format, formats, type Programme, withIdPrefix } from './file/programme.ts'
import { type ApiClient, createClient, parseBaseUrl } from './push/client.ts'
import { defaultCredentialsFile } from './push/credentials.ts'
import { formatDiff } from './push/diff.ts'
import { asPushFailure, PushFailure } from './push/failure.ts'
import { isRemote, isUrl, readInput } from './push/files.ts'
import { pendingFile } from './push/pending.ts'
import { createProgress, printable } from './push/progress.ts'
import { readProgramme } from './push/read-programme.ts'
import {
  formatConfirm,
  formatCut,
  formatJson,
  formatJsonFailure,
  formatTable,
  type PushResult,
} from './push/report.ts'
import { pushProgramme } from './push/run.ts'
import { parseCertificates } from './push/tls-errors.ts'
import { REPEAT_MS, watchFiles } from './push/watch.ts'
import { type DateFormat, dateFormats } from './readers/local-times.ts'
import { personTypes } from './readers/read-csv.ts'

/**
 * Adds `push FILE`. Sends the programme in one `PUT /programme`, with an identifier for each talk, so that a second
 * push creates nothing. Exit code: 0 if everything was applied, 2 if something was refused or needs confirmation, 1 if
 * the push failed. A watch that is stopped by a signal has exit code 0.
 */
export function addPushCommand(program: Command): void {
  program
    .command('push')
    .description(
      'push a programme to a Lectern server: an export from pretalx, frab, or Sessionize, or a table',
    )
    .argument(
      '<file>',
      'schedule export (JSON or XML), Sessionize endpoint (JSON), or table (CSV or XLSX); a URL, or - for standard input',
    )
    .requiredOption('--url <url>', 'URL of the server, https://…')
    .addOption(new Option('--key <key>', 'API key').env('LECTERN_KEY').makeOptionMandatory())
    .addOption(
      new Option('--format <format>', 'format of the file (default: detected from its content)').choices(
        formats,
      ),
    )
    .option('--columns <file>', 'JSON file that maps the columns of a table to attributes')
    .option(
      '--source <name>',
      'name of the source (default: the format and the name of the programme or file)',
    )
    .option('--id-prefix <text>', 'put this before each identifier of the file', '')
    .option('--prune', 'remove objects of the same source that are not in the file', false)
    .option('--confirm', 'prune even if more than a fifth would be removed', false)
    .option(
      '--email-pattern <pattern>',
      `e-mail for people without one (default if the file has no e-mails: '${DEFAULT_EMAIL_PATTERN}')`,
    )
    .option('--timezone <name>', 'time zone of the times in the file, if it contains none')
    .addOption(
      new Option(
        '--date-format <order>',
        'order of day, month, and year in dates of a table such as 01/02/2027',
      ).choices(dateFormats),
    )
    .option('--encoding <name>', 'encoding of the file, such as windows-1252 (default: UTF-8 or UTF-16)')
    .addOption(new Option('--type <type>', 'type of people in a table without a type').choices(personTypes))
    .option('--truncate', 'shorten texts that are too long instead of refusing the talk', false)
    .option(
      '--credentials <file>',
      'file for the passwords of new accounts (default: credentials-<time>.csv)',
    )
    .option('--dry-run', 'show what would change, without changing anything', false)
    .option('--watch', 'push again whenever the file changes', false)
    .addOption(
      new Option(
        '--idempotency-key <key>',
        'get the result of a push that was interrupted on another machine or in another folder',
      ).conflicts('watch'),
    )
    .option('--json', 'print the result as one JSON line, or {"error": …} if the push failed', false)
    .option('--ca <file>', 'trust the certificate in this PEM file')
    .option('--insecure', 'trust any certificate', false)
    .configureOutput({ outputError: printUsageError })
    .action(runPush)
}

/** Invalid arguments stop the command before it has its options. */
function printUsageError(text: string, write: (text: string) => void): void {
  write(text)
  if (!process.argv.includes('--json')) return
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')
  process.stdout.write(formatJsonFailure(new PushFailure(message)))
}

type Flags = {
  url: string
  key: string
  format?: Format
  columns?: string
  source?: string
  idPrefix: string
  prune: boolean
  confirm: boolean
  emailPattern?: string
  timezone?: string
  dateFormat?: DateFormat
  encoding?: string
  type?: string
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
  const state = { isSending: false }
  const end = (signal: NodeJS.Signals) => {
    stop.abort()
    // The response contains passwords that cannot be retrieved later.
    if (state.isSending)
      process.stderr.write('\nstopping after this push; press Ctrl-C again to stop immediately\n')
    else if (!flags.watch) process.kill(process.pid, signal)
  }
  try {
    checkFlags(flags)
    if (flags.watch && isRemote(file)) throw new PushFailure('--watch requires a file')
    if (flags.insecure)
      process.stderr.write(
        'warning: --insecure skips certificate checks, so others may be able to read the API key and all data\n',
      )
    // Handled only once, so that a second signal has its usual effect.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
    if (flags.watch) await watch(file, flags, { state, signal: stop.signal })
    else await settle(() => push(file, flags, state), flags)
  } catch (error) {
    fail(error, flags)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  }
}

type State = { isSending: boolean }

async function watch(
  file: string,
  flags: Flags,
  { state, signal }: { state: State; signal: AbortSignal },
): Promise<void> {
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const files = [file, ...(flags.columns === undefined ? [] : [flags.columns])]
  say(`watching ${files.join(' and ')}; press Ctrl-C to stop`)
  await watchFiles(files, {
    signal,
    push: async () => {
      say(`${new Date().toLocaleTimeString('en-GB')} ${file}`)
      const isDone = await settle(() => push(file, flags, state), flags)
      if (!isDone && !signal.aborted) say(`trying again in ${REPEAT_MS / 1000} s`)
      return isDone
    },
  })
  process.exitCode = 0
}

/** Prints the result of a push, or the reason it failed. Returns false if the same push may succeed later. */
async function settle(run: () => Promise<PushResult>, flags: Flags): Promise<boolean> {
  try {
    const result = await run()
    printResult(result, flags)
    const { summary, remarks } = result
    process.exitCode = summary.refused.length === 0 && remarks.needsConfirm === undefined ? 0 : 2
    return true
  } catch (error) {
    return !fail(error, flags).isPassing
  }
}

function fail(error: unknown, { json }: Flags): PushFailure {
  const failure = asPushFailure(error)
  process.stderr.write(`error: ${printable(failure.message)}\n`)
  if (json) process.stdout.write(formatJsonFailure(failure))
  process.exitCode = failure.needsConfirm === undefined ? 1 : 2
  return failure
}

async function push(file: string, flags: Flags, state: State): Promise<PushResult> {
  const { format, columns: columnsFile, timezone: timeZone, dateFormat, encoding, type: personType } = flags
  const reading = { format, columnsFile, timeZone, dateFormat, encoding, personType }
  const programme = withIdPrefix(await readProgramme(file, reading), flags.idPrefix)
  const progress = createProgress(process.stderr)
  for (const note of programme.notes) progress.note(describeProblem(note))
  const client = await connect(flags, (waitMs, reason) =>
    progress.note(`waiting ${Math.ceil(waitMs / 100) / 10} s: ${reason}`),
  )
  const source = flags.source ?? sourceOf(programme, file)
  const credentialsFile = flags.credentials ?? defaultCredentialsFile(new Date())
  const scope = { url: parseBaseUrl(flags.url), key: flags.key, source }
  state.isSending = !flags.dryRun
  try {
    return await pushProgramme({
      programme,
      client,
      source,
      emailPattern: flags.emailPattern ?? patternOf(programme),
      isTruncating: flags.truncate,
      isPruning: flags.prune,
      isConfirmed: flags.confirm,
      isDryRun: flags.dryRun,
      credentialsFile,
      pending: pendingFile(credentialsFile, scope),
      idempotencyKey: flags.idempotencyKey,
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
    ...(ca === undefined ? {} : { ca: parseCertificates(ca, await readInput(ca)) }),
    onWait,
  })

/** The name of a file, or the whole URL, because the last part of it can be the same for all events of a service. */
function sourceOf(programme: Programme, file: string): string {
  if (isUrl(file)) return defaultSource(programme, file.replace(/^https?:\/\//i, ''))
  if (isRemote(file) && programme.source === '')
    throw new PushFailure('--source is required, because standard input has no name')
  return defaultSource(programme, basename(file, extname(file)))
}

function patternOf(programme: Programme): string | undefined {
  const pattern = defaultEmailPattern(programme)
  if (pattern !== undefined)
    process.stderr.write(`the file has no e-mails; using --email-pattern '${pattern}'\n`)
  return pattern
}

function checkFlags({ key, timezone, source, prune, confirm, idempotencyKey }: Flags): void {
  if (!/^[\x21-\x7E]+$/.test(key)) throw new PushFailure('--key is not an API key')
  if (timezone !== undefined && !isTimeZone(timezone))
    throw new PushFailure(`--timezone is not an IANA time zone: ${timezone}`)
  if (source !== undefined && (source.trim() === '' || countCodePoints(source) > MAX_SOURCE_LENGTH))
    throw new PushFailure(`--source must have 1 to ${MAX_SOURCE_LENGTH} characters`)
  if (confirm && !prune) throw new PushFailure('--confirm requires --prune')
  if (idempotencyKey !== undefined && !/^[\x21-\x7E]{1,255}$/.test(idempotencyKey))
    throw new PushFailure('--idempotency-key must have 1 to 255 visible ASCII characters')
}

/** With --json, standard output contains only the JSON line. */
function printResult(result: PushResult, flags: Flags): void {
  const { summary, remarks, diff } = result
  if (!flags.json) {
    const isColored = process.stdout.isTTY && process.stdout.hasColors()
    const changes = flags.dryRun ? formatDiff(diff, isColored) : ''
    return void process.stdout.write(`${changes}${changes && '\n'}${formatTable(summary, remarks)}`)
  }
  for (const cut of remarks.cuts) process.stderr.write(`shortened: ${printable(formatCut(cut))}\n`)
  if (remarks.needsConfirm) process.stderr.write(`${formatConfirm(remarks.needsConfirm)}\n`)
  if (remarks.credentials?.count) process.stderr.write(`passwords: ${remarks.credentials.file}\n`)
  process.stdout.write(formatJson(result))
}
