// Where visitors watch a talk: the stage on its page, and the player in it.
import type { ComponentChildren } from 'preact'
import type { Wrap } from '../messages.ts'

export const stage = {
  label: 'Video',
  startsIn: (time: ComponentChildren) => ['Starts in ', time],
  replayOpensIn: (time: ComponentChildren) => ['The replay opens in ', time],
  opening: 'Starting…',
  liveWithoutVideo: 'This talk is live, but you can’t watch it here yet.',
  ended: 'This talk has ended.',
  cancelled: 'This talk was canceled.',
  draft: (edit: Wrap) => ['This talk is a draft. Only staff can see this page. ', edit('Edit the talk')],
  replayMissing: 'The replay is not available yet.',
  endedWithVideo: 'This talk has ended. You can still watch the video.',
  next: (time: ComponentChildren, title: ComponentChildren) => ['Next at ', time, ': ', title],
  needsAccount: (signIn: Wrap) => [signIn('Sign in'), ' to watch this talk.'],
  needsAcceptance: 'You can watch this talk when your registration has been accepted.',
  roomMissing: (setUp: Wrap) => [
    'Visitors can’t watch this talk: embedded talks have no video rooms yet. ',
    setUp('Set up video rooms'),
  ],
  room: (title: string) => `Room of “${title}”`,
  video: (title: string) => `Video of “${title}”`,
  player: {
    problems: 'Trouble playing the video?',
    openRecording: 'Open the recording',
    openStream: 'Open the stream',
    streamNeedsPlayer: 'This stream plays in a media player.',
    openPlayer: 'Open in a media player',
    streamAddress: (address: ComponentChildren) => ['Stream address: ', address],
    otherSite: 'This talk takes place on another site.',
    join: (host: string) => `Join on ${host}`,
    unmute: 'Turn on sound',
    goLive: 'Go to live',
    unplayable: 'This browser can’t play the video.',
    unplayableAdvice: 'Try another browser, or open the link below in a media player.',
    waiting: 'The stream can’t be reached. Trying again…',
  },
}
