// Events and exports for the tests of `lectern push`, and real exports if they are available.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PlanSettings, planTalk } from '../../../src/features/import/file/plan.ts'
import type { Format, Programme, ProgrammeEvent } from '../../../src/features/import/file/programme.ts'
import { readMapping } from '../../../src/features/import/readers/csv-columns.ts'
import { openText, type Reading, readContent } from '../../../src/features/import/readers/read-file.ts'

/** The path of a shared export, or undefined if the checkout has no shared folder next to it. */
export function findSharedExport(name: string): string | undefined {
  const file = fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url))
  return existsSync(file) ? file : undefined
}

export const samplePerson = { id: 7, code: 'ABC123', public_name: 'Ada Sample', biography: 'Counts things.' }

export const sampleEvent = {
  id: 11,
  guid: '00000000-0000-4000-8000-000000000011',
  logo: '',
  date: '2030-05-01T10:00:00+02:00',
  duration: '00:45',
  room: 'Hall 1',
  url: 'https://programme.example.org/talk/11/',
  title: 'How to count',
  subtitle: '',
  track: 'Numbers',
  type: 'Talk',
  language: 'en',
  abstract: 'One, two, three.',
  description: 'Longer.',
  persons: [samplePerson],
  links: [],
  attachments: [],
}

type Sample = Record<string, unknown>

/** `mapping` is as in a file for `--columns`. */
export type TextReading = Omit<Reading, 'mapping'> & { format?: Format; mapping?: unknown }

export function parseProgramme(text: string, { format, mapping, ...options }: TextReading = {}): Programme {
  const columns = mapping === undefined ? undefined : readMapping(mapping)
  const content = openText(text, { format, delimiter: columns?.delimiter })
  return readContent(content, { ...options, mapping: columns })
}

export function makeExport(events: Sample[], conference: Sample = {}): string {
  const days = [{ index: 1, date: '2030-05-01', rooms: { 'Hall 1': events } }]
  return JSON.stringify({
    schedule: {
      version: '1',
      base_url: 'https://programme.example.org/schedule/',
      conference: {
        acronym: 'numbers30',
        title: 'Numbers',
        time_zone_name: 'Europe/Berlin',
        days,
        ...conference,
      },
    },
  })
}

export function readEvent(changes: Sample = {}): ProgrammeEvent {
  const [event] = parseProgramme(makeExport([{ ...sampleEvent, ...changes }]), {}).events
  if (event === undefined) throw new Error('the sample holds no event')
  return event
}

/** The plan of the sample event with these changes. Every person gets the e-mail `<identity>@speakers.example.org`. */
export function planSample(changes: Sample = {}, settings: Partial<PlanSettings> = {}) {
  const event = readEvent(changes)
  const emails = new Map(
    (event.persons ?? []).map(({ identity }) => [identity, `${identity}@speakers.example.org`]),
  )
  return planTalk(event, {
    baseUrl: 'https://programme.example.org/schedule/',
    timeZone: 'Europe/Berlin',
    truncate: false,
    emails,
    ...settings,
  })
}

export const sampleSession = {
  id: '11',
  title: 'How to count',
  description: 'One, two, three.',
  startsAt: '2030-05-01T10:00:00',
  endsAt: '2030-05-01T10:45:00',
  isServiceSession: false,
  isPlenumSession: false,
  speakers: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  categoryItems: [101, 201, 301],
  questionAnswers: [],
  roomId: 7,
  liveUrl: null,
  recordingUrl: 'https://video.example.org/11',
  status: 'Accepted',
}

/** “All data” as a Sessionize endpoint returns it. */
export function makeSessionize(sessions: unknown[], data: Sample = {}): string {
  const [ada, bo] = sampleSession.speakers
  return JSON.stringify({
    sessions,
    speakers: [
      {
        id: ada,
        firstName: 'Ada Maria',
        lastName: 'Sample',
        fullName: 'Ada Maria Sample',
        bio: 'Counts things.',
        tagLine: 'Counter, Example Ltd',
        profilePicture: 'https://sessionize.com/image/1.png',
        isTopSpeaker: true,
        links: [],
        sessions: [11],
        categoryItems: [],
        questionAnswers: [{ questionId: 1, answerValue: 'ada@example.org' }],
      },
      { id: bo, firstName: 'Bo', lastName: '', fullName: 'Bo', bio: null, tagLine: '', profilePicture: null },
    ],
    questions: [{ id: 1, question: 'Your e-mail address', questionType: 'Short_Text', sort: 1 }],
    categories: [
      { id: 100, title: 'Track', items: [{ id: 101, name: 'Numbers', sort: 1 }], sort: 0, type: 'session' },
      { id: 200, title: 'Session format', items: [{ id: 201, name: 'Workshop', sort: 1 }], sort: 1 },
      { id: 300, title: 'Language', items: [{ id: 301, name: 'English', sort: 1 }], sort: 2 },
    ],
    rooms: [{ id: 7, name: 'Hall 1', sort: 0 }],
    ...data,
  })
}
