// Reading schedule exports.

import { describe, expect, it } from 'vitest'
import {
  findSharedExport,
  makeExport,
  parseProgramme,
  readEvent,
  sampleEvent,
  samplePerson,
} from '../../../../test/support/import/samples.ts'
import { assignEmails } from '../file/emails.ts'
import { describeProblem } from '../file/problems.ts'
import { readProgramme } from '../push/read-programme.ts'

describe('a schedule export', () => {
  it('contains its time zone, base URL, and events', () => {
    expect(parseProgramme(makeExport([sampleEvent]), {})).toEqual({
      format: 'frab',
      source: 'numbers30',
      title: 'Numbers',
      timeZone: 'Europe/Berlin',
      baseUrl: 'https://programme.example.org/schedule/',
      kinds: ['talks'],
      events: [readEvent()],
      sponsors: [],
      people: [],
      notes: [],
    })
  })

  it.each([
    ['the guid', {}, sampleEvent.guid],
    ['acronym and id without one', { guid: undefined }, 'numbers30-11'],
  ])('identifies an event by %s', (_, changes, externalId) => {
    expect(readEvent(changes).externalId).toBe(externalId)
  })

  const long = 'word '.repeat(200).trim()
  it.each([
    ['abstract and description', {}, 'One, two, three.', 'Longer.'],
    ['description where the abstract is empty', { abstract: ' ' }, 'Longer.', ''],
    [
      'abstract where the description repeats it',
      { description: ' One, two, three. ' },
      'One, two, three.',
      '',
    ],
    ['subtitle where both are empty', { abstract: null, description: '', subtitle: 'Sub' }, 'Sub', ''],
    ['subtitle and a long description', { abstract: '', description: long, subtitle: 'Sub' }, 'Sub', long],
    ['long description alone', { abstract: '', description: long }, '', long],
    ['nothing where all are empty', { abstract: null, description: null }, '', ''],
  ])('is described by its %s', (_, changes, description, details) => {
    expect(readEvent(changes)).toMatchObject({ description, details })
  })

  it('lists a person once per event, in both formats', () => {
    const frab = { id: 7, full_public_name: 'x', public_name: 'Ada Sample' }
    const persons = [
      samplePerson,
      { ...samplePerson, code: 'XYZ789', public_name: undefined, name: 'Bo' },
      samplePerson,
    ]
    expect(readEvent({ persons }).persons?.map(({ name }) => name)).toEqual(['Ada Sample', 'Bo'])
    expect(readEvent({ persons: [frab, frab] }).persons?.map(({ identity }) => identity)).toEqual(['7'])
  })

  /** The identities and e-mails of the people of each event, and the notes of the file. */
  const identify = (...events: object[][]) => {
    const all = events.map((persons, n) => ({ ...sampleEvent, guid: `event-${n}`, persons }))
    const { events: read, notes } = parseProgramme(makeExport(all), {})
    return { people: read.map(({ persons = [] }) => persons.map((one) => [one.identity, one.email])), notes }
  }
  const ada = { public_name: 'Ada Lindqvist' }
  const bo = { public_name: 'Bo Muster' }

  it('tells people with one id apart by name, and says so', () => {
    const everyone = [
      { ...ada, id: 0, email: 'ada@example.org' },
      { ...bo, id: 0 },
    ]
    const again = { public_name: 'BO MUSTER', id: 0 }
    expect(identify(everyone, [again], [{ ...ada, id: 0 }])).toEqual({
      people: [
        [
          ['ada@example.org', 'ada@example.org'],
          ['Bo Muster', ''],
        ],
        [['Bo Muster', '']],
        [['ada@example.org', 'ada@example.org']],
      ],
      notes: [{ code: 'people_split', id: '0', names: ['Ada Lindqvist', 'Bo Muster'], count: 2 }],
    })
    const { people, notes } = identify([{ ...ada, id: 4 }], [{ ...bo, id: 4 }])
    expect(people).toEqual([[['Ada Lindqvist', '']], [['Bo Muster', '']]])
    expect(notes).toMatchObject([{ code: 'people_split', id: '4' }])
  })

  it('joins the names of an id that belong together, and says so', () => {
    const names = ['Ada Lindqvist', 'ADA LINDQVIST', 'Ada', 'Ada Lindqvist (they/them)']
    const { people, notes } = identify(...names.map((public_name) => [{ id: 4, public_name }]))
    expect(people).toEqual(names.map(() => [['4', '']]))
    expect(notes).toEqual([{ code: 'people_joined', id: '4', names: expect.any(Array), count: 3 }])
  })

  it('keeps two entries of one event with the same name, and people with a guid or code', () => {
    const { people } = identify(
      [
        { ...ada, id: 0 },
        { ...ada, id: 0 },
        { ...ada, id: 0, guid: 'g-1' },
        { ...bo, id: 0, code: 'BO' },
      ],
      [{ ...ada, id: 0 }],
    )
    expect(people.map((event) => event.map(([identity]) => identity))).toEqual([
      ['Ada Lindqvist', 'Ada Lindqvist (2)', 'g-1', 'BO'],
      ['Ada Lindqvist'],
    ])
  })

  it('takes the e-mail of a person from any of their entries', () => {
    const id = { id: 4, ...ada }
    const file = makeExport([
      { ...sampleEvent, persons: [{ ...id, email: 'ada@example.org' }] },
      { ...sampleEvent, guid: 'second', persons: [id] },
    ])
    const { events } = parseProgramme(file, {})
    expect([...assignEmails(events, '{slug}@speakers.example.org')]).toEqual([['4', 'ada@example.org']])
  })

  it.each([
    ['{not json', 'The file is not valid JSON.'],
    ['[]', 'The file is a JSON list. Expected a schedule export from pretalx or frab'],
    ['<schedule/>', 'The file is XML or HTML, but not a schedule'],
    ['{}', 'schedule is missing; expected a schedule export from pretalx or frab'],
    ['{"schedule": {}}', 'schedule.conference is missing'],
    ['{"schedule": {"conference": {}}}', 'schedule.conference.days is missing'],
    [makeExport([{ title: 'x' }]), 'schedule.conference.days[0].rooms["Hall 1"][0] has no guid and no id.'],
    [
      makeExport([{ ...sampleEvent, persons: {} }]),
      'schedule.conference.days[0].rooms["Hall 1"][0].persons must be a list or null',
    ],
  ])('that is malformed is refused with the reason: %s', (text, message) => {
    expect(() => parseProgramme(text, {})).toThrow(message)
  })

  it.each([
    [undefined, undefined, undefined],
    [undefined, 'Asia/Tokyo', 'Asia/Tokyo'],
    ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Berlin'],
    ['Mars/Base', 'Asia/Tokyo', 'Asia/Tokyo'],
  ])('with time zone %s and --timezone %s is in %s', (time_zone_name, timeZone, zone) => {
    expect(parseProgramme(makeExport([], { time_zone_name }), { timeZone }).timeZone).toBe(zone)
  })

  it.each([
    ['2030-05-01T10:00:00+02:00', 'UTC', undefined],
    ['2030-05-01T10:00:00+02:00', 'Europe/London', undefined],
    ['2030-05-01T08:00:00Z', 'Europe/Berlin', 'Europe/Berlin'],
    ['2030-05-01T10:00+0200', 'Europe/Berlin', 'Europe/Berlin'],
    ['20300501T100000+02', 'Europe/Berlin', 'Europe/Berlin'],
    ['2030-05-01T10:00:00+02', 'UTC', undefined],
    ['2030-05-01T08:00:00+00:00', 'Europe/Berlin', 'Europe/Berlin'],
    ['2030-12-01T10:00:00+01:00', 'Europe/Berlin', 'Europe/Berlin'],
  ])('with a talk at %s and the time zone %s is in %s', (date, time_zone_name, zone) => {
    const { timeZone, notes } = parseProgramme(makeExport([{ ...sampleEvent, date }], { time_zone_name }), {})
    expect(timeZone).toBe(zone)
    expect(notes.map(describeProblem)).toEqual(
      zone === undefined
        ? [
            `the time zone of the file (${time_zone_name}) does not match its times; talks have the time zone of the platform, unless you set --timezone`,
          ]
        : [],
    )
  })

  it('that does not exist is refused with the file name', async () => {
    await expect(readProgramme('/nowhere/schedule.json')).rejects.toThrow(
      'Cannot read /nowhere/schedule.json: no such file or folder',
    )
  })

  for (const [name, count] of [
    ['pretalx-democon.json', 36],
    ['pretalx-rc3.json', 48],
  ] as const) {
    const file = findSharedExport(name)
    it.skipIf(file === undefined)(`${name} is read completely (needs ../shared)`, async () => {
      const { events } = await readProgramme(file ?? '')
      expect(new Set(events.map(({ externalId }) => externalId)).size).toBe(count)
    })
  }
})
