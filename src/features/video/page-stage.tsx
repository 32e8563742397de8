// The stage on the page of a talk: the player, or the poster and the reason that there is none. Open pages get it again
// when it changes.

import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { Avatar } from '../../kit/components/person.tsx'
import { Picture } from '../../kit/components/picture.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Cover } from '../files/page-cover.tsx'
import type { Audience } from '../live/items.ts'
import { TalkMarks } from '../talks/programme/page-talk-card.tsx'
import { needsVideo } from '../talks/schema.ts'
import { hasStage } from '../talks/talk-states.ts'
import type { Stage, StageAccess } from './stage.ts'
import { streamPagePath } from './streams/office-stream.tsx'
import { takesStream } from './streams/stream-sources.ts'

export type StageProps = {
  stage: Stage
  access: StageAccess
  /** Whether several people are on stage in a room, so that some of them are below the picture. */
  hasTiles?: boolean
  /** Epoch milliseconds. */
  now: number
}

/** The track and the badges of the talk, which change with its phase. */
export function StageMarks({ stage: { talk, phase, isEarly } }: Pick<StageProps, 'stage'>) {
  return (
    <div id="talk-marks" role="status">
      <TalkMarks talk={{ ...talk, phase, isEarly }} track={talk.track} isWhole />
    </div>
  )
}

/**
 * `live.js` replaces the stage only if `data-key` differs, so that a video keeps playing when something else changes.
 */
export function TalkStage({ stage, access, hasTiles = false, now }: StageProps) {
  const { stage: texts } = useMessages()
  const isOpen = hasPlayer(access) && stage.source !== null
  return (
    <section
      id="talk-stage"
      class="stage"
      {...(hasStage(stage.talk) ? { 'aria-label': texts.label } : {})}
      data-key={`${access} ${stage.key}`}
    >
      {/* A talk on another site needs only a line. */}
      {isOpen && isSmall(stage, access) ? <Poster stage={stage} /> : null}
      {isOpen ? <Player {...{ stage, access, hasTiles }} /> : <Closed {...{ stage, access, now }} />}
    </section>
  )
}

const hasPlayer = (access: StageAccess) => access === 'open' || access === 'payment'

const RIGHTS =
  'autoplay; fullscreen; picture-in-picture; encrypted-media; camera; microphone; display-capture; clipboard-write'

/** A talk on another site needs little space, unless it has to be paid for first. */
const isSmall = ({ source }: Stage, access: StageAccess) => source === 'external' && access === 'open'

function Player({ stage, access, hasTiles }: Pick<StageProps, 'stage' | 'access' | 'hasTiles'>) {
  const { stage: texts } = useMessages()
  const { talk, source, key } = stage
  return (
    <iframe
      class={`stage-screen ${source}${isSmall(stage, access) ? ' small' : ''}`}
      src={`/talks/${talk.id}/player?key=${key}`}
      // The room changes it when people come and go.
      {...(hasTiles ? { 'data-tiles': true } : {})}
      title={source === 'room' ? texts.room({ title: talk.title }) : texts.video({ title: talk.title })}
      allow={RIGHTS}
      loading="lazy"
      allowFullScreen
    ></iframe>
  )
}

/**
 * Shown without a video: the poster, the reason that there is nothing to watch, and the next talk. A talk on site needs
 * no reason unless it does not take place any more.
 */
function Closed({ stage, access, now }: StageProps) {
  const { phase, source, next } = stage
  const isOver = phase === 'ended' || phase === 'cancelled'
  const isExplained = hasStage(stage.talk) || (isOver && stage.talk.kind === 'talk')
  return (
    <>
      <Poster stage={stage} />
      {isExplained ? (
        <div class="stage-line">
          {!hasPlayer(access) && (source !== null || phase === 'upcoming') ? (
            <Needs {...{ stage, access }} />
          ) : null}
          {source === null ? <Reason {...{ stage, now }} /> : null}
          {isOver && next && next.endAt > now ? <Next next={next} /> : null}
        </div>
      ) : null}
    </>
  )
}

const MAX_FACES = 3

/** The picture of the talk, or the art of its track with the faces of its speakers. A break may have neither. */
function Poster({ stage: { talk, speakers } }: Pick<StageProps, 'stage'>) {
  const faces = speakers.filter(({ avatar }) => avatar !== null).slice(0, MAX_FACES)
  if (talk.image)
    return (
      <div class="stage-poster">
        <Picture src={talk.image} sizes="(min-width: 60rem) 34rem, 100vw" isFirst />
      </div>
    )
  if (talk.kind === 'break') return null
  return (
    <div class="stage-poster art" aria-hidden="true">
      <Cover id={talk.id} />
      {faces.map((person) => (
        <Avatar person={person} isLarge />
      ))}
    </div>
  )
}

function Needs({ stage: { talk }, access }: Pick<StageProps, 'stage' | 'access'>) {
  const { stage: texts } = useMessages()
  if (access === 'acceptance') return <p>{texts.needsAcceptance}</p>
  const href = `/sign-in?next=${encodeURIComponent(`/talks/${talk.id}`)}`
  return <p>{texts.needsAccount({ signIn: (text) => <a href={href}>{text}</a> })}</p>
}

function Reason({ stage: { talk, phase }, now }: Pick<StageProps, 'stage' | 'now'>) {
  const { stage: texts, time } = useMessages()
  if (phase === 'cancelled') return <p class="countdown">{texts.cancelled}</p>
  if (phase === 'live') return <p class="countdown">{texts.liveWithoutVideo}</p>
  // The badge says that it has ended.
  if (phase === 'ended') return hasStage(talk) ? <p>{texts.recordingLater}</p> : null
  if (phase === 'replay') return <p class="countdown">{texts.replayMissing}</p>
  const left = <span class="countdown-left">{time.until(talk.startAt - now)}</span>
  return (
    <p class="countdown" role="timer" data-at={formatInstant(talk.startAt)} data-opening={texts.opening}>
      {talk.type === 'replay' ? texts.replayOpensIn({ time: left }) : texts.startsIn({ time: left })}
    </p>
  )
}

function Next({ next: { id, title, startAt } }: { next: NonNullable<Stage['next']> }) {
  const { stage: texts, time } = useMessages()
  const link = (
    <a dir="auto" href={`/talks/${id}`}>
      {title}
    </a>
  )
  const at = formatInstant(startAt)
  return (
    <p class="quiet">
      {texts.next({
        time: (
          <time dateTime={at} data-local-time>
            {time.clock(startAt, 'UTC')}
          </time>
        ),
        title: link,
      })}
    </p>
  )
}

type NotesProps = Pick<StageProps, 'stage'> & { audience: Audience | null }

/** Notes below the stage. */
export function StageNotes({ stage, audience }: NotesProps) {
  const { stage: texts } = useMessages()
  const { talk, phase, source } = stage
  return (
    <div id="talk-notes">
      {talk.state === 'draft' ? (
        <p class="notice warning">
          {texts.draft({ edit: (text) => <a href={`/backoffice/talks/${talk.id}`}>{text}</a> })}
        </p>
      ) : null}
      {phase === 'ended' && source !== null ? <p class="quiet">{texts.endedWithVideo}</p> : null}
      <AccessNote stage={stage} />
      {audience === 'admins' ? <StaffNote stage={stage} /> : null}
    </div>
  )
}

/** Says what staff have to do before there is something to watch. Nobody else can do anything about it. */
function StaffNote({ stage: { talk, phase } }: Pick<StageProps, 'stage'>) {
  const { stage: texts } = useMessages()
  const isOver = phase === 'ended' || phase === 'cancelled'
  if (isOver || !hasStage(talk)) return null
  const path = `/backoffice/talks/${talk.id}`
  if (takesStream(talk))
    return (
      <p class="notice">
        {texts.staffStream({ open: (text) => <a href={streamPagePath(talk.id)}>{text}</a> })}
      </p>
    )
  if (talk.video !== null || !needsVideo(talk.type)) return null
  return <p class="notice warning">{texts.staffVideo({ edit: (text) => <a href={path}>{text}</a> })}</p>
}

/**
 * If other talks cost credits and there is or will be something to watch, says that this one is free or what it will
 * cost.
 */
function AccessNote({ stage: { talk, phase, source, price } }: Pick<StageProps, 'stage'>) {
  const { talk: messages, ledgers } = useMessages()
  const { free: texts } = messages
  const { type, features } = talk
  if (price === null || phase === 'cancelled') return null
  if (price > 0 && phase === 'upcoming') return <p class="access-note">{ledgers.lock.upcoming({ price })}</p>
  const isLive = type !== 'replay' && features.freeLive && (phase === 'upcoming' || phase === 'live')
  const isReplay = features.freeReplay && !(phase === 'ended' && source === null)
  if (!isLive && !isReplay) return null
  const text = isLive && isReplay ? texts.both : isLive ? texts.live : texts.replay
  return <p class="access-note">{text}</p>
}
