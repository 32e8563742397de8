// The demo content of a first start.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashCheaply } from '../../test/support/cheap-hash.ts'
import { createTestStore, type TestStore } from '../../test/support/stores.ts'
import { openStore } from '../app/open-store.ts'
import { findApiKey, listKeys } from '../features/api-keys/api-keys.ts'
import { listMessages } from '../features/chat/staff-messages.ts'
import { FileStorage } from '../features/files/file-storage.ts'
import { SponsorPerson, TalkPerson } from '../features/people/attached/attached-people-schema.ts'
import { listUsers } from '../features/people/read-users.ts'
import { registrationStatuses, UserCreate, userStatuses } from '../features/people/schema.ts'
import { userObjects } from '../features/people/store.ts'
import { ensurePlatform, readPlatform } from '../features/platforms/platforms.ts'
import { readSecret } from '../features/platforms/secret.ts'
import type { PlatformRow } from '../features/platforms/tables.ts'
import { listApiQuestions } from '../features/questions/read-questions.ts'
import { listSponsors } from '../features/sponsors/read-sponsors.ts'
import { SponsorCreate } from '../features/sponsors/schema.ts'
import { listSurveys, readSurveyResults } from '../features/surveys/read-surveys.ts'
import { listTalks } from '../features/talks/read-talks.ts'
import { TalkCreate, talkTypes } from '../features/talks/schema.ts'
import { talkObjects } from '../features/talks/store.ts'
import { type Services, systemCaller } from '../kernel/changes/services.ts'
import { createCompiler } from '../kernel/http/guards/validation.ts'
import { HashQueue } from '../kernel/lib/security/hash-queue.ts'
import { verifyPassword } from '../kernel/lib/security/passwords.ts'
import { systemClock } from '../kernel/lib/time/clock.ts'
import { fileIdOf } from '../kernel/lib/web/file-paths.ts'
import { namesOfFile } from '../kernel/lib/web/picture-sizes.ts'
import { openObjectStorage } from '../kernel/outbound/object-storage.ts'
import { type DemoAccess, seedDemo } from './demo.ts'
import { firstDay } from './first-day.ts'
import { emailOf, type PersonKey, people } from './people.ts'
import { profileOf } from './person.ts'
import { secondDay } from './second-day.ts'
import { bodyOf as sponsorBody, sponsors } from './sponsors.ts'
import { bodyOf as talkBody } from './talk.ts'
import { createTimetable } from './timetable.ts'
import { visitors } from './visitors.ts'

const NOW = Date.parse('2027-05-20T10:07:00Z')
const TIMEZONE = 'Europe/Brussels'
const clock = { ...systemClock, now: () => NOW, monotonic: () => NOW }

type Seeding = {
  services: Services & { secret: Buffer; files: FileStorage }
  platform: PlatformRow
  testStore: TestStore
}
const opened: Seeding[] = []

async function closeAll(): Promise<void> {
  for (const { services, testStore } of opened) {
    await services.store.close()
    await testStore[Symbol.asyncDispose]()
  }
}

async function openSeeding(): Promise<Seeding> {
  const testStore = await createTestStore('sqlite')
  const store = await openStore(testStore.location)
  const hashes = new HashQueue({ concurrency: 1, maxWaitMs: 10_000, hash: hashCheaply, clock })
  const url = pathToFileURL(join(testStore.folder, 'files')).href
  const files = new FileStorage(openObjectStorage(url, { setting: '', credentials: undefined }))
  const services = { store, clock, hashes, files, secret: await readSecret(store, undefined) }
  const seeding = {
    services,
    testStore,
    platform: await ensurePlatform(services, { slug: 'default', name: 'Demo' }),
  }
  opened.push(seeding)
  return seeding
}

const seed = ({ services, platform }: Seeding, onProgress?: (text: string) => void) =>
  seedDemo(services, platform, onProgress)

async function readAll({ services, platform }: Seeding) {
  const caller = systemCaller(platform)
  const [talks, users, sponsors] = await Promise.all([
    listTalks(services, caller, { limit: 200 }),
    listUsers(services, caller, { limit: 200 }),
    listSponsors(services, caller, { limit: 200 }),
  ])
  return { talks: talks.items, users: users.items, sponsors: sponsors.items }
}

const distinct = <T>(values: readonly T[]) => [...new Set(values)].sort()
const when = ({ start, duration }: { start: string; duration: number }) => {
  const begin = Date.parse(start)
  if (begin > NOW) return 'future'
  return begin + duration * 60_000 > NOW ? 'present' : 'past'
}

/** What is the same in every seeding: no ids and no numbers of usernames. */
const comparable = ({ talks, users, sponsors }: Awaited<ReturnType<typeof readAll>>) => ({
  talks: talks
    .map(({ id: _id, speakers, moderators, ...talk }) => ({
      ...talk,
      speakers: speakers.map((person) => person.email),
      moderators: moderators.map((person) => person.email),
    }))
    .sort(byExternalId),
  users: users
    .map(({ id: _id, username: _username, ...user }) => ({ ...user, avatar: shapeOf(user.avatar) }))
    .sort(byExternalId),
  sponsors: sponsors
    .map(({ id: _id, speakers, ...sponsor }) => ({
      ...sponsor,
      logo: shapeOf(sponsor.logo),
      speakers: speakers.map((one) => one.email),
    }))
    .sort(byExternalId),
})
/** A path without the id of the file. */
const shapeOf = (path: string | null) => path?.replace(fileIdOf(path) ?? '', '')
const byExternalId = (a: { externalId: string | null }, b: { externalId: string | null }) =>
  String(a.externalId) < String(b.externalId) ? -1 : 1

describe('the demo content', () => {
  let seeding: Seeding
  let access: DemoAccess | undefined
  const steps: string[] = []
  beforeAll(async () => {
    seeding = await openSeeding()
    access = await seed(seeding, (text) => steps.push(text))
  })
  afterAll(closeAll)

  it('is a programme with two days and two tracks, and with people, sponsors, and accounts of every kind', async () => {
    const { talks, users, sponsors } = await readAll(seeding)

    expect(talks.length).toBe(30)
    expect(distinct(talks.map((talk) => talk.type))).toEqual([...talkTypes].sort())
    expect(distinct(talks.map((talk) => talk.track))).toEqual(['Front of House', 'Workbench'])
    expect(distinct(talks.map(({ start }) => start.slice(0, 10)))).toEqual(['2027-05-20', '2027-05-21'])
    expect(distinct(talks.map(when))).toEqual(['future', 'past', 'present'])
    expect(talks.filter((talk) => when(talk) === 'present').length).toBe(2)
    for (const time of ['past', 'future']) {
      const types = talks.filter((talk) => when(talk) === time).map((talk) => talk.type)
      expect(distinct(types)).toEqual([...talkTypes].sort())
    }
    for (const mark of ['featured', 'recommended', 'keynote', 'available'] as const) {
      expect(distinct(talks.map((talk) => talk[mark]))).toEqual([false, true])
    }

    const inProgramme = distinct(
      [
        ...talks.flatMap((talk) => [...talk.speakers, ...talk.moderators]),
        ...sponsors.flatMap((s) => s.speakers),
      ].map((person) => person.id),
    )
    expect(inProgramme.length).toBe(40)
    expect(users.length).toBe(40 + 9 + 1)
    expect(distinct(users.map((user) => user.role))).toEqual(['admin', 'attendee', 'owner', 'speaker'])
    expect(distinct(users.map((user) => user.registrationStatus))).toEqual([...registrationStatuses].sort())
    expect(distinct(users.map((user) => user.status))).toEqual([...userStatuses].sort())

    expect(sponsors.map((sponsor) => sponsor.level).sort()).toEqual([1, 2, 2, 3, 3, 4, 5, 5])

    const faces = users.flatMap(({ avatar }) => avatar ?? [])
    expect(faces.length).toBe(40)
    for (const path of [...faces, ...sponsors.map(({ logo }) => logo)])
      for (const name of namesOfFile(path))
        expect(await seeding.services.files.readPicture(name)).toBeDefined()
    expect((await readPlatform(seeding.services, seeding.platform.id))?.settings.timezone).toBe(TIMEZONE)
  })

  it('has one live talk with a chat, questions with votes, and an open survey with answers', async () => {
    const { services, platform } = seeding
    const caller = { ...systemCaller(platform), platform }
    const { talks } = await readAll(seeding)
    const { items: surveys } = await listSurveys(services, caller, {})
    const found = []
    for (const talk of talks.filter(({ features }) => features.chat && features.questions)) {
      const messages = await listMessages(services, caller, talk.id, {})
      const questions = await listApiQuestions(services, caller, talk.id, {})
      if (messages.items.length + questions.items.length > 0)
        found.push({
          title: talk.title,
          time: when(talk),
          messages: messages.items.length,
          votes: questions.items.map(({ votes }) => votes).sort(),
          surveys: surveys.filter(({ talkId }) => talkId === talk.id).map(({ state }) => state),
        })
    }
    const title = 'Things That Had No Name Before'
    expect(found).toEqual([
      { title, time: 'present', messages: 8, votes: [1, 2, 3, 4, 5], surveys: ['open'] },
    ])
    expect((await readSurveyResults(services, caller, 'ext:demo-survey')).responses).toBe(7)
  })

  it('has a recording of each talk in a room that is over', async () => {
    const { services, platform } = seeding
    const { talks } = await readAll(seeding)
    const rows = await Promise.all(
      talks.map(({ id: value }) =>
        services.store.read(talkObjects.find({ platformId: platform.id, by: 'id', value })),
      ),
    )
    const recorded = rows.filter((talk) => talk && talk.recordedAt !== null)
    const over = talks.filter((talk) => talk.type === 'embedded' && when(talk) === 'past')
    expect(recorded.map((talk) => talk?.title).sort()).toEqual(over.map(({ title }) => title).sort())
    expect(recorded.length).toBeGreaterThan(0)
  })

  it('includes an owner who can sign in and a standard API key', async () => {
    const { services, platform } = seeding
    const owner = await services.store.read(
      userObjects.find({ platformId: platform.id, by: 'email_key', value: 'owner@example.org' }),
    )
    expect(access?.owner.email).toBe('owner@example.org')
    expect(owner?.role).toBe('owner')
    expect(await verifyPassword(access?.owner.password ?? '', owner?.passwordHash ?? '')).toBe(true)
    expect((await findApiKey(services, access?.apiKey ?? ''))?.row.level).toBe('standard')
  })

  it('is seeded once, and a platform with an owner stays unchanged', async () => {
    const before = await readAll(seeding)
    const progress: string[] = []
    expect(await seed(seeding, (text) => progress.push(text))).toBeUndefined()
    expect(progress).toEqual([])
    expect(await readAll(seeding)).toEqual(before)
  })

  it('is completed without duplicates after an interruption at any step', async () => {
    const cutOff = await openSeeding()
    for (const step of steps) {
      const cut = seed(cutOff, (text) => {
        if (text === step) throw new Error(`cut off at ${step}`)
      })
      await expect(cut).rejects.toThrow(`cut off at ${step}`)
    }
    const completed = await seed(cutOff)
    const { services, platform } = cutOff
    expect(comparable(await readAll(cutOff))).toEqual(comparable(await readAll(seeding)))
    expect((await listKeys(services, systemCaller(platform))).length).toBe(1)
    expect((await findApiKey(services, completed?.apiKey ?? ''))?.isPrevious).toBe(false)
  })
})

describe('the bodies of the demo', () => {
  it('are valid for the API', () => {
    const compile = createCompiler([TalkPerson, SponsorPerson])
    const check = (schema: unknown) => compile({ schema, httpPart: 'body' })
    const [talk, user, sponsor] = [check(TalkCreate), check(UserCreate), check(SponsorCreate)]
    const startOf = createTimetable(NOW, TIMEZONE)
    const keys = Object.keys(people) as PersonKey[]
    const bodies = [
      ...firstDay.map((one) => talk(talkBody(one, 1, startOf))),
      ...secondDay.map((one) => talk(talkBody(one, 2, startOf))),
      ...keys.map((key) => user({ ...profileOf(people[key]), email: emailOf(key), type: 'Speaker' })),
      ...Object.values(visitors).map((one) =>
        user({ ...profileOf(one), email: 'a@example.net', type: 'Attendee' }),
      ),
      ...sponsors.map((one) =>
        sponsor(sponsorBody(one, '/files/019a0000-0000-7000-8000-000000000000-800x400.webp')),
      ),
    ]
    expect(bodies.flatMap((checked) => ('error' in checked ? [checked.error.detail] : []))).toEqual([])
  })

  it('have no person in two rooms at the same time', () => {
    for (const day of [firstDay, secondDay]) {
      const places = day.flatMap(({ slot, speakers, moderators = [] }) =>
        [...speakers, ...moderators].map((person) => `${slot} ${person}`),
      )
      expect(distinct(places).length).toBe(places.length)
    }
  })
})

/** The stage of the demo sends to embedded talks. Chat, questions, and surveys are on unless a demo talk turns them off. */
const isShowcase = ({ type, features = {} }: (typeof firstDay)[number]): boolean =>
  type === 'embedded' &&
  features.freeLive === true &&
  ![features.chat, features.questions, features.surveys].includes(false)

describe('the timetable', () => {
  const day = (text: string) =>
    Temporal.Instant.from(text).toZonedDateTimeISO(TIMEZONE).toPlainDate().toString()
  const programme = [
    ...firstDay.map((talk) => ({ ...talk, day: 1 as const })),
    ...secondDay.map((talk) => ({ ...talk, day: 2 as const })),
  ]
  const moments = fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  })

  it('has one or two live talks, one with a room that everyone may watch and everything live, and past and upcoming talks of each type, at any time of day', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const now = moment.getTime()
        const startOf = createTimetable(now, TIMEZONE)
        const placed = programme.map((talk) => ({ ...talk, begin: Date.parse(startOf(talk)) }))
        const over = placed.filter(({ begin, duration }) => begin + duration * 60_000 <= now)
        const coming = placed.filter(({ begin }) => begin > now)
        const live = placed.length - over.length - coming.length
        expect(live === 1 || live === 2).toBe(true)
        const isLive = ({ begin, duration }: (typeof placed)[number]) =>
          begin <= now && now < begin + duration * 60_000
        expect(placed.some((talk) => isLive(talk) && isShowcase(talk))).toBe(true)
        expect(distinct(over.map((talk) => talk.type))).toEqual([...talkTypes].sort())
        expect(distinct(coming.map((talk) => talk.type))).toEqual([...talkTypes].sort())
      }),
      { numRuns: 300 },
    )
  })

  it('puts the second day on the date after the first', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const startOf = createTimetable(moment.getTime(), TIMEZONE)
        const [first, second] = [firstDay, secondDay].map((talks, index) =>
          distinct(talks.map(({ slot }) => day(startOf({ day: index === 0 ? 1 : 2, slot })))),
        )
        expect(first?.length).toBe(1)
        expect(second).toEqual([
          Temporal.PlainDate.from(first?.[0] ?? '')
            .add({ days: 1 })
            .toString(),
        ])
      }),
      { numRuns: 300 },
    )
  })

  it('starts at nine if the current time allows it', () => {
    expect(createTimetable(Date.parse('2027-05-20T11:37:00+02:00'), TIMEZONE)({ day: 1, slot: 0 })).toBe(
      '2027-05-19T09:30+02:00',
    )
    expect(createTimetable(Date.parse('2027-05-20T15:40:00+02:00'), TIMEZONE)({ day: 1, slot: 0 })).toBe(
      '2027-05-20T09:00+02:00',
    )
  })
})
