// Acceptance test with a real programme: the export of a real conference, pushed over HTTPS with the default rate limit.
import { existsSync, readFileSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyPassword } from '../../src/kernel/lib/security/passwords.ts'
import {
  createKey,
  createTestInstallation,
  PROJECT,
  queryStore,
  runCommand,
  type ServerProcess,
  startServer,
  type TestInstallation,
} from '../support/process.ts'

const DATA = join(PROJECT, '../shared/data')
const hasData = existsSync(join(DATA, 'pretalx-rc3.json'))
if (!hasData) process.stderr.write(`\n${DATA} is not there: the push of real programmes is SKIPPED.\n\n`)

type Export = { schedule: { conference: { days: { rooms: Record<string, Event[]> }[] } } }
type Event = { guid: string; title: string; persons: { code: string }[] }

/** Read from the export, so that this file contains no names from it. */
function readExport(name: string) {
  const file = join(DATA, `pretalx-${name}.json`)
  const { schedule } = JSON.parse(readFileSync(file, 'utf8')) as Export
  const events = schedule.conference.days.flatMap(({ rooms }) => Object.values(rooms).flat())
  const codes = new Set(events.flatMap(({ persons }) => persons.map(({ code }) => code)))
  const breaks = events.filter(({ persons }) => persons.length === 0).length
  return { file, events, breaks, accounts: codes.size }
}

const head = 'id,title,description,start,speakers,speaker emails\n'
const talk = (id: string, names: string, emails: string) =>
  `${id},Talk ${id},,2027-05-20 09:30,${names},${emails}\n`

describe('a dry run', { shuffle: false }, () => {
  let installation: TestInstallation
  let server: ServerProcess
  let key: string
  beforeAll(async () => {
    installation = await createTestInstallation(inject('store'), { isEmpty: false })
    server = await startServer(installation)
    key = await createKey(installation)
    await push(head + talk('1', 'Ada Berg', 'ada@example.org') + talk('2', 'Bo Lind', 'bo@example.org'))
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    await installation[Symbol.asyncDispose]()
  })

  const push = async (table: string, ...flags: string[]) => {
    const file = join(installation.folder, 'desk.csv')
    await writeFile(file, table)
    const target = [
      '--url',
      server.url,
      '--ca',
      join(installation.folder, 'tls/cert.pem'),
      '--timezone',
      'Europe/Paris',
    ]
    return runCommand(installation, ['push', file, ...target, ...flags], { env: { LECTERN_KEY: key } })
  }

  test('shows the e-mails of people who would join or leave a talk', async () => {
    const joined = talk('1', 'Bo Lind; Cy Falk; Di Holm', 'bo@example.org; cy@example.org; di@example.org')
    const { code, stdout } = await push(head + joined, '--dry-run')
    expect([code, stdout.split('\n\n')[0]]).toEqual([
      0,
      `~ talk Talk 1 (1)
    speakers     - "ada@example.org"
                 + "bo@example.org"
                 + "cy@example.org"
                 + "di@example.org"
+ account cy@example.org
+ account di@example.org`,
    ])
  })

  test('lists everything that an empty file would remove, which a push does only with --confirm', async () => {
    const planned = await push(head, '--prune', '--dry-run')
    expect(planned.code).toBe(2)
    expect(planned.stdout.split('\n').slice(0, 2).sort()).toEqual(['- talk Talk 1 (1)', '- talk Talk 2 (2)'])
    expect(planned.stdout).toContain('This push requires --confirm: Pruning would remove 2 of 2 talks')
    const refused = await push(head, '--prune')
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    const { stdout } = await push(head, '--prune', '--confirm', '--json')
    expect(JSON.parse(stdout)).toEqual({ ...none, removed: 2 })
  })
})

const none = { created: 0, updated: 0, unchanged: 0, refused: [] as { event: string; reason: string }[] }

// Each programme is pushed once, and then again.
describe.skipIf(!hasData)('public programmes', { shuffle: false }, () => {
  describe.each([
    ['rc3', { events: 48, breaks: 1 }],
    ['democon', undefined],
  ])('the programme of %s', (name, figures) => {
    let installation: TestInstallation
    let server: ServerProcess
    let key: string
    beforeAll(async () => {
      installation = await createTestInstallation(inject('store'), { isEmpty: false })
      server = await startServer(installation)
      key = await createKey(installation)
    })
    afterAll(async () => {
      // The store is removed even if the server did not start.
      await server?.stop('SIGTERM')
      await installation[Symbol.asyncDispose]()
    })

    const push = (...flags: string[]) => {
      const target = ['--url', server.url, '--ca', join(installation.folder, 'tls/cert.pem')]
      return runCommand(installation, ['push', readExport(name).file, ...target, '--truncate', ...flags], {
        env: { LECTERN_KEY: key },
      })
    }
    const countOf = async (table: string) =>
      Number((await queryStore(installation.location, `select count(*) as n from ${table}`))[0]?.n)
    const counts = async () => ({
      talks: await countOf('talks'),
      users: await countOf('users'),
      people: await countOf('talk_people'),
      events: await countOf('events'),
    })

    test('is imported completely, with its people and a file of their passwords that only the owner can read', async () => {
      const { events, breaks, accounts } = readExport(name)
      if (figures) {
        expect({ events: events.length, breaks }).toEqual(figures)
      }
      const before = await counts()
      const wouldBe = await push('--dry-run', '--json')
      const { changes, accounts: newAccounts, ...summaryOfDryRun } = JSON.parse(wouldBe.stdout)
      expect(summaryOfDryRun).toEqual({ ...none, created: events.length })
      expect([changes.length, newAccounts.length]).toEqual([events.length, accounts])
      expect(await counts()).toEqual(before)
      expect(await readdir(installation.folder)).not.toContain('new.csv')

      const first = await push('--json', '--credentials', 'new.csv')
      const summary = { ...none, created: events.length }
      expect(first).toMatchObject({ code: 0, stdout: `${JSON.stringify(summary)}\n` })
      expect(await counts()).toMatchObject({
        talks: events.length,
        users: accounts,
        people: events.reduce((sum, { persons }) => sum + persons.length, 0),
      })

      const file = join(installation.folder, 'new.csv')
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const [header, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
      expect([header, rows.length]).toEqual(['email,password,event', accounts])
      const hashes = new Map(
        (await queryStore(installation.location, 'select email, password_hash from users')).map((row) => [
          row.email,
          String(row.password_hash),
        ]),
      )
      for (const row of rows) {
        const [email = '', password = ''] = row.split(',')
        expect({ email, isGood: await verifyPassword(password, hashes.get(email) ?? '') }).toEqual({
          email,
          isGood: true,
        })
        expect(first.stdout + first.stderr + server.stdout() + server.stderr()).not.toContain(password)
      }
    })

    test('is unchanged by a second push', async () => {
      const { events } = readExport(name)
      const before = await counts()
      const second = await push('--json')
      const summary = { ...none, unchanged: events.length }
      expect(second).toMatchObject({ code: 0, stdout: `${JSON.stringify(summary)}\n` })
      expect(await counts()).toEqual(before)
      expect((await readdir(installation.folder)).filter((file) => file.startsWith('credentials-'))).toEqual(
        [],
      )
    })

    test('ends with a summary table', async () => {
      const { events } = readExport(name)
      const { stdout, stderr } = await push()
      expect(stdout).toContain(`  unchanged  ${events.length}\n  refused     0\n`)
      expect(stderr).toContain(
        "the file has no e-mails; using --email-pattern '{slug}@speakers.example.org'\n",
      )
    })
  })
})
