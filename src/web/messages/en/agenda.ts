// The agenda and its filters.
import type { ComponentChildren } from 'preact'
import { plural } from './formats.ts'

export const agenda = {
  title: 'Agenda',
  titleOf: (platform: string) => `Agenda of ${platform}`,
  summary: (platform: string) => `The programme of ${platform}, day by day.`,
  timeZone: (zone: string) => `All times in ${zone}.`,
  days: 'Days',
  allDays: 'All days',
  goToNow: 'Jump to now',
  otherTrack: 'Other',
  noTalks: 'No talks have been announced yet.',
  noMatches: 'No matching talks.',
  showAll: 'Show all talks',
  view: { label: 'View', grid: 'Grid', list: 'List' },
  filters: {
    search: 'Search talks, speakers, and topics',
    searchHint: 'Talk, speaker, or topic',
    track: 'Track',
    allTracks: 'All tracks',
    speaker: 'Speaker',
    recommendedOnly: 'Recommended only',
    count: (count: number) => plural(count, { one: '# talk', other: '# talks' }),
    remove: 'Remove filter:',
    words: (words: string) => `“${words}”`,
    recommended: 'Recommended',
  },
  zone: {
    heading: (zone: ComponentChildren, kind: string) => ['Times in ', zone, ` · ${kind}`],
    kinds: { event: 'event time', own: 'your time', chosen: 'selected time zone' },
    unknown: {
      own: 'We don’t know your time zone. Enter its name instead.',
      name: 'Unknown time zone. Enter a name such as Europe/Paris.',
    },
    useEvent: 'Use event time',
    useOwn: 'Use my time',
    useBrowser: (zone: string) => `Use my time (${zone})`,
    other: 'Other time zone',
    example: 'Asia/Tokyo',
    apply: 'Change time zone',
  },
}
