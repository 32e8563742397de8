// `lectern push` as a process, against a server that keeps talks.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer, testKey } from './api-server.ts'
import { makeExport, sampleEvent, samplePerson } from './samples.ts'

const events = [1, 2, 3, 4].map((id) => ({ ...sampleEvent, id, guid: `event-${id}`, title: `Event ${id}` }))
const command = fileURLToPath(new URL('./command.ts', import.meta.url))

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

type Outcome = { code: number; stdout: string; stderr: string }

type Exported = Record<string, unknown>[] | string
const push = (exported: Exported, ...flags: string[]) =>
  pushWith(['--email-pattern', '{slug}@speakers.example.org'], exported, ...flags)

async function pushWith(pattern: string[], exported: Exported, ...flags: string[]): Promise<Outcome> {
  await writeFile(
    join(folder, 'schedule.json'),
    typeof exported === 'string' ? exported : makeExport(exported),
  )
  const args = [command, 'push', 'schedule.json', '--url', api.url, '--ca', 'ca.pem', ...pattern, ...flags]
  const env = { ...process.env, LECTERN_KEY: testKey }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

const summaryOf = ({ stdout }: Outcome) => JSON.parse(stdout)
const isPut = ({ method }: { method: string }) => method === 'PUT'
const counts = { created: 0, updated: 0, unchanged: 0, refused: [] }

describe('lectern push', () => {
  it('creates every talk, then nothing', async () => {
    const first = await push(events, '--json')
    expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...counts, created: 4 })}\n` })
    expect(api.talks.get('event-2')).toMatchObject({ title: 'Event 2', start: '2030-05-01T08:00:00.000Z' })
    const calls = api.calls.length
    const second = await push(events, '--json')
    expect(second).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...counts, unchanged: 4 })}\n` })
    expect(api.calls.slice(calls).map(({ path }) => path)).toEqual([
      '/api/external/v1/talks?limit=200',
      '/api/external/v1/talks?limit=200&cursor=2',
    ])
  })

  it('sends only what is new or differs', async () => {
    await push(events.slice(0, 3))
    api.calls.length = 0
    const changed = [{ ...events[0], abstract: 'Another.' }, ...events.slice(1)]
    expect(summaryOf(await push(changed, '--json'))).toEqual({
      ...counts,
      created: 1,
      updated: 1,
      unchanged: 2,
    })
    expect(api.calls.filter(isPut).map(({ path }) => path)).toEqual([
      '/api/external/v1/talks/ext%3Aevent-1',
      '/api/external/v1/talks/ext%3Aevent-4',
    ])
  })

  it('ends with 2 where an event was refused, by itself or by the API, and the rest goes on', async () => {
    const errors = [{ pointer: '/speakers/0/email', code: 'format', message: 'must be an e-mail address' }]
    api.twist = ({ path }) => (path.endsWith('event-3') ? { status: 422, body: { errors } } : undefined)
    const result = await push([events[0] ?? {}, { ...events[1], persons: [] }, ...events.slice(2)], '--json')
    expect(result.code).toBe(2)
    expect(summaryOf(result)).toEqual({
      ...counts,
      created: 2,
      refused: [
        { event: 'Event 2 (event-2)', reason: 'it has no persons, and a talk needs one' },
        { event: 'Event 3 (event-3)', reason: '/speakers/0/email must be an e-mail address' },
      ],
    })
    expect(api.calls.some(({ path }) => path.endsWith('event-2'))).toBe(false)
  })

  it('ends with a table', async () => {
    const result = await push(
      [...events, { ...events[0], guid: 'x', persons: [] }],
      '--credentials',
      'new.csv',
    )
    expect(result.stdout).toBe(
      `Pushed:
  created    4
  updated    0
  unchanged  0
  refused    1

Refused:
  Event 1 (x): it has no persons, and a talk needs one

Passwords of 1 new accounts: new.csv (only you can read it)
`,
    )
    expect(result.stderr.split('\n')[0]).toBe('1/5 created Event 1 (event-1)')
  })

  it('keeps passwords in a file of the owner alone, and adds to it', async () => {
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

  it('names a file of its own for passwords, and leaves none without any', async () => {
    await push(events)
    await push(events)
    await push([{ ...events[0], title: 'Renamed' }, ...events.slice(1)])
    expect(
      (await readdir(folder)).filter((name) => /^credentials-\d{8}T\d{6}Z\.csv$/.test(name)).length,
    ).toBe(1)
  })

  it('sends nothing where the passwords could not be kept', async () => {
    const result = await push(events, '--credentials', 'absent/new.csv')
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('absent/new.csv cannot be written'),
    })
    expect(api.calls.filter(isPut)).toEqual([])
  })

  it('makes e-mails by its own pattern, and says so, where the export has none at all', async () => {
    const result = await pushWith([], events.slice(0, 1), '--json')
    expect(summaryOf(result)).toEqual({ ...counts, created: 1 })
    expect(api.talks.get('event-1')).toMatchObject({
      speakers: [{ email: 'ada-sample@speakers.example.org' }],
    })
    expect(result.stderr.split('\n')[0]).toBe(
      "the export has no e-mails: they are made by --email-pattern '{slug}@speakers.example.org'",
    )
  })

  it('wants a pattern where some persons have an e-mail and others have none', async () => {
    const persons = [samplePerson, { ...samplePerson, code: 'OTHER', email: 'other@example.net' }]
    const result = await pushWith([], [{ ...events[0], persons }], '--json')
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toBe(
      "error: The export has no e-mail address for 1 persons: give --email-pattern '{slug}@speakers.example.org'\n",
    )
  })

  it('counts a talk as created whose first answer was lost', async () => {
    api.twist = (call, count) => (isPut(call) && count === 2 ? 'drop' : undefined)
    expect(summaryOf(await push(events, '--json'))).toEqual({ ...counts, created: 4 })
  })

  it('only reads with --dry-run', async () => {
    await push(events.slice(0, 1))
    api.calls.length = 0
    const result = await push(events, '--dry-run', '--json')
    expect(summaryOf(result)).toEqual({ ...counts, created: 3, unchanged: 1 })
    expect(api.calls.filter(isPut)).toEqual([])
  })

  it('says what --truncate cut', async () => {
    const long = { ...events[0], abstract: 'word '.repeat(200) }
    expect(await push([long])).toMatchObject({ code: 2 })
    const result = await push([long], '--truncate')
    expect(result.code).toBe(0)
    expect(result.stdout).toContain('Cut:\n  Event 1 (event-1): description from 999 to 800 characters\n')
  })

  it('clears a track that the programme no longer has', async () => {
    await push(events.slice(0, 1))
    await push([{ ...events[0], track: null }])
    expect(api.talks.get('event-1')).toMatchObject({ track: null })
    await push([{ ...events[1], track: null }])
    expect(api.calls.at(-1)?.body).not.toHaveProperty('track')
  })

  it('keeps control characters of a title off the terminal', async () => {
    const result = await push([{ ...events[0], title: 'Red \u001B[31malert', persons: [] }])
    expect(`${result.stdout}${result.stderr}`).not.toContain('\u001B')
  })

  it.each([
    [['--key', 'wrong'], 'error: The server refuses the key: Invalid API key (401)'],
    [['--key', 'wrong key'], 'error: --key is not an API key'],
    [['--timezone', 'Mars/Base'], 'error: --timezone is not a name of the IANA database: Mars/Base'],
    [['--url', 'http://example.org'], 'error: --url must begin with https://'],
    [['--ca', 'absent.pem'], 'error: absent.pem cannot be read'],
  ])('ends with 1 and one clear line on a failure: %j', async (flags, message) => {
    const result = await push(events, '--json', ...flags)
    expect(result).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
    expect(result.stderr.trim().split('\n').length).toBe(1)
  })

  it('ends with 1 on a file that is no export', async () => {
    expect(await push('{}')).toMatchObject({
      code: 1,
      stderr:
        'error: schedule.json: schedule is not a JSON object; a schedule export of pretalx or frab is wanted\n',
    })
  })

  it('reports what went in before a failure', async () => {
    api.twist = ({ path }) =>
      path.endsWith('event-3') ? { status: 401, body: { message: 'Gone.' } } : undefined
    const result = await push(events)
    expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('  created    2\n') })
    expect(result.stderr).toContain('error: The server refuses the key: Gone. (401)')
  })

  it('warns of --insecure', async () => {
    expect((await push(events, '--insecure')).stderr).toContain('warning: --insecure')
  })
})
