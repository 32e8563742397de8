// Turning events into talks.

import { describe, expect, it } from 'vitest'
import {
  findSharedExport,
  planSample,
  readEvent,
  samplePerson,
} from '../../../../test/support/import/samples.ts'
import { readProgramme } from '../push/read-programme.ts'
import { assignEmails } from './emails.ts'
import { type PlannedTalk, planTalks, type RefusedEvent } from './plan.ts'
import { describeProblems } from './problems.ts'

const reasonOf = (plan: PlannedTalk | RefusedEvent): string | undefined =>
  'problems' in plan ? describeProblems(plan.problems) : undefined

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

describe('an event', () => {
  it('becomes a talk', () => {
    expect(planSample()).toMatchObject({
      cuts: [],
      body: {
        title: 'How to count',
        description: 'One, two, three.',
        details: 'Longer.',
        speakers: [
          {
            email: 'ABC123@speakers.example.org',
            firstName: 'Ada',
            lastName: 'Sample',
            description: 'Counts things.',
          },
        ],
        start: '2030-05-01T08:00:00.000Z',
        timezone: 'Europe/Berlin',
        duration: 45,
        track: 'Numbers',
        tags: ['Talk'],
        kind: 'talk',
        room: 'Hall 1',
        language: 'en',
        links: [{ label: 'Numbers', url: 'https://programme.example.org/talk/11/' }],
      },
    })
  })

  it('without persons becomes a break', () => {
    expect(planSample({ persons: [] })).toMatchObject({ body: { kind: 'break' } })
    expect(planSample({ persons: [] })).not.toHaveProperty('body.speakers')
  })

  it.each([
    ['en', 'en'],
    ['pt_br', 'pt-BR'],
    ['English', 'en'],
    ['Englisch', 'en'],
    ['allemand', 'de'],
    ['Español', 'es'],
    ['', null],
  ])('in the language %j has the tag %j', (language, tag) => {
    expect(planSample({ language })).toHaveProperty('body.language', tag)
  })

  it('leaves the language unchanged if it is not recognized', () => {
    expect(planSample({ language: 'Words and gestures' })).not.toHaveProperty('body.language')
  })

  it('omits attributes that exports do not contain', () => {
    const plan = planSample({ track: null, type: '' })
    expect('body' in plan && Object.keys(plan.body).sort()).toEqual(
      'description details duration kind language links room speakers start tags timezone title track'.split(
        ' ',
      ),
    )
  })

  it.each([
    ['00:05', 5],
    ['24:00', 1440],
    ['1:30', 90],
    ['1:00:00', 1440],
    ['1:30:00', 90],
    ['PT45M', 45],
    ['29.5', 29.5],
  ])('with duration %s lasts %f minutes', (duration, minutes) => {
    expect(planSample({ duration })).toMatchObject({ body: { duration: minutes } })
  })

  it('without a duration lasts until its end', () => {
    const plan = planSample({ duration: undefined, end: '2030-05-01T08:20:00Z' })
    expect(plan).toMatchObject({ body: { duration: 20 } })
  })

  it.each([
    [{ title: ' ' }, 'it has no title'],
    [{ date: 'soon' }, 'its date is not an ISO 8601 time with an offset'],
    [{ date: '' }, 'it has no time yet'],
    [{ date: null, duration: null }, 'it has no time yet'],
    [{ duration: null }, 'it has no duration'],
    [
      { date: '2030-10-27T02:30:00' },
      'its time occurs twice in Europe/Berlin, because clocks are set back then; the file needs its offset',
    ],
    [{ duration: '0:00' }, 'its duration is not between 1 minute and 24 hours'],
    [{ duration: 'long' }, 'its duration is not in minutes or HH:MM'],
    [{ persons: [{ code: 'A' }] }, 'one of its speakers has no name'],
    [
      { abstract: words(200) },
      'the description has 999 characters, but the limit is 800 (shorten it with --truncate)',
    ],
    [{ track: words(13) }, 'the track has 64 characters, but the limit is 60 (shorten it with --truncate)'],
    [
      { title: '', persons: [{ ...samplePerson, biography: words(200) }] },
      'it has no title; the biography of Ada Sample has 999 characters, but the limit is 800 (shorten it with --truncate)',
    ],
  ])('that cannot be sent is refused with all reasons: %j', (changes, reason) => {
    expect(reasonOf(planSample(changes))).toBe(reason)
  })

  it('can have no description', () => {
    expect(planSample({ abstract: '', description: null })).toMatchObject({ body: { description: '' } })
  })

  it('has limits in code points, not in UTF-16 units', () => {
    expect(planSample({ title: '𝔸'.repeat(140) })).toMatchObject({ body: { title: '𝔸'.repeat(140) } })
  })

  it('is shortened at a word boundary with --truncate, which is reported', () => {
    const plan = planSample({ title: words(30), abstract: words(200) }, { truncate: true })
    expect(plan).toMatchObject({
      body: { title: `${words(28)}…`, description: `${words(160)}…` },
      cuts: [
        { text: 'title', from: 149, to: 140 },
        { text: 'description', from: 999, to: 800 },
      ],
    })
  })

  it('is shortened without cutting through a tag', () => {
    const abstract = `<p>${words(158)} <a href="https://example.org/">word word</a> word</p>`
    const plan = planSample({ abstract }, { truncate: true })
    expect(plan).toMatchObject({ body: { description: `${words(160)}…` } })
  })

  it('includes each valid URL once, and makes relative ones absolute', () => {
    const plan = planSample({
      logo: '/media/logo one.png',
      url: 'http://localhost/talk/11/',
      links: [
        { url: 'https://example.net/a', title: 'A' },
        { url: 'https://example.net/a', title: 'again' },
        { url: 'https://192.0.2.1/b', title: 'B' },
      ],
      attachments: [{ url: '/media/slides.pdf' }],
    })
    expect(plan).toMatchObject({
      body: {
        image: 'https://programme.example.org/media/logo%20one.png',
        links: [
          { label: 'A', url: 'https://example.net/a' },
          { label: 'programme.example.org', url: 'https://programme.example.org/media/slides.pdf' },
        ],
      },
    })
  })

  it('includes each account only once', () => {
    const persons = [samplePerson, { ...samplePerson, code: 'XYZ789' }]
    const emails = new Map([
      ['ABC123', 'Ada@example.org'],
      ['XYZ789', 'ada@EXAMPLE.org'],
    ])
    const plan = planSample({ persons }, { emails })
    expect('body' in plan && plan.body.speakers?.map(({ email }) => email)).toEqual(['Ada@example.org'])
  })

  it('that occurs twice in the file is sent once', () => {
    const settings = {
      baseUrl: '',
      timeZone: 'UTC',
      truncate: false,
      emails: new Map([['ABC123', 'ada@example.org']]),
    }
    const plan = planTalks([readEvent(), readEvent({ title: 'Again' })], settings)
    expect(plan.map((entry) => ('problems' in entry ? reasonOf(entry) : entry.body.title))).toEqual([
      'How to count',
      'another event in the file has the same identifier',
    ])
  })
})

const rc3 = findSharedExport('pretalx-rc3.json')

describe.skipIf(rc3 === undefined)('a real programme (needs ../shared)', () => {
  const planAll = async (truncate: boolean) => {
    const { events, baseUrl } = await readProgramme(rc3 ?? '')
    const emails = assignEmails(events, '{slug}@speakers.example.org')
    return planTalks(events, { baseUrl, timeZone: 'Europe/Berlin', truncate, emails })
  }

  it('is sent with --truncate, with the event without speakers as a break', async () => {
    const plan = await planAll(true)
    expect(plan.flatMap((entry) => reasonOf(entry) ?? [])).toEqual([])
    const kinds = plan.map((entry) => ('body' in entry ? entry.body.kind : undefined))
    expect(kinds.filter((kind) => kind === 'break').length).toBe(1)
    const cuts = plan.flatMap((entry) => ('cuts' in entry ? entry.cuts.map(({ from }) => from) : []))
    expect(cuts.sort()).toEqual([1011, 1011, 1113, 1143, 1144, 1285, 966])
  })

  it('without --truncate is refused where a text is too long', async () => {
    const reasons = (await planAll(false)).flatMap((entry) => reasonOf(entry) ?? [])
    expect(reasons.filter((reason) => reason.includes('the limit is 800')).length).toBe(reasons.length)
    expect(reasons.length).toBe(7)
  })
})
