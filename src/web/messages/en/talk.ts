// The page of a talk, and talks in lists.
import { formats, list, plural } from './formats.ts'

export const talk = {
  /** Speakers in one line; `more` of them are left out. */
  speakers: (names: readonly string[], more: number) =>
    more === 0 ? list(names, 'unit') : list([...names, `${more} more`]),
  phases: { upcoming: '', live: 'Live now', ended: 'Ended', replay: 'Replay', cancelled: 'Canceled' },
  break: 'Break',
  draft: 'Draft',
  keynote: 'Keynote',
  featured: 'Featured',
  recommended: 'Recommended',
  about: 'About this talk',
  files: 'Files',
  pdf: (bytes: number) => `PDF, ${formats.fileSize(bytes)}`,
  links: 'Links',
  tags: 'Tags',
  side: 'Speakers and calendar',
  speakersHeading: (count: number) => plural(count, { one: 'Speaker', other: 'Speakers' }),
  addToCalendar: 'Add to calendar',
  neighbors: 'Other talks',
  previous: (time: string) => `Previous · ${time}`,
  next: (time: string) => `Next · ${time}`,
  free: {
    live: 'Free to watch live. No credits needed.',
    replay: 'Free to watch as a replay. No credits needed.',
    both: 'Free to watch live and as a replay. No credits needed.',
  },
}
