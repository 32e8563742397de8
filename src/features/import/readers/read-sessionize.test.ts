// Reading “All data” from a Sessionize endpoint.

import { describe, expect, it } from 'vitest'
import { makeSessionize, parseProgramme, sampleSession } from '../../../../test/support/import/samples.ts'
import { planProgramme } from '../file/document.ts'
import { describeProblem, describeProblems } from '../file/problems.ts'

const read = (changes: object = {}) =>
  parseProgramme(makeSessionize([{ ...sampleSession, ...changes }]), { timeZone: 'Europe/Paris' })

const bodies = (programme: ReturnType<typeof read>) =>
  planProgramme(programme, { emailPattern: '{slug}@speakers.example.org', isTruncating: false }).map(
    (entry) => ('body' in entry ? entry.body : describeProblems(entry.problems)),
  )

describe('a session of Sessionize', () => {
  it('becomes a talk, with names instead of ids', () => {
    const programme = read()
    expect(programme).toMatchObject({ format: 'sessionize', timeZone: 'Europe/Paris', notes: [] })
    expect(bodies(programme)).toEqual([
      {
        title: 'How to count',
        description: 'One, two, three.',
        speakers: [
          {
            email: 'ada@example.org',
            firstName: 'Ada Maria',
            lastName: 'Sample',
            description: 'Counts things.',
            avatar: 'https://sessionize.com/image/1.png',
            job: 'Counter, Example Ltd',
            highlighted: true,
          },
          { email: 'bo@speakers.example.org', firstName: 'Bo', lastName: '·' },
        ],
        start: '2030-05-01T08:00:00.000Z',
        timezone: 'Europe/Paris',
        duration: 45,
        track: 'Numbers',
        tags: ['Workshop'],
        room: 'Hall 1',
        language: 'en',
        kind: 'talk',
        links: [{ label: 'Recording', url: 'https://video.example.org/11' }],
      },
    ])
  })

  it('is identified by its id, whether it is a string or a number', () => {
    expect(read({ id: 11 }).events.map(({ externalId }) => externalId)).toEqual(['11'])
  })

  it('with times in UTC needs no time zone', () => {
    const text = makeSessionize([
      { ...sampleSession, startsAt: '2030-05-01T08:00:00Z', endsAt: '2030-05-01T08:45:00Z' },
    ])
    const [talk] = bodies(parseProgramme(text, {}))
    expect(talk).toMatchObject({ start: '2030-05-01T08:00:00.000Z', duration: 45 })
    expect(talk).not.toHaveProperty('timezone')
  })

  it('that is not accepted is left out, which is reported, and one without speakers is a break', () => {
    const others = [
      { ...sampleSession, id: '12', isServiceSession: true, speakers: [] },
      { ...sampleSession, id: '13', status: 'Declined' },
      { ...sampleSession, id: '14', isServiceSession: true },
    ]
    const { events, notes } = parseProgramme(makeSessionize([sampleSession, ...others]), {
      timeZone: 'Europe/Paris',
    })
    expect(events.map(({ externalId, persons }) => [externalId, persons?.length])).toEqual([
      ['11', 2],
      ['12', 0],
      ['14', 2],
    ])
    expect(notes.map(describeProblem)).toEqual(['left out: 1 session not accepted'])
  })

  it.each([
    [{ startsAt: null, endsAt: null }, 'it has no time yet'],
    [{ endsAt: null }, 'it has no duration'],
  ])('that cannot be sent is refused: %j', (changes, reason) => {
    expect(bodies(read(changes))).toEqual([reason])
  })
})

describe('a malformed export from Sessionize', () => {
  it.each([
    [[{ ...sampleSession, id: null }], {}, 'sessions[0] has no id'],
    [['x'], {}, 'sessions[0] must be a JSON object; expected “All data” from a Sessionize endpoint'],
  ])('is refused with the reason: %#', (sessions, data, message) => {
    expect(() => parseProgramme(makeSessionize(sessions, data), { timeZone: 'UTC' })).toThrow(message)
  })

  it('is refused if its times have no offset and no time zone is given', () => {
    expect(() => parseProgramme(makeSessionize([sampleSession]), {})).toThrow(
      'sessions[0].startsAt has no offset: set the time zone of the event, for example --timezone Europe/Paris',
    )
  })
})
