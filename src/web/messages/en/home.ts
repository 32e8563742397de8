// The home page.
import { plural } from './formats.ts'

export const home = {
  noProgramme: 'The programme will be announced soon.',
  watchLive: 'See what’s live',
  watchAgain: 'Watch again',
  viewAgenda: 'View the agenda',
  meetSpeakers: 'Meet the speakers',
  timeZone: (zone: string) => `All times in ${zone}`,
  startsIn: 'Time until the start',
  over: 'The event is over',
  liveCount: (count: number) => plural(count, { one: '# talk is live', other: '# talks are live' }),
  live: 'Live now',
  next: 'Up next',
  first: 'First talks',
  featured: 'Highlights',
  recorded: 'Watch again',
  allSpeakers: 'All speakers',
  allSponsors: 'All sponsors',
  setup: {
    title: 'This site is not set up yet.',
    text: 'To set it up, open the setup link that the server printed when it started. The link works for 24 hours. Restart the server to get a new one.',
  },
}
