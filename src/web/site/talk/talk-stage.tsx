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

type OpenProps<Kind extends OpenStage['kind']> = { stage: OpenStage & { kind: Kind }; page: TalkPage }

function Open({ stage, page }: { stage: OpenStage; page: TalkPage }) {
  switch (stage.kind) {
    case 'frame':
      return <Frame stage={stage} page={page} />
    case 'media':
      return <Media stage={stage} page={page} />
    case 'relay':
      return <Relay stage={stage} page={page} />
    case 'external':
      return <External stage={stage} page={page} />
  }
}

/** A room or a video of another host. */
function Frame({ stage: { url, isRoom }, page: { talk, state } }: OpenProps<'frame'>) {
  const { stage: texts } = useMessages().talk
  return (
    <>
      <iframe
        class="stage-screen"
        src={url}
        title={isRoom ? texts.room(talk.title) : texts.video(talk.title)}
        allow={isRoom ? ROOM_RIGHTS : VIDEO_RIGHTS}
        sandbox={SANDBOX}
        referrerpolicy="strict-origin-when-cross-origin"
        allowFullScreen
      ></iframe>
      {state === 'ended' ? <p class="quiet">{texts.endedWithVideo}</p> : null}
    </>
  )
}

/** A stream or a recording that the browser plays. */
function Media({ stage: { url }, page: { state, picture } }: OpenProps<'media'>) {
  const { stage: texts } = useMessages().talk
  return (
    <>
      <video
        class="stage-screen"
        src={url}
        controls
        preload="none"
        {...(picture ? { poster: picture } : {})}
      />
      <Unplayable picture={picture} />
      <p class="quiet">
        {texts.problems} <a href={url}>{state === 'replay' ? texts.openRecording : texts.openStream}</a>
      </p>
    </>
  )
}

/** A stream that only media players play. */
function Relay({ stage: { url }, page: { picture } }: OpenProps<'relay'>) {
  const { stage: texts } = useMessages().talk
  return (
    <div class="stage-closed">
      {picture ? <img src={picture} alt="" /> : null}
      <p class="countdown">{texts.streamNeedsPlayer}</p>
      <p class="actions">
        <a class="button primary" href={url}>
          {texts.openPlayer}
        </a>
      </p>
      <p class="quiet">{texts.streamAddress(<code>{url}</code>)}</p>
    </div>
  )
}

/** A talk on another site. */
function External({ stage: { url }, page: { picture } }: OpenProps<'external'>) {
  const { stage: texts } = useMessages().talk
  return (
    <div class="stage-closed">
      {picture ? <img src={picture} alt="" /> : null}
      <p class="countdown">{texts.otherSite}</p>
      <p class="actions">
        <a class="button primary" href={url} rel="noopener">
          {texts.join(new URL(url).hostname)}
        </a>
      </p>
    </div>
  )
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
