// `lectern push` against the real API: each file format, dry runs, and pruning.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  makeExport,
  makeSessionize,
  sampleEvent,
  sampleSession,
} from '../../../../test/support/import/samples.ts'
import { startCutProxy } from '../../../../test/support/push/cut-proxy.ts'
import { command, type Outcome, runPush } from '../../../../test/support/push/run-push.ts'
import { useApi } from '../../../../test/support/scenarios.ts'

const server = useApi()
let folder: string
let tenants = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'push-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A new platform, and functions to push to it and read from it. */
async function createPlatform() {
  tenants += 1
  const { standard, api, send } = await server.createTenant()
  const push = async (file: string, text: string, ...flags: string[]): Promise<Outcome> => {
    await writeFile(join(folder, file), text)
    const target = ['--url', api.url, '--ca', join(api.dataDir, 'tls/cert.pem')]
    return runPush(folder, standard, [file, ...target, '--credentials', `new-${tenants}.csv`, ...flags])
  }
  const spawnPush = (file: string, ...flags: string[]) => {
    const target = ['--ca', join(api.dataDir, 'tls/cert.pem'), '--credentials', `new-${tenants}.csv`]
    const env = { ...process.env, LECTERN_KEY: standard }
    return spawn(process.execPath, [command, 'push', file, ...target, ...flags], { cwd: folder, env })
  }
  const start = async (file: string, text: string, ...flags: string[]) => {
    await writeFile(join(folder, file), text)
    return spawnPush(file, ...flags)
  }
  const get = async (path: string) => (await send('GET', path)).body
  const readCredentials = () => readFile(join(folder, `new-${tenants}.csv`), 'utf8')
  return { api, push, start, spawnPush, get, readCredentials }
}

const zero = { created: 0, updated: 0, unchanged: 0, refused: [] }
const events = [1, 2, 3, 4, 5, 6].map((id) => ({
  ...sampleEvent,
  id,
  guid: `event-${id}`,
  title: `Event ${id}`,
}))

test('pushes a frab schedule, and pushing it again changes nothing', async () => {
  const { push, get, readCredentials } = await createPlatform()
  const first = await push('schedule.json', makeExport(events), '--json')
  expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...zero, created: 6 })}\n` })
  expect(await readCredentials()).toMatch(
    /^email,password,event\nada-sample@speakers.example.org,\S{16,},event-1\n$/,
  )
  const again = await push('schedule.json', makeExport(events), '--json')
  expect(again).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...zero, unchanged: 6 })}\n` })
  expect((await get('/talks')).items.length).toBe(6)
})

test('pushes a Sessionize export, and pushing it again changes nothing', async () => {
  const { push, get } = await createPlatform()
  const flags = ['--timezone', 'Europe/Paris', '--email-pattern', '{slug}@speakers.example.org', '--json']
  const first = await push('all.json', makeSessionize([sampleSession]), ...flags)
  expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify({ ...zero, created: 1 })}\n` })
  expect(await get('/talks/ext:11')).toMatchObject({
    title: 'How to count',
    start: '2030-05-01T08:00:00.000Z',
    track: 'Numbers',
    speakers: [
      { email: 'ada@example.org', job: 'Counter, Example Ltd', highlighted: true },
      { email: 'bo@speakers.example.org', firstName: 'Bo' },
    ],
  })
  const again = await push('all.json', makeSessionize([sampleSession]), ...flags)
  expect(again.stdout).toBe(`${JSON.stringify({ ...zero, unchanged: 1 })}\n`)
})

const tables = {
  talks: `id,title,description,start,duration,track,room,keynote,speakers
t-1,How to count,"One, two, three.",2027-05-20 09:30,45,Numbers,Hall 1,x,Ada Sample <ada@example.org>; Bo Muster <bo@example.org>
t-2,How to sum,,2027-05-20 10:30,30,,,,Bo Muster <bo@example.org>
`,
  people: `id,type,first name,last name,email,company,highlight
p-1,Speaker,Ada,Sample,ada@example.org,Example Ltd,ja
p-2,Speaker,Cy,Prueba,cy@example.org,,nein
`,
  sponsors: `id,name,logo,level,website
s-1,Example Ltd,https://static.example.org/logo.png,1,https://example.org/
`,
}

test('pushes CSV files of people, talks, and sponsors, and pushing them again changes nothing', async () => {
  const { push, get, readCredentials } = await createPlatform()
  const pushAll = async () => {
    const outcomes: string[] = []
    for (const [kind, text] of [
      ['people', tables.people],
      ['talks', tables.talks],
      ['sponsors', tables.sponsors],
    ] as const) {
      outcomes.push((await push(`${kind}.csv`, text, '--timezone', 'Europe/Paris', '--json')).stdout)
    }
    return outcomes.map((line) => JSON.parse(line))
  }
  expect(await pushAll()).toEqual([2, 2, 1].map((created) => ({ ...zero, created })))
  expect(await pushAll()).toEqual([2, 2, 1].map((unchanged) => ({ ...zero, unchanged })))
  expect(await get('/talks/ext:t-1')).toMatchObject({
    start: '2027-05-20T07:30:00.000Z',
    duration: 45,
    keynote: true,
    room: 'Hall 1',
    speakers: [{ email: 'ada@example.org', company: 'Example Ltd' }, { email: 'bo@example.org' }],
  })
  expect(await get('/users/ext:p-1')).toMatchObject({ role: 'speaker', options: { highlight: true } })
  expect(await get('/sponsors/ext:s-1')).toMatchObject({ name: 'Example Ltd', level: 1 })
  expect(
    (await readCredentials())
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/,\S{16,},/, ',(password),')),
  ).toEqual([
    'email,password,event',
    'ada@example.org,(password),p-1',
    'cy@example.org,(password),p-2',
    'bo@example.org,(password),t-1',
  ])
})

test('names refused items by their row and pushes the rest', async () => {
  const { push } = await createPlatform()
  const text = `${tables.people}p-3,Speaker,Di,Prueba,not an address,,
p-1,Speaker,Again,Sample,again@example.org,,
p-4,Speaker,Same,Sample,ADA@example.org,,
`
  const result = await push('people.csv', text, '--json')
  expect(result.code).toBe(2)
  expect(JSON.parse(result.stdout)).toEqual({
    ...zero,
    created: 2,
    refused: [
      { event: 'Di Prueba (p-3)', reason: 'row 4: /email must be an e-mail address' },
      { event: 'Again Sample (p-1)', reason: 'row 5: another row has the same identifier' },
      { event: 'Same Sample (p-4)', reason: 'row 6: row 2 has the same e-mail' },
    ],
  })
})

test('a push that is killed before its response arrives loses no passwords, even if the file has changed since', async () => {
  const { api, push, start, get, readCredentials } = await createPlatform()
  const [event] = [{ ...sampleEvent, description: 'Longer. '.repeat(1_000) }]
  const other = { ...sampleEvent, guid: 'other', persons: [{ id: 8, code: 'XYZ', public_name: 'Cy Prueba' }] }
  await using proxy = await startCutProxy(Number(new URL(api.url).port))
  const url = ['--url', `https://127.0.0.1:${proxy.port}`]
  proxy.isHolding = true
  const running = await start('cut.json', makeExport([event]), ...url)
  await vi.waitFor(async () => expect((await get('/talks')).items.length).toBe(1), { timeout: 60_000 })
  running.kill('SIGKILL')
  await once(running, 'close')
  proxy.isHolding = false
  const result = await push('cut.json', makeExport([{ ...event, title: 'Renamed' }, other]), ...url, '--json')
  expect([result.code, JSON.parse(result.stdout)]).toEqual([0, { ...zero, created: 1, updated: 1 }])
  expect(result.stderr).toContain('the interrupted push was applied; passwords of 1 new account saved\n')
  const [, ada = '', cy = ''] = (await readCredentials()).split('\n')
  expect([ada, cy].map((line) => line.replace(/,\S{20},/, ',(password),'))).toEqual([
    `ada-sample@speakers.example.org,(password),${sampleEvent.guid}`,
    'cy-prueba@speakers.example.org,(password),other',
  ])
  expect((await readdir(folder)).filter((name) => name.startsWith('lectern-push-'))).toEqual([])
})

test('a dry run prints the changes and makes none', async () => {
  const { push, get } = await createPlatform()
  await push('talks.csv', tables.talks, '--timezone', 'Europe/Paris')
  const before = await get('/talks')
  const text = `id,title,description,start,duration,track,room,keynote,speakers
t-1,How to count,"One, two, four.",2027-05-20 11:30,45,,Hall 2,,Ada Sample <ada@example.org>; Cy Prueba <cy@example.org>
t-3,How to divide,,2027-05-20 12:30,30,,,,Cy Prueba <cy@example.org>
`
  const flags = ['--timezone', 'Europe/Paris', '--dry-run', '--prune', '--confirm']
  const result = await push('talks.csv', text, ...flags)
  expect(result.code).toBe(0)
  expect(result.stdout).toBe(`~ talk How to count (t-1)
    description  "One, two, three." → "One, two, four."
    keynote      true → false
    room         "Hall 1" → "Hall 2"
    speakers     - "bo@example.org"
                 + "cy@example.org"
    start        "2027-05-20T09:30:00+02:00" → "2027-05-20T11:30:00+02:00"
    track        "Numbers" → (none)
+ talk How to divide (t-3)
    2027-05-20T12:30:00+02:00 · 30 min · Cy Prueba
- talk How to sum (t-2)
+ account cy@example.org

Dry run, nothing was changed. Result of a push:
  created    1
  updated    1
  unchanged  0
  removed    1
  refused    0

New accounts: 1
`)
  expect(await get('/talks')).toEqual(before)
})

test('a dry run with --json prints the changes and the accounts that a push would create', async () => {
  const { push, get } = await createPlatform()
  await push('talks.csv', tables.talks, '--timezone', 'Europe/Paris')
  const text = `id,title,speakers\nt-1,How to multiply,Ada Sample <ada@example.org>; Cy Prueba <cy@example.org>\n`
  const { code, stdout } = await push('talks.csv', text, '--dry-run', '--json')
  const change = (pointer: string, before: unknown, after: unknown) => ({ pointer, before, after })
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      ...zero,
      updated: 1,
      changes: [
        {
          kind: 'talks',
          action: 'updated',
          name: 'How to multiply (t-1)',
          changes: [
            change('/speakers', ['ada@example.org', 'bo@example.org'], ['ada@example.org', 'cy@example.org']),
            change('/title', 'How to count', 'How to multiply'),
          ],
        },
      ],
      accounts: ['cy@example.org'],
    },
  ])
  expect((await get('/talks/ext:t-1')).title).toBe('How to count')
})

test('a schedule fills description and details, and leaves the time zone of talks open if it names none', async () => {
  const { push, get } = await createPlatform()
  const text = makeExport([sampleEvent], { time_zone_name: undefined })
  expect((await push('schedule.json', text)).code).toBe(0)
  expect((await get('/talks')).items).toMatchObject([
    {
      description: 'One, two, three.',
      details: 'Longer.',
      start: '2030-05-01T08:00:00.000Z',
      timezone: null,
    },
  ])
})

test('a speaker who is only an e-mail is the account with that e-mail, and no second account', async () => {
  const { push, get } = await createPlatform()
  await push('people.csv', tables.people)
  const text = `id,title,description,start,speakers
t-1,One,,2027-05-20T09:30:00Z,ada@example.org
t-2,Two,,2027-05-20T09:30:00Z,nobody@example.org
t-3,Three,,2027-05-20T09:30:00Z,Bo Muster
`
  const result = await push('talks.csv', text, '--json')
  expect([result.code, JSON.parse(result.stdout)]).toEqual([
    2,
    {
      ...zero,
      created: 1,
      refused: [
        {
          event: 'Two (t-2)',
          reason:
            'row 3: nobody@example.org has no name and no account; add the name, such as “Ada Lindqvist <nobody@example.org>”',
        },
        {
          event: 'Three (t-3)',
          reason:
            "row 4: Bo Muster has no e-mail; add it, or create it with --email-pattern '{slug}@speakers.example.org'",
        },
      ],
    },
  ])
  expect((await get('/talks/ext:t-1')).speakers).toMatchObject([
    { email: 'ada@example.org', lastName: 'Sample' },
  ])
  expect((await get('/users')).items.length).toBe(2)
})

test('a dry run of people names each person once', async () => {
  const { push } = await createPlatform()
  const { stdout } = await push('people.csv', tables.people, '--dry-run')
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '+ person Ada Sample (p-1)',
    '+ person Cy Prueba (p-2)',
    '',
    'Dry run, nothing was changed. Result of a push:',
  ])
  expect(stdout).toContain('\nNew accounts: 2\n')
})

test('reads standard input and URLs, shows new talks in a dry run, and prints equal warnings once', async () => {
  const { api, spawnPush } = await createPlatform()
  const header = 'id,title,description,start,timezone,duration,room,speakers'
  const rows = [1, 2, 3, 4].map(
    (n) => `${n},Talk ${n},d,2027-06-01 10:00,Europe/Paris,45,Hall ${n},Name ${n} <ada@example.org>`,
  )
  const table = [header, ...rows].join('\n')
  const run = async (file: string, ...flags: string[]) => {
    const child = spawnPush(file, '--url', api.url, ...flags)
    child.stdin.end(table)
    const [stdout, , [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code, stdout }
  }
  const files = createServer((_request, response) => response.end(table)).listen(0, '127.0.0.1')
  await once(files, 'listening')
  const { port } = files.address() as AddressInfo
  const dry = await run(`http://127.0.0.1:${port}/programme.csv`, '--dry-run')
  files.close()
  expect(dry.stdout).toContain(
    '+ talk Talk 1 (1)\n    2027-06-01T10:00:00+02:00 · 45 min · Hall 1 · Name 1\n',
  )
  const pushed = await run('-', '--source', 'csv:programme')
  expect(pushed.code).toBe(0)
  expect(pushed.stdout).toContain('created    4')
  const [, warnings = ''] = pushed.stdout.split('Warnings:\n')
  expect(warnings.split('\n')[0]).toMatch(
    /^ {2}3 times: The account with this e-mail has another name\..* \(Talk 2 \(2\), Talk 3 \(3\), Talk 4 \(4\)\)$/,
  )
})

test('pruning removes talks of the same source that are no longer in the file, and many only with --confirm', async () => {
  const { push, get } = await createPlatform()
  await push('schedule.json', makeExport(events))
  await push('talks.csv', tables.talks, '--timezone', 'Europe/Paris')
  const few = makeExport(events.slice(0, 2))
  const refused = await push('schedule.json', few, '--prune', '--json')
  expect(refused.code).toBe(2)
  expect(JSON.parse(refused.stdout).needsConfirm).toContain('Pruning would remove')
  expect(refused.stderr).toContain('Use --dry-run to list them, or --confirm to remove them.')
  expect((await get('/talks')).items.length).toBe(8)
  // A talk that cannot be read is not treated as removed.
  const invalid = makeExport([{ ...events[0], date: '' }, ...events.slice(1, 5)])
  expect(JSON.parse((await push('schedule.json', invalid, '--prune', '--json')).stdout)).toMatchObject({
    unchanged: 4,
    removed: 1,
    refused: [{ event: 'Event 1 (event-1)' }],
  })
  const confirmed = await push('schedule.json', few, '--prune', '--confirm', '--json')
  expect(JSON.parse(confirmed.stdout)).toEqual({ ...zero, unchanged: 2, removed: 3 })
  const remaining = (await get('/talks')).items.map(({ externalId }: { externalId: string }) => externalId)
  expect(remaining.sort()).toEqual(['event-1', 'event-2', 't-1', 't-2'])
})
