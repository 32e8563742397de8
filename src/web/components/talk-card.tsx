// A talk as part of a list: when, what, who, and the marks that set it apart.
import type { TalkCard as Talk, TalkState } from '../../domain/site/home.ts'
import type { ListedPerson } from '../../store/site/public-talks.ts'
import { displayName } from './person.tsx'
import { durationText, FromTo, isSameClock, shortDayText, timeText, zoneText } from './time.tsx'

export type TalkCardProps = {
  talk: Talk
  /** The time zone that the page names. */
  zone: string
  /** The `zone` that links carry on; '' for none. */
  zoneParameter?: string
  /** Whether the day is to be named, too. */
  hasDay?: boolean
  hasPicture?: boolean
}

/** An item of a list of talks, under a heading of the third level. */
export function TalkCard(props: TalkCardProps) {
  const { talk, zone, zoneParameter = '', hasDay = false, hasPicture = false } = props
  const className = ['talk', talk.state, talk.keynote ? 'keynote' : '']
  const query = zoneParameter === '' ? '' : `?zone=${encodeURIComponent(zoneParameter)}`
  return (
    <li class={className.filter(Boolean).join(' ')}>
      {hasPicture && talk.picture ? (
        <img class="talk-picture" src={talk.picture} alt="" loading="lazy" decoding="async" />
      ) : null}
      <p class="talk-meta">
        <span>
          {hasDay ? `${shortDayText(talk.startAt, zone)}, ` : ''}
          <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
        </span>
        {talk.track ? <span class="talk-track">{talk.track}</span> : null}
        <span class="visually-hidden">{durationText(talk.duration)}</span>
      </p>
      <h3>
        <a href={`/talks/${talk.id}${query}`}>{talk.title}</a>
      </h3>
      <p class="talk-speakers">{namesOf(talk.speakers)}</p>
      <OwnZone talk={talk} zone={zone} />
      <TalkMarks talk={talk} />
    </li>
  )
}

/** `Ada Sample, Grace Sample and 3 more` */
export function namesOf(speakers: readonly ListedPerson[], most = 4): string {
  const names = speakers.map(displayName)
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}

/** A talk may have a time zone of its own, such as that of the city it is held in. */
function OwnZone({ talk, zone }: { talk: Talk; zone: string }) {
  if (talk.timezone === null || isSameClock(talk.startAt, talk.timezone, zone)) return null
  return (
    <p class="quiet talk-zone">
      {timeText(talk.startAt, talk.timezone)} {zoneText(talk.startAt, talk.timezone)}
    </p>
  )
}

const stateTexts: Record<TalkState, string> = {
  upcoming: '',
  live: 'Live now',
  ended: 'Over',
  replay: 'Replay',
}

type Marked = Pick<Talk, 'state' | 'keynote' | 'featured' | 'recommended'>

/** The state of a talk and its marks. */
export function TalkMarks({ talk, isWhole = false }: { talk: Marked; isWhole?: boolean }) {
  const state = talk.state === 'ended' && !isWhole ? '' : stateTexts[talk.state]
  const marks = [
    talk.keynote ? 'Keynote' : '',
    talk.featured && isWhole ? 'Featured' : '',
    talk.recommended ? 'Recommended' : '',
  ].filter(Boolean)
  if (state === '' && marks.length === 0) return null
  return (
    <p class="marks">
      {state ? <span class={`badge state-${talk.state}`}>{state}</span> : null}
      {marks.map((mark) => (
        <span class={mark === 'Keynote' ? 'badge accent' : 'badge'}>{mark}</span>
      ))}
    </p>
  )
}
