// Where visitors watch a talk: a countdown, then a room, a video, a player, or a link to it.
import type { Stage, TalkPage } from '../../../domain/site/talk-page.ts'
import { formatInstant } from '../../../lib/time/instants.ts'
import { useMessages } from '../../messages/use-messages.tsx'

export function TalkStage({ page, now }: { page: TalkPage; now: number }) {
  const { stage } = page
  const { stage: texts } = useMessages().talk
  return (
    <section class="stage" aria-label={texts.label}>
      {stage.kind === 'none' ? <Closed page={page} now={now} /> : <Open stage={stage} page={page} />}
      <AccessNote page={page} />
    </section>
  )
}

/** Without a video: the picture, and why there is nothing to watch. */
function Closed({ page: { talk, state, picture }, now }: { page: TalkPage; now: number }) {
  const { talk: messages, time } = useMessages()
  const texts = messages.stage
  const left = <span class="countdown-left">{time.until(talk.startAt - now)}</span>
  return (
    <div class="stage-closed">
      {picture ? <img src={picture} alt="" /> : null}
      {state === 'upcoming' ? (
        <p class="countdown" role="timer" data-at={formatInstant(talk.startAt)}>
          {talk.type === 'replay' ? texts.replayOpensIn(left) : texts.startsIn(left)}
        </p>
      ) : null}
      {state === 'live' ? <p class="countdown">{texts.liveWithoutVideo}</p> : null}
      {state === 'ended' ? <p class="countdown">{texts.ended}</p> : null}
      {state === 'replay' ? <p class="countdown">{texts.replayMissing}</p> : null}
    </div>
  )
}

type OpenStage = Exclude<Stage, { kind: 'none' }>

const ROOM_RIGHTS = 'camera; microphone; display-capture; autoplay; fullscreen; clipboard-write'
const VIDEO_RIGHTS = 'autoplay; encrypted-media; picture-in-picture; fullscreen'
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation'

function Open({ stage, page: { talk, state, picture } }: { stage: OpenStage; page: TalkPage }) {
  const { stage: texts } = useMessages().talk
  switch (stage.kind) {
    case 'frame':
      return (
        <>
          <iframe
            class="stage-screen"
            src={stage.url}
            title={stage.isRoom ? texts.room(talk.title) : texts.video(talk.title)}
            allow={stage.isRoom ? ROOM_RIGHTS : VIDEO_RIGHTS}
            sandbox={SANDBOX}
            referrerpolicy="strict-origin-when-cross-origin"
            allowFullScreen
          ></iframe>
          {state === 'ended' ? <p class="quiet">{texts.endedWithVideo}</p> : null}
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
            {texts.problems}{' '}
            <a href={stage.url}>{state === 'replay' ? texts.openRecording : texts.openStream}</a>
          </p>
        </>
      )
    case 'relay':
      return (
        <div class="stage-closed">
          {picture ? <img src={picture} alt="" /> : null}
          <p class="countdown">{texts.streamNeedsPlayer}</p>
          <p class="actions">
            <a class="button primary" href={stage.url}>
              {texts.openPlayer}
            </a>
          </p>
          <p class="quiet">{texts.streamAddress(<code>{stage.url}</code>)}</p>
        </div>
      )
    case 'external':
      return (
        <div class="stage-closed">
          {picture ? <img src={picture} alt="" /> : null}
          <p class="countdown">{texts.otherSite}</p>
          <p class="actions">
            <a class="button primary" href={stage.url} rel="noopener">
              {texts.join(new URL(stage.url).hostname)}
            </a>
          </p>
        </div>
      )
  }
}

/** Replaces a video that this browser cannot play, which `talk.js` detects. */
function Unplayable({ picture }: { picture: string | null }) {
  const { stage: texts } = useMessages().talk
  return (
    <div class="stage-closed" data-unplayable hidden>
      {picture ? <img src={picture} alt="" loading="lazy" /> : null}
      <p class="countdown">{texts.unplayable}</p>
      <p>{texts.unplayableAdvice}</p>
    </div>
  )
}

/** Says that watching is free, if there is or will be something to watch. */
function AccessNote({ page: { talk, state, stage } }: { page: TalkPage }) {
  const { free: texts } = useMessages().talk
  const { type, features } = talk
  const isLive = type !== 'replay' && features.freeLive && (state === 'upcoming' || state === 'live')
  const isReplay = features.freeReplay && !(state === 'ended' && stage.kind === 'none')
  if (!isLive && !isReplay) return null
  const text = isLive && isReplay ? texts.both : isLive ? texts.live : texts.replay
  return <p class="access-note">{text}</p>
}
