// A talk in a list: its time, title, people, and badges.
import type { ComponentChildren } from 'preact'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { Icon } from '../../../kit/components/icon.tsx'
import { displayName, Faces } from '../../../kit/components/person.tsx'
import { Picture } from '../../../kit/components/picture.tsx'
import { FromTo, isSameClock } from '../../../kit/components/time.tsx'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Star } from '../../../kit/site/star.tsx'
import { Cover } from '../../files/page-cover.tsx'
import { hasReplay } from '../talk-states.ts'
import type { ListedPerson } from './public-talks-store.ts'
import type { TalkCard as Talk } from './talk-cards.ts'

export type TalkCardProps = {
  talk: Talk
  /** The time zone that the page names. */
  zone: string
  /** The `zone` parameter of links; '' for none. */
  zoneParameter?: string
  /** Whether to show the day as well. */
  hasDay?: boolean
  hasPicture?: boolean
  /** Whether to show the pictures of the speakers beside their names. Cards with a picture always do. */
  hasFaces?: boolean
  /** The language of the event. That of the talk is named if it differs. */
  language: string
  /** Used for the progress of a live talk (epoch milliseconds). */
  now?: number | undefined
  /** Shown at the end of the card. */
  children?: ComponentChildren
  /** Classes for its place in a timetable, whose style sheet shows the start of short talks before their titles. */
  classes?: string | undefined
}

/** An item of a list of talks, below a level-three heading. */
export function TalkCard(props: TalkCardProps) {
  const { talk, zone, zoneParameter = '', hasDay = false, hasPicture = false, hasFaces = hasPicture } = props
  const { language, now, children, classes = '' } = props
  const messages = useMessages()
  const { time, formats } = messages
  const query = zoneParameter === '' ? '' : `?zone=${encodeURIComponent(zoneParameter)}`
  return (
    <li class={`${classOf(talk)} ${classes}`.trim()}>
      {hasPicture ? <TalkPicture talk={talk} /> : null}
      <p class="talk-meta">
        <span class="talk-time">
          {hasDay ? (
            <span class="talk-day">
              {time.shortDay(talk.startAt, zone)}
              <span>, </span>
            </span>
          ) : null}
          <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
        </span>
        {talk.room ? (
          <span dir="auto" class="talk-room">
            {talk.room}
          </span>
        ) : null}
        {talk.language && !isSameLanguage(talk.language, language) ? (
          <span>{formats.languageName(talk.language)}</span>
        ) : null}
      </p>
      <h3 {...langOf(talk.language ?? language, messages)}>
        <a
          dir="auto"
          href={`/talks/${talk.id}${query}`}
          {...(classes === '' ? {} : { 'data-start': time.clock(talk.startAt, zone) })}
        >
          {talk.title}
        </a>
      </h3>
      {talk.speakers.length > 0 ? (
        <p class="talk-speakers">
          {hasFaces && !(hasPicture && hasPortraits(talk)) ? (
            <Faces people={talk.speakers.filter(hasFace)} most={3} />
          ) : null}
          <span>{speakerNames(messages, talk.speakers)}</span>
        </p>
      ) : null}
      {talk.abstract ? (
        <p dir="auto" class="talk-abstract">
          {talk.abstract}
        </p>
      ) : null}
      <OwnZone talk={talk} zone={zone} />
      <TalkMarks talk={talk} track={talk.track} />
      {talk.phase === 'live' && now !== undefined ? <Progress talk={talk} now={now} /> : null}
      {children}
      <Star talk={talk} />
    </li>
  )
}

/** The attribute of a title in another language than the page. */
const langOf = (lang: string, { language }: Messages) => (isSameLanguage(lang, language) ? {} : { lang })

/** Regions are not told apart: a talk in `en-GB` is in the language of an event in `en`. */
const isSameLanguage = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

const hasFace = ({ avatar }: ListedPerson) => avatar !== null

function classOf({ phase, keynote, kind, color }: Talk): string {
  const classes = ['talk', phase, keynote ? 'keynote' : '', kind === 'break' ? 'break' : '']
  return [...classes, color === undefined ? '' : `track-${color}`].filter(Boolean).join(' ')
}

/** Without a picture, the faces of the speakers are shown in its place. */
const hasPortraits = ({ picture, speakers }: Talk) => picture === null && speakers.some(hasFace)

/** The picture of the talk. Without one, its speakers in front of shapes in the color of its track. */
function TalkPicture({ talk }: { talk: Talk }) {
  const { id, picture, speakers } = talk
  return (
    <span class="talk-picture art">
      <Cover id={id} />
      {picture ? <Picture src={picture} sizes="(min-width: 40rem) 26rem, 100vw" /> : null}
      {hasPortraits(talk) ? <Faces people={speakers.filter(hasFace)} most={3} /> : null}
    </span>
  )
}

/** The progress of a live talk. `home.js` keeps it current. */
function Progress({ talk: { startAt, endAt }, now }: { talk: Talk; now: number }) {
  return (
    <progress
      aria-hidden="true"
      max={endAt - startAt}
      value={now - startAt}
      data-start={formatInstant(startAt)}
    />
  )
}

const MAX_NAMES = 4

/** `Ada Sample, Grace Sample, Alan Sample, and 3 more` */
export function speakerNames(messages: Messages, speakers: readonly ListedPerson[]): string {
  const { formats, talk: texts } = messages
  const names = speakers.map((speaker) => displayName(speaker))
  const shown = names.length <= MAX_NAMES ? names : names.slice(0, MAX_NAMES - 1)
  const count = names.length - shown.length
  return count === 0 ? formats.list(shown, 'unit') : formats.list([...shown, texts.moreSpeakers({ count })])
}

/** A talk may have its own time zone, such as the one of the city it takes place in. */
function OwnZone({ talk, zone }: { talk: Talk; zone: string }) {
  const { time } = useMessages()
  if (talk.timezone === null || isSameClock(time, talk.startAt, { zone: talk.timezone, other: zone }))
    return null
  return (
    <p class="quiet talk-zone">
      {time.clock(talk.startAt, talk.timezone)} {time.zone(talk.startAt, talk.timezone)}
    </p>
  )
}

type Marked = Pick<
  Talk,
  'kind' | 'type' | 'video' | 'recordedAt' | 'state' | 'phase' | 'isEarly' | 'keynote' | 'recommended'
>

type MarksProps = { talk: Marked; track?: string | null; isWhole?: boolean }

/** The track and the badges of a talk. `isWhole` adds that the talk is over. */
export function TalkMarks({ talk, track = null, isWhole = false }: MarksProps) {
  const { talk: texts } = useMessages()
  const isBreak = talk.kind === 'break'
  const isReplay = hasReplay(talk)
  const phase = isReplay ? 'replay' : talk.phase
  const isSilent =
    phase === 'upcoming' ||
    (phase === 'replay' && !isReplay) ||
    (phase === 'ended' && !isWhole) ||
    (isBreak && phase !== 'cancelled')
  const hasMarks = talk.state === 'draft' || isBreak || talk.keynote || talk.recommended
  if (isSilent && !hasMarks && !track) return null
  return (
    <p class="marks">
      {track ? (
        <span dir="auto" class="badge track dot">
          {track}
        </span>
      ) : null}
      {talk.state === 'draft' ? <span class="badge warning">{texts.draft}</span> : null}
      {isSilent ? null : (
        <span class={`badge phase-${phase}`}>
          {phase === 'replay' ? <Icon name="play" /> : null}
          {isReplay && talk.isEarly ? texts.early : texts.phases[phase]}
        </span>
      )}
      {isBreak ? <span class="badge">{texts.break}</span> : null}
      {talk.keynote ? <span class="badge accent">{texts.keynote}</span> : null}
      {talk.recommended ? (
        <span class="badge optional">
          <Icon name="award" />
          <span>{texts.recommended}</span>
        </span>
      ) : null}
    </p>
  )
}
