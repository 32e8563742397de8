// The page of a talk, and talks in lists.
import type { ComponentChildren } from 'preact'
import { list, plural } from './formats.ts'

export const talk = {
  /** Speakers in one line; `more` of them are left out. */
  speakers: (names: readonly string[], more: number) =>
    more === 0 ? list(names, 'unit') : list([...names, `${more} more`]),
  states: { upcoming: '', live: 'Live now', ended: 'Ended', replay: 'Replay' },
  keynote: 'Keynote',
  featured: 'Featured',
  recommended: 'Recommended',
  about: 'About this talk',
  links: 'Links',
  tags: 'Tags',
  side: 'Speakers and calendar',
  speakersHeading: (count: number) => plural(count, { one: 'Speaker', other: 'Speakers' }),
  addToCalendar: 'Add to calendar',
  neighbors: 'Other talks',
  previous: (time: string) => `Previous · ${time}`,
  next: (time: string) => `Next · ${time}`,
  stage: {
    label: 'Video',
    startsIn: (time: ComponentChildren) => ['Starts in ', time],
    replayOpensIn: (time: ComponentChildren) => ['The replay opens in ', time],
    liveWithoutVideo: 'This talk is live, but you can’t watch it here yet.',
    ended: 'This talk has ended.',
    replayMissing: 'The replay is not available yet.',
    endedWithVideo: 'This talk has ended. You can still watch the video.',
    room: (title: string) => `Room of “${title}”`,
    video: (title: string) => `Video of “${title}”`,
    problems: 'Trouble playing the video?',
    openRecording: 'Open the recording',
    openStream: 'Open the stream',
    streamNeedsPlayer: 'This stream plays in a media player.',
    openPlayer: 'Open in a media player',
    streamAddress: (address: ComponentChildren) => ['Stream address: ', address],
    otherSite: 'This talk takes place on another site.',
    join: (host: string) => `Join on ${host}`,
    unplayable: 'This browser can’t play the video.',
    unplayableAdvice: 'Try another browser, or open the link below in a media player.',
  },
  free: {
    live: 'Free to watch live. No credits needed.',
    replay: 'Free to watch as a replay. No credits needed.',
    both: 'Free to watch live and as a replay. No credits needed.',
  },
}
