// Where a talk is watched: a countdown before it, then a room, a video, a player or a way to it.
import type { Stage, TalkPage } from '../../../domain/site/talk-page.ts'
import { formatInstant } from '../../../lib/time/instants.ts'
import { untilText } from '../../components/time.tsx'

export function TalkStage({ page, now }: { page: TalkPage; now: number }) {
  const { stage } = page
  return (
    <section class="stage" aria-label="Video">
      {stage.kind === 'none' ? <Closed page={page} now={now} /> : <Open stage={stage} page={page} />}
      <AccessNote page={page} />
    </section>
  )
}

/** Before its time, after it, or without an address: the picture, and what there is to know. */
function Closed({ page: { talk, state, picture }, now }: { page: TalkPage; now: number }) {
  return (
    <div class="stage-closed">
      {picture ? <img src={picture} alt="" /> : null}
      {state === 'upcoming' ? (
        <p class="countdown" role="timer" data-at={formatInstant(talk.startAt)}>
          {talk.type === 'replay' ? 'The replay opens' : 'Starts'} in{' '}
          <span class="countdown-left">{untilText(talk.startAt - now)}</span>
        </p>
      ) : null}
      {state === 'live' ? (
        <p class="countdown">This talk is under way. It cannot be watched here yet.</p>
      ) : null}
      {state === 'ended' ? <p class="countdown">This talk is over.</p> : null}
      {state === 'replay' ? <p class="countdown">The replay is not here yet.</p> : null}
    </div>
  )
}

type OpenStage = Exclude<Stage, { kind: 'none' }>

const ROOM_RIGHTS = 'camera; microphone; display-capture; autoplay; fullscreen; clipboard-write'
const VIDEO_RIGHTS = 'autoplay; encrypted-media; picture-in-picture; fullscreen'
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation'

function Open({ stage, page: { talk, state, picture } }: { stage: OpenStage; page: TalkPage }) {
  switch (stage.kind) {
    case 'frame':
      return (
        <>
          <iframe
            class="stage-screen"
            src={stage.url}
            title={stage.isRoom ? `Room of “${talk.title}”` : `Video of “${talk.title}”`}
            allow={stage.isRoom ? ROOM_RIGHTS : VIDEO_RIGHTS}
            sandbox={SANDBOX}
            referrerpolicy="strict-origin-when-cross-origin"
            allowFullScreen
          ></iframe>
          {state === 'ended' ? <p class="quiet">The talk is over; its video stays here.</p> : null}
        </>
      )
    case 'media':
      return (
        <>
          <video
            class="stage-screen"
            src={stage.url}
            controls
            preload="none"
            {...(picture ? { poster: picture } : {})}
          />
          <Unplayable picture={picture} />
          <p class="quiet">
            Does it not play here?{' '}
            <a href={stage.url}>Open the {state === 'replay' ? 'recording' : 'stream'}</a>
          </p>
        </>
      )
    case 'relay':
      return (
        <div class="stage-closed">
          {picture ? <img src={picture} alt="" /> : null}
          <p class="countdown">The stream plays in a media player.</p>
          <p class="actions">
            <a class="button primary" href={stage.url}>
              Open in a player
            </a>
          </p>
          <p class="quiet">
            Its address: <code>{stage.url}</code>
          </p>
        </div>
      )
    case 'outside':
      return (
        <div class="stage-closed">
          {picture ? <img src={picture} alt="" /> : null}
          <p class="countdown">This talk takes place on another site.</p>
          <p class="actions">
            <a class="button primary" href={stage.url} rel="noopener">
              Join on {new URL(stage.url).hostname}
            </a>
          </p>
        </div>
      )
  }
}

/** In place of a video that this browser does not play: `talk.js` finds out. */
function Unplayable({ picture }: { picture: string | null }) {
  return (
    <div class="stage-closed" data-unplayable hidden>
      {picture ? <img src={picture} alt="" loading="lazy" /> : null}
      <p class="countdown">This browser cannot play the video.</p>
      <p>Another browser or a media player may. The link below leads to it.</p>
    </div>
  )
}

/** What watching costs, where it costs nothing and there is something to watch, or will be. */
function AccessNote({ page: { talk, state, stage } }: { page: TalkPage }) {
  const { type, features } = talk
  const isLive = type !== 'replay' && features.freeLive && (state === 'upcoming' || state === 'live')
  const isReplay = features.freeReplay && !(state === 'ended' && stage.kind === 'none')
  if (!isLive && !isReplay) return null
  const what = isLive && isReplay ? 'live and as a replay' : isLive ? 'live' : 'as a replay'
  return <p class="access-note">Free {what}: watching takes none of your credits.</p>
}
