// Reading schedule exports.

import { describe, expect, it } from 'vitest'
import { parseProgramme, readProgramme } from '../../src/cli/push/readers/read-programme.ts'
import { findSharedExport, makeExport, readEvent, sampleEvent, samplePerson } from './samples.ts'

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

  it.each([
    ['abstract', {}, 'One, two, three.'],
    ['description where the abstract is empty', { abstract: ' ' }, 'Longer.'],
    ['subtitle where both are', { abstract: null, description: '', subtitle: 'Sub' }, 'Sub'],
    ['nothing where all are', { abstract: null, description: null }, ''],
  ])('describes an event by its %s', (_, changes, description) => {
    expect(readEvent(changes).description).toBe(description)
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

  it.each([
    ['{not json', 'The file is not valid JSON.'],
    ['[]', 'The file is a JSON list. Expected a schedule export from pretalx or frab'],
    ['<schedule/>', 'The file is XML or HTML. Use the JSON export.'],
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
    [undefined, undefined, 'UTC'],
    [undefined, 'Asia/Tokyo', 'Asia/Tokyo'],
    ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Berlin'],
    ['Mars/Base', 'Asia/Tokyo', 'Asia/Tokyo'],
  ])('with time zone %s and --timezone %s is in %s', (time_zone_name, timeZone, zone) => {
    expect(parseProgramme(makeExport([], { time_zone_name }), { timeZone }).timeZone).toBe(zone)
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
