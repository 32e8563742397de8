// `lectern push` against the real API: each file format, dry runs, and pruning.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Outcome, runPush } from '../../push/run-push.ts'
import { makeExport, makeSessionize, sampleEvent, sampleSession } from '../../push/samples.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let server: TestApi
let folder: string
let tenants = 0
beforeAll(async () => {
  server = await startApi()
  folder = await mkdtemp(join(tmpdir(), 'push-'))
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** A new platform, and functions to push to it and read from it. */
async function createPlatform() {
  tenants += 1
  const { standard } = await server.addPlatform(`push-${tenants}`)
  const push = async (file: string, text: string, ...flags: string[]): Promise<Outcome> => {
    await writeFile(join(folder, file), text)
    const target = ['--url', server.url, '--ca', join(server.dataDir, 'tls/cert.pem')]
    return runPush(folder, standard, [file, ...target, '--credentials', `new-${tenants}.csv`, ...flags])
  }
  const get = async (path: string) => (await server.send('GET', path, { key: standard })).body
  const readCredentials = () => readFile(join(folder, `new-${tenants}.csv`), 'utf8')
  return { push, get, readCredentials }
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
  people: `id,first name,last name,email,company,highlight
p-1,Ada,Sample,ada@example.org,Example Ltd,yes
p-2,Cy,Prueba,cy@example.org,,
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
    hiddenTags: ['Hall 1'],
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
  const text = `${tables.people}p-3,Di,Prueba,not an address,,
p-1,Again,Sample,again@example.org,,
`
  const result = await push('people.csv', text, '--json')
  expect(result.code).toBe(2)
  expect(JSON.parse(result.stdout)).toEqual({
    ...zero,
    created: 2,
    refused: [
      { event: 'Di Prueba (p-3)', reason: 'row 4: /email must be an e-mail address' },
      { event: 'Again Sample (p-1)', reason: 'row 5: another row has the same identifier' },
    ],
  })
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
    hiddenTags   - "Hall 1"
                 + "Hall 2"
    keynote      true → false
    speakers     - "bo@example.org"
                 + "cy@example.org"
    start        "2027-05-20T07:30:00.000Z" → "2027-05-20T09:30:00.000Z"
    track        "Numbers" → (none)
+ talk How to divide (t-3)
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

test('pruning removes talks of the same source that are no longer in the file, and many only with --confirm', async () => {
  const { push, get } = await createPlatform()
  await push('schedule.json', makeExport(events))
  await push('talks.csv', tables.talks, '--timezone', 'Europe/Paris')
  const few = makeExport(events.slice(0, 2))
  const refused = await push('schedule.json', few, '--prune', '--json')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Use --dry-run to list them, or --confirm to remove them.')
  expect((await get('/talks')).items.length).toBe(8)
  // A talk that cannot be read is not treated as removed.
  const invalid = makeExport([{ ...events[0], persons: [] }, ...events.slice(1, 5)])
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
