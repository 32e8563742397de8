// `lectern push` as a process, against a test server.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeExport,
  makeSessionize,
  sampleEvent,
  samplePerson,
  sampleSession,
} from '../../../../test/support/import/samples.ts'
import { type ApiServer, startApiServer, testKey } from '../../../../test/support/push/api-server.ts'
import { command, type Outcome, runPush } from '../../../../test/support/push/run-push.ts'

const events = [1, 2, 3, 4].map((id) => ({ ...sampleEvent, id, guid: `event-${id}`, title: `Event ${id}` }))

let api: ApiServer
let folder: string
beforeEach(async () => {
  api = await startApiServer()
  folder = await mkdtemp(join(tmpdir(), 'push-'))
  await writeFile(join(folder, 'ca.pem'), api.certificate)
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

type Exported = Record<string, unknown>[] | string
const push = (exported: Exported, ...flags: string[]) =>
  pushWith(['--email-pattern', '{slug}@speakers.example.org'], exported, ...flags)

async function pushWith(pattern: string[], exported: Exported, ...flags: string[]): Promise<Outcome> {
  await writeFile(
    join(folder, 'schedule.json'),
    typeof exported === 'string' ? exported : makeExport(exported),
  )
  return runPush(folder, testKey, ['schedule.json', '--url', api.url, '--ca', 'ca.pem', ...pattern, ...flags])
}

/** Every push prints its idempotency key. */
const withoutKey = (stderr: string) =>
  stderr.replace(/^idempotency key: \S+ \(kept in \S+ until the result is saved\)\n/m, '')
const summaryOf = ({ stdout }: Outcome) => JSON.parse(stdout)
const counts = { created: 0, updated: 0, unchanged: 0, refused: [] }

describe('lectern push', () => {
  it('sends the programme in one request with its own idempotency key, and a second push changes nothing', async () => {
    const first = await push(events, '--json')
    expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...counts, created: 4 })}\n` })
    expect(api.talks.get('event-2')).toMatchObject({ title: 'Event 2', start: '2030-05-01T08:00:00.000Z' })
    const second = await push(events, '--json')
    expect(second).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...counts, unchanged: 4 })}\n` })
    expect(api.calls.map(({ method, path, body }) => [method, path, Object.keys(body)])).toEqual(
      Array(2).fill(['PUT', '/api/external/v1/programme', ['source', 'talks']]),
    )
    const keys = api.calls.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(keys[0]).not.toBe(keys[1])
  })

  it('exits with 2 if an event was refused, locally or by the API, and lists refusals in the order of the file', async () => {
    const errors = [
      { pointer: '/talks/1/speakers/0/email', code: 'format', message: 'must be an e-mail address' },
      { pointer: '/title', code: 'length', message: 'is too long' },
    ]
    const refused = [
      { pointer: '/talks/1', code: 'invalid_data', message: 'Not valid.', errors },
      { pointer: '/talks/2', code: 'email_taken', message: 'The e-mail is taken.' },
      { pointer: '/people', id: 'x-1', code: 'role_protected', message: 'It is the account of an owner.' },
    ]
    const created = { talks: 1, sponsors: 0, people: 0 }
    api.twist = () => ({ status: 200, body: { code: 'ok', created, refused } })
    const result = await push([events[0] ?? {}, { ...events[1], date: '' }, ...events.slice(2)], '--json')
    expect(result.code).toBe(2)
    expect(summaryOf(result)).toEqual({
      ...counts,
      created: 1,
      refused: [
        { event: 'Event 2 (event-2)', reason: 'it has no time yet' },
        {
          event: 'Event 3 (event-3)',
          reason: '/speakers/0/email must be an e-mail address; /title is too long',
        },
        { event: 'Event 4 (event-4)', reason: 'The e-mail is taken.' },
        { event: 'removal of x-1', reason: 'It is the account of an owner.' },
      ],
    })
    expect(api.calls[0]?.body.talks?.map(({ externalId }) => externalId)).toEqual([
      'event-1',
      'event-3',
      'event-4',
    ])
  })

  it('prints a summary table', async () => {
    const result = await push([...events, { ...events[0], guid: 'x', date: '' }], '--credentials', 'new.csv')
    expect(result.stdout).toBe(
      `Pushed:
  created    4
  updated    0
  unchanged  0
  refused    1

Refused:
  Event 1 (x): it has no time yet

Passwords of 1 new account: new.csv (readable only by you)
`,
    )
    expect(withoutKey(result.stderr)).toBe('pushing 4 talks\n')
  })

  it('appends passwords to a file that only the owner can read', async () => {
    const result = await push(events, '--credentials', 'new.csv')
    const file = join(folder, 'new.csv')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const other = { ...samplePerson, code: 'OTHER', public_name: 'Other One' }
    await push([{ ...events[0], guid: 'event-5', persons: [other] }], '--credentials', 'new.csv')
    expect(await readFile(file, 'utf8')).toBe(
      `email,password,event
ada-sample@speakers.example.org,"password,of ada-sample@speakers.example.org",event-1
other-one@speakers.example.org,"password,of other-one@speakers.example.org",event-5
`,
    )
    expect(`${result.stdout}${result.stderr}`).not.toContain('password,of')
  })

  it('uses a new file for passwords by default, and removes it if there are none', async () => {
    await push(events)
    await push(events)
    await push([{ ...events[0], title: 'Renamed' }, ...events.slice(1)])
    expect(
      (await readdir(folder)).filter((name) => /^credentials-\d{8}T\d{6}Z\.csv$/.test(name)).length,
    ).toBe(1)
  })

  it('sends nothing if the passwords could not be saved', async () => {
    const result = await push(events, '--credentials', 'absent/new.csv')
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot write absent/new.csv'),
    })
    expect(api.calls).toEqual([])
  })

  it('uses and reports the default e-mail pattern if the export has no e-mails', async () => {
    const result = await pushWith([], events.slice(0, 1), '--json')
    expect(summaryOf(result)).toEqual({ ...counts, created: 1 })
    expect(api.talks.get('event-1')).toMatchObject({
      speakers: [{ email: 'ada-sample@speakers.example.org' }],
    })
    expect(result.stderr.split('\n')[0]).toBe(
      "the file has no e-mails; using --email-pattern '{slug}@speakers.example.org'",
    )
  })

  it('refuses only the talks of people without an e-mail if others have one', async () => {
    const other = { ...samplePerson, code: 'OTHER', email: 'other@example.net' }
    const result = await pushWith([], [{ ...events[0], persons: [other] }, ...events.slice(1, 2)], '--json')
    expect(result.code).toBe(2)
    expect(summaryOf(result)).toEqual({
      ...counts,
      created: 1,
      refused: [
        {
          event: 'Event 2 (event-2)',
          reason:
            "Ada Sample has no e-mail; add it, or create it with --email-pattern '{slug}@speakers.example.org'",
        },
      ],
    })
  })

  it('reads a table in another encoding with --encoding, and names the option', async () => {
    const file = join(folder, 'talks.csv')
    await writeFile(file, Buffer.from('id,title\n1,Z\xe4hlen\n', 'latin1'))
    const args = ['talks.csv', '--url', api.url, '--ca', 'ca.pem', '--json']
    const plain = await runPush(folder, testKey, args)
    expect([plain.code, summaryOf(plain)]).toEqual([
      1,
      {
        error:
          'talks.csv: The file is not UTF-8. Save it as “CSV UTF-8”, or name its encoding, such as --encoding windows-1252.',
      },
    ])
    expect((await runPush(folder, testKey, [...args, '--encoding', 'windows-1252'])).code).toBe(0)
    expect(api.talks.get('1')).toMatchObject({ title: 'Zählen' })
    expect(summaryOf(await runPush(folder, testKey, [...args, '--encoding', 'klingon'])).error).toContain(
      '--encoding is not known: klingon.',
    )
  })

  it('gets a lost response, including passwords, with a retry', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : undefined)
    const result = await push(events, '--json', '--credentials', 'new.csv')
    expect(summaryOf(result)).toEqual({ ...counts, created: 4 })
    expect(result.stderr).toContain('waiting 0.5 s: ECONNRESET\n')
    expect(await readFile(join(folder, 'new.csv'), 'utf8')).toContain('"password,of ada-sample@')
  })

  it('changes nothing with --dry-run', async () => {
    await push(events.slice(0, 1))
    const before = new Map(api.talks)
    const result = await push(events, '--dry-run', '--json', '--credentials', 'new.csv')
    expect(summaryOf(result)).toEqual({ ...counts, created: 3, unchanged: 1, changes: [], accounts: [] })
    expect(api.calls.at(-1)).toMatchObject({ path: '/api/external/v1/programme?dryRun=true' })
    expect(api.calls.at(-1)).toHaveProperty('idempotencyKey', undefined)
    expect(api.talks).toEqual(before)
    expect(await readdir(folder)).not.toContain('new.csv')
  })

  it.each([
    ['the acronym of a schedule', makeExport([sampleEvent]), [], 'frab:numbers30'],
    ['the file', makeSessionize([sampleSession]), ['--timezone', 'Europe/Paris'], 'sessionize:schedule'],
    ['the file', 'id,title\n1,One', [], 'csv:schedule'],
    ['--source', 'id,title\n1,One', ['--source', 'desk'], 'desk'],
  ])('names its source by %s', async (_, exported, flags, source) => {
    await push(exported, ...flags)
    expect(api.calls[0]?.body.source).toBe(source)
  })

  it('protects unreadable entries from pruning, and counts them only as refused', async () => {
    await push(events)
    const result = await push([{ ...events[0], date: '' }, ...events.slice(1)], '--prune', '--json')
    expect(summaryOf(result)).toEqual({
      ...counts,
      unchanged: 3,
      removed: 0,
      refused: [{ event: 'Event 1 (event-1)', reason: 'it has no time yet' }],
    })
    expect(api.calls[1]?.body).toMatchObject({ prune: true, talks: [{ externalId: 'event-1' }, {}, {}, {}] })
    expect(api.calls[1]?.body.talks?.[0]).toEqual({ externalId: 'event-1' })
  })

  it.each([
    ['talks', 'id,title\n'],
    ['sponsors', 'id,name,level,logo\n'],
    ['people', 'id,email\n'],
    ['talks', makeExport([])],
    ['talks', makeSessionize([])],
  ])('sends an empty list of %s, so that --prune removes earlier objects', async (kind, text) => {
    await push(text, '--prune', '--source', 'desk')
    expect(api.calls[0]?.body).toEqual({ source: 'desk', [kind]: [], prune: true })
  })

  const tooLarge = {
    status: 409,
    body: { code: 'prune_too_large', message: 'Pruning would remove 3 of 4 talks.' },
  }

  it('explains how to remove more than the allowed share', async () => {
    api.twist = () => tooLarge
    const reason = 'Pruning would remove 3 of 4 talks.'
    const message = `${reason} Use --dry-run to list them, or --confirm to remove them.`
    const result = await push(events, '--prune', '--json')
    expect(result).toMatchObject({
      code: 2,
      stdout: `${JSON.stringify({ error: message, needsConfirm: reason })}\n`,
    })
    expect(withoutKey(result.stderr)).toBe(`pushing 4 talks\nerror: ${message}\n`)
    api.twist = () => undefined
    await push(events, '--prune', '--confirm')
    expect(api.calls.at(-1)?.body).toMatchObject({ prune: true, confirm: true })
  })

  it('shows in a dry run what would be removed, and that the push requires --confirm', async () => {
    const none = { talks: 0, sponsors: 0, people: 0 }
    const gone = (pointer: string, before: string) => ({ pointer, before, after: null })
    const changes = [gone('/title', 'Old'), gone('/externalId', 'o-1')]
    const removal = { kind: 'talks', action: 'removed', id: 'x-1', changes }
    api.twist = ({ body }) => {
      const answer = { code: 'ok', created: none, removed: { ...none, talks: 3 }, changes: [removal] }
      return body.confirm ? { status: 200, body: answer } : tooLarge
    }
    const result = await push(events, '--prune', '--dry-run')
    expect(result.code).toBe(2)
    expect(result.stdout).toContain('- talk Old (o-1)\n')
    expect(result.stdout).toContain('  removed    3\n')
    expect(result.stdout).toContain('\nThis push requires --confirm: Pruning would remove 3 of 4 talks.\n')
    const line = await push(events, '--prune', '--dry-run', '--json')
    expect(summaryOf(line)).toEqual({
      ...counts,
      removed: 3,
      changes: [{ kind: 'talks', action: 'removed', name: 'Old (o-1)', changes }],
      accounts: [],
      needsConfirm: 'Pruning would remove 3 of 4 talks.',
    })
    expect(line.stderr).toContain('This push requires --confirm: Pruning would remove 3 of 4 talks.\n')
    expect((await push(events, '--prune', '--dry-run', '--confirm')).code).toBe(0)
  })

  it('reports a server that is too old', async () => {
    api.twist = () => ({ status: 404, body: { code: 'not_found', message: 'Not found.' } })
    expect((await push(events)).stderr).toContain('error: The server does not support PUT /programme')
  })

  it('prints a line of JSON also if the server refuses the programme', async () => {
    api.twist = () => ({ status: 422, body: { code: 'invalid_data', message: 'Not valid.' } })
    const result = await push(events, '--json')
    expect(result.code).toBe(1)
    expect(summaryOf(result)).toEqual({ error: 'The server refused the programme: Not valid. (422)' })
  })

  it('reports the texts that --truncate shortened', async () => {
    const long = { ...events[0], abstract: 'word '.repeat(200) }
    expect(await push([long])).toMatchObject({ code: 2 })
    const result = await push([long], '--truncate')
    expect(result.code).toBe(0)
    expect(result.stdout).toContain(
      'Shortened:\n  Event 1 (event-1): description from 999 to 800 characters\n',
    )
  })

  it('clears a track that the programme no longer has', async () => {
    await push([{ ...events[0], track: null }])
    expect(api.calls[0]?.body.talks?.[0]).toMatchObject({ track: null })
  })

  it('removes control characters in titles from its output', async () => {
    const result = await push([{ ...events[0], title: 'Red \u001B[31malert', date: '' }])
    expect(`${result.stdout}${result.stderr}`).not.toContain('\u001B')
  })

  it.each([
    [['--key', 'wrong'], 'error: The server refused the API key: Invalid API key (401)'],
    [['--key', 'wrong key'], 'error: --key is not an API key'],
    [['--timezone', 'Mars/Base'], 'error: --timezone is not an IANA time zone: Mars/Base'],
    [['--url', 'http://example.org'], 'error: --url must begin with https://'],
    [['--ca', 'absent.pem'], 'error: Cannot read absent.pem: no such file or folder'],
    [['--ca', 'schedule.json'], 'error: --ca: schedule.json contains no valid certificate in PEM format'],
    [['--columns', '.'], 'error: Cannot read .: it is a folder'],
    [['--credentials', '.'], 'error: Cannot write .: it is a folder'],
    [['--confirm'], 'error: --confirm requires --prune'],
    [['--source', ' '], 'error: --source must have 1 to 60 characters'],
    [['--columns', 'ca.pem'], 'error: ca.pem: The file is not valid JSON.'],
    [['--format', 'csv'], 'error: schedule.json: '],
    [['--format', 'docx'], "error: option '--format <format>' argument 'docx' is invalid."],
  ])('exits with 1 and a one-line error: %j', async (flags, message) => {
    const result = await push(events, '--json', ...flags)
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
    expect(`error: ${summaryOf(result).error}`).toContain(message)
    expect(
      withoutKey(result.stderr)
        .replace(/^pushing 4 talks\n/, '')
        .trim()
        .split('\n').length,
    ).toBe(1)
  })

  it.each([
    [['--json', '--url', 'https://localhost'], "missing required argument 'file'"],
    [['a.csv', '--json'], "required option '--url <url>' not specified"],
    [
      ['a.csv', '--url', 'https://localhost', '--json', '--prun'],
      "unknown option '--prun' (Did you mean --prune?)",
    ],
  ])('prints a JSON error if it is called wrongly: %j', async (args, error) => {
    const result = await runPush(folder, testKey, args)
    expect(result).toMatchObject({ code: 1, stdout: `${JSON.stringify({ error })}\n` })
    expect(result.stderr.replace('\n(', ' (')).toBe(`error: ${error}\n`)
  })

  it('exits with 1 if the file is not an export', async () => {
    expect(await push('{}')).toMatchObject({
      code: 1,
      stderr: 'error: schedule.json: schedule is missing; expected a schedule export from pretalx or frab\n',
    })
  })

  it('warns about --insecure', async () => {
    expect((await push(events, '--insecure')).stderr).toContain('warning: --insecure')
  })
})

describe('a push whose response is lost', () => {
  const lost = { status: 429, headers: { 'retry-after': '7200' } }
  const credentials = () => readFile(join(folder, 'new.csv'), 'utf8')
  const kept = async () => (await readdir(folder)).filter((name) => name.startsWith('lectern-push-'))
  const keyOf = (count: number) => api.calls[count - 1]?.idempotencyKey
  const titlesOf = (count: number) => api.calls[count - 1]?.body.talks?.map(({ title }) => title)
  const save = ['--json', '--credentials', 'new.csv']
  const [one, two] = [events.slice(0, 1), [{ ...events[0], title: 'Renamed' }, ...events.slice(1, 2)]]

  it.each([
    ['the rate limit', lost],
    ['a revoked key', { status: 401, body: { message: 'Invalid API key' } }],
  ])('is resumed by the next push, after retries were refused because of %s', async (_, answer) => {
    api.twist = (_, count) => (count === 1 ? 'drop' : answer)
    const first = await push(one, ...save)
    expect(first.code).toBe(1)
    const [file] = await kept()
    expect((await stat(join(folder, file ?? ''))).mode & 0o777).toBe(0o600)
    const advice = `It is unknown whether the push was applied. Push again within 24 hours to get its result, including passwords: ${file} contains its idempotency key, ${keyOf(1)}`
    expect(first.stderr).toContain(`${advice}\n`)
    expect(summaryOf(first)).toEqual({
      error: expect.stringContaining(advice),
      idempotencyKey: keyOf(1),
    })
    api.twist = () => undefined
    const again = await push(one, ...save)
    expect([again.code, summaryOf(again)]).toEqual([0, { ...counts, created: 1 }])
    expect(new Set(api.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await credentials()).toContain('"password,of ada-sample@')
    expect(await kept()).toEqual([])
  })

  it('is resumed with the file as it was, before the changed file is pushed with a new key', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    api.twist = () => undefined
    const result = await push(two, ...save)
    expect([result.code, summaryOf(result)]).toEqual([0, { ...counts, created: 1, updated: 1 }])
    expect(result.stderr).toContain('the interrupted push was applied; passwords of 1 new account saved\n')
    expect(await credentials()).toContain('"password,of ada-sample@')
    expect([keyOf(3), keyOf(4), keyOf(5) === keyOf(1)]).toEqual([keyOf(1), keyOf(1), false])
    expect([titlesOf(3), titlesOf(4), titlesOf(5)]).toEqual([
      ['Renamed', 'Event 2'],
      ['Event 1'],
      ['Renamed', 'Event 2'],
    ])
    expect(await kept()).toEqual([])
  })

  it('is not applied late if it never reached the server and the file has changed', async () => {
    api.twist = () => ({ status: 503, headers: { 'retry-after': '7200' } })
    await push(one, ...save)
    api.twist = () => undefined
    const result = await push(two, ...save)
    expect([result.code, summaryOf(result)]).toEqual([0, { ...counts, created: 2 }])
    expect([api.calls.length, titlesOf(2)]).toEqual([2, ['Renamed', 'Event 2']])
    expect(await kept()).toEqual([])
  })

  it('stays resumable when the next push fails', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    api.twist = () => ({ status: 422, body: { message: 'Not valid.' } })
    expect((await push(two, ...save)).code).toBe(1)
    api.twist = () => undefined
    await push(two, ...save)
    expect(await credentials()).toContain('"password,of ada-sample@')
  })

  it('is given up after 24 hours, when the server has no result of it any more', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    const file = join(folder, (await kept())[0] ?? '')
    const content = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...content, createdAt: '2026-01-02T03:04:05.000Z' }))
    api.twist = () => undefined
    const result = await push(one, ...save)
    expect(result.stderr).toContain(
      'the result of the interrupted push of 2026-01-02T03:04:05.000Z is no longer available; new accounts from it need a reset link\n',
    )
    expect([result.code, keyOf(3) === keyOf(1)]).toEqual([0, false])
  })

  it('is not forgotten if its file is damaged, or another key is given', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    const [file = ''] = await kept()
    expect((await push(one, ...save, '--idempotency-key', 'other')).stderr).toContain(
      `error: An earlier push with the idempotency key ${keyOf(1)} was interrupted. Push without --idempotency-key to get its result, or delete ${file}.\n`,
    )
    await writeFile(join(folder, file), '{')
    expect((await push(one, ...save)).stderr).toContain(
      `error: ${file}, which an interrupted push left behind, is damaged. Delete it to push without the result of that push.\n`,
    )
    expect(api.calls.length).toBe(2)
  })

  it('sends nothing if the key cannot be stored', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    const [file = ''] = await kept()
    await rm(join(folder, file))
    await mkdir(join(folder, file))
    expect((await push(one, ...save)).stderr).toContain(`error: Cannot read ${file}: it is a folder\n`)
    expect(api.calls.length).toBe(2)
  })

  it('is repeated elsewhere with --idempotency-key', async () => {
    api.twist = (_, count) => (count === 1 ? 'drop' : lost)
    await push(one, ...save)
    api.twist = () => undefined
    await mkdir(join(folder, 'elsewhere'))
    const flags = ['--credentials', 'elsewhere/new.csv', '--idempotency-key', keyOf(1) ?? '']
    await push(one, ...flags)
    expect(await readFile(join(folder, 'elsewhere/new.csv'), 'utf8')).toContain('"password,of ada-sample@')
  })
})

describe('a push that is interrupted', () => {
  const start = async (text: string, ...flags: string[]) => {
    const file = join(folder, 'talks.csv')
    await writeFile(file, text)
    const args = [command, 'push', 'talks.csv', '--url', api.url, '--ca', 'ca.pem', '--json', ...flags]
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, LECTERN_KEY: testKey },
    })
    const printed = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (printed.stdout += chunk))
    child.stderr.on('data', (chunk) => (printed.stderr += chunk))
    const exited = once(child, 'close')
    const shows = (text: string) =>
      vi.waitFor(() => expect(printed.stdout + printed.stderr).toContain(text), { timeout: 60_000 })
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal)
      const [code, by] = await exited
      return { code, by }
    }
    return { file, printed, shows, end }
  }

  it('with --watch pushes again when the file changes, continues after an error, and exits cleanly on SIGINT', async () => {
    const running = await start('id,title\n1,One\n', '--watch')
    await running.shows(`${JSON.stringify({ ...counts, created: 1 })}\n`)
    await writeFile(running.file, 'title,title\nOne,Two\n')
    await running.shows('error: talks.csv: Two columns have the name "title"')
    await writeFile(running.file, 'id,title\n1,Renamed\n')
    await running.shows(`${JSON.stringify({ ...counts, updated: 1 })}\n`)
    expect(api.talks.get('1')).toMatchObject({ title: 'Renamed' })
    expect(await running.end('SIGINT')).toEqual({ code: 0, by: null })
    const [first, ...lines] = running.printed.stderr.trimEnd().split('\n')
    expect(first).toBe('watching talks.csv; press Ctrl-C to stop')
    expect(lines.filter((line) => /^\d\d:\d\d:\d\d talks\.csv$/.test(line)).length).toBe(3)
  })

  it('with --watch retries a failed push until it succeeds, and gets the lost response', async () => {
    api.twist = (_, count) => {
      if (count === 1) return 'drop'
      return count === 2 ? { status: 429, headers: { 'retry-after': '3600' } } : undefined
    }
    const speaker = 'id,title,speakers\n1,One,Ada Sample <ada@example.org>\n'
    const running = await start(speaker, '--watch', '--credentials', 'new.csv')
    await running.shows('waiting 0.5 s: ECONNRESET\nerror: The server asks to wait 3600 s. It is unknown')
    await running.shows(`${JSON.stringify({ ...counts, created: 1 })}\n`)
    expect(await readFile(join(folder, 'new.csv'), 'utf8')).toContain('"password,of ada@example.org"')
    expect(new Set(api.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(await running.end('SIGINT')).toEqual({ code: 0, by: null })
  }, 60_000)

  it.each([
    [[], 'SIGINT'],
    [['--watch'], 'SIGTERM'],
  ] as const)('waits for the response, which contains passwords: %j, %s', async (flags, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    api.hold = promise
    const running = await start('id,title\n1,One\n', ...flags)
    await vi.waitFor(() => expect(api.calls.length).toBe(1), { timeout: 60_000 })
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('lectern-push-'))
    const key = api.calls[0]?.idempotencyKey
    expect(running.printed.stderr).toContain(
      `idempotency key: ${key} (kept in ${file} until the result is saved)\n`,
    )
    expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toMatchObject({ idempotencyKey: key })
    const ended = running.end(signal)
    await running.shows('stopping after this push; press Ctrl-C again to stop immediately')
    resolve()
    expect(await ended).toEqual({ code: 0, by: null })
    expect(running.printed.stdout).toBe(`${JSON.stringify({ ...counts, created: 1 })}\n`)
  })

  it.each([
    [['--dry-run'], 1],
    [[], 2],
  ] as const)('exits immediately: %j, on signal %i', async (flags, times) => {
    api.hold = new Promise(() => {})
    const running = await start('id,title\n1,One\n', ...flags)
    await vi.waitFor(() => expect(api.calls.length).toBe(1), { timeout: 60_000 })
    const ended = running.end('SIGINT')
    if (times > 1) {
      await running.shows('stopping after this push; press Ctrl-C again to stop immediately')
      void running.end('SIGINT')
    }
    expect(await ended).toEqual({ code: null, by: 'SIGINT' })
  })
})
