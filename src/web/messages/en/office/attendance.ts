// Who watched a talk.
import { number, plural } from '../formats.ts'

export const attendance = {
  title: (talk: string) => `Attendance of ${talk}`,
  none: 'Nobody has watched this talk yet.',
  count: (count: number) => number(count),
  figures: {
    live: (count: number) => plural(count, { one: 'person watched live', other: 'people watched live' }),
    visitors: (count: number) =>
      plural(count, { one: 'visitor without an account', other: 'visitors without an account' }),
    most: 'viewers at most',
    average: 'on average, live',
    replay: (count: number) => plural(count, { one: 'viewer of the replay', other: 'viewers of the replay' }),
  },
  live: 'Live',
  replay: 'Replay',
  liveSummary: (most: number) => `Viewers during the talk, ${number(most)} at most.`,
  replaySummary: (most: number) => `Viewers of the replay by day, ${number(most)} at most.`,
  asTable: 'Show as table',
  time: (zone: string) => `Time, ${zone}`,
  day: 'Day',
  viewers: 'Viewers',
  people: 'People',
  peopleHint: 'People with an account, longest first, 100 at most. The exported file has everyone.',
  minutes: (minutes: number) => `${number(minutes)} min`,
  name: 'Name',
  email: 'E-mail',
}
