// The dashboard.
import type { Wrap } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const errors = (refused: number, failed: number) =>
  `${plural(refused, { one: '# client error', other: '# client errors' })}, ${plural(failed, {
    one: '# server error',
    other: '# server errors',
  })}`
const requestsText = (count: number) => plural(count, { one: '# request', other: '# requests' })

const traffic = {
  title: 'API requests in the last 24 hours',
  successful: 'Successful',
  refused: 'Client errors (4xx)',
  failed: 'Server errors (5xx)',
  summary: (requests: number, refused: number, failed: number) =>
    `${requestsText(requests)} in the last 24 hours: ${errors(refused, failed)}.`,
  /** What the pointer is at. */
  reading: (time: string, requests: number, refused: number, failed: number) =>
    `${time}: ${requestsText(requests)}, ${errors(refused, failed)}`,
  asTable: 'Show as table',
  tableLabel: 'Requests by hour',
  hour: (zone: string) => `Hour, ${zone}`,
  requests: 'Requests',
  unlogged: (count: number) =>
    plural(count, {
      one: '# request came too fast to be logged individually.',
      other: '# requests came too fast to be logged individually.',
    }),
  openLog: 'Open request log',
}

export const dashboard = {
  title: 'Dashboard',
  proposals: (count: number, review: Wrap) => [
    plural(count, {
      one: '# change to a talk waits for approval. ',
      other: 'Changes to # talks wait for approval. ',
    }),
    review('Review'),
  ],
  lacksRooms: (setUp: Wrap) => [
    'Nobody can watch embedded talks, because there are no video rooms yet. ',
    setUp('Set up video rooms'),
  ],
  figures: {
    count: (count: number) => number(count),
    live: (count: number) => plural(count, { one: 'talk live now', other: 'talks live now' }),
    toReview: (count: number) =>
      plural(count, { one: 'registration to review', other: 'registrations to review' }),
    requests: 'requests in 24 hours',
    errors: 'errors in 24 hours',
  },
  traffic,
  programme: {
    title: 'Live and upcoming',
    timesIn: (zone: string) => `Times are in ${zone}.`,
    until: (time: string) => `until ${time}`,
    starts: (day: string, time: string) => `${day}, ${time}`,
    live: 'Live',
    moreLive: (count: number) => `and ${number(count)} more live now`,
    all: 'View all live and upcoming talks',
    empty: (add: Wrap) => ['No live or upcoming talks. ', add('Add a talk'), '.'],
  },
  overview: {
    toDo: 'To do',
    nothingToDo: 'Nothing is missing in the programme.',
    checks: {
      conflict: (count: number) =>
        plural(count, { one: '# talk is double-booked', other: '# talks are double-booked' }),
      speakers: (count: number) =>
        plural(count, { one: '# talk has no speakers', other: '# talks have no speakers' }),
      video: (count: number) => plural(count, { one: '# talk has no video', other: '# talks have no video' }),
      room: (count: number) => plural(count, { one: '# talk has no room', other: '# talks have no room' }),
      picture: (count: number) =>
        plural(count, { one: '# talk has no picture', other: '# talks have no picture' }),
    },
    incompleteSpeakers: (count: number) =>
      plural(count, {
        one: '# speaker has no biography or picture',
        other: '# speakers have no biography or picture',
      }),
    moreIncompleteSpeakers: (count: number) =>
      plural(count, { other: 'More than # speakers have no biography or picture' }),
    signUps: 'Sign-ups',
    signUpsIn30Days: (count: number) =>
      plural(count, { one: '# sign-up in the last 30 days', other: '# sign-ups in the last 30 days' }),
    favorites: 'Most starred',
    noFavorites: 'Nobody has starred a talk yet.',
    stars: (count: number) => plural(count, { one: '# star', other: '# stars' }),
    changes: 'Recent changes',
    allChanges: 'View all changes',
  },
  keys: {
    title: 'Keys expiring soon',
    empty: 'No keys expire within 30 days.',
  },
  webhooks: {
    title: 'Failing webhooks',
    counts: (pending: number, failed: number) => `${number(pending)} pending, ${number(failed)} failed`,
    allWorking: 'All webhooks are working.',
    none: 'No webhooks yet.',
    view: 'View webhooks',
  },
}
