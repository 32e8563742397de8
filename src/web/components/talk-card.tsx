// A talk as part of a list: when, what, who, and its badges.
import type { TalkCard as Talk } from '../../domain/site/talk-cards.ts'
import type { ListedPerson } from '../../store/site/public-talks.ts'
import type { Messages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { displayName } from './person.tsx'
import { FromTo, isSameClock } from './time.tsx'

export type TalkCardProps = {
  talk: Talk
  /** The time zone that the page names. */
  zone: string
  /** The `zone` parameter of links; '' for none. */
  zoneParameter?: string
  /** Whether to show the day, too. */
  hasDay?: boolean
  hasPicture?: boolean
}

/** An item of a list of talks, under a heading of the third level. */
export function TalkCard(props: TalkCardProps) {
  const { talk, zone, zoneParameter = '', hasDay = false, hasPicture = false } = props
  const { time, talk: texts } = useMessages()
  const className = ['talk', talk.state, talk.keynote ? 'keynote' : '']
  const query = zoneParameter === '' ? '' : `?zone=${encodeURIComponent(zoneParameter)}`
  return (
    <li class={className.filter(Boolean).join(' ')}>
      {hasPicture && talk.picture ? (
        <img class="talk-picture" src={talk.picture} alt="" loading="lazy" decoding="async" />
      ) : null}
      <p class="talk-meta">
        <span>
          {hasDay ? `${time.shortDay(talk.startAt, zone)}, ` : ''}
          <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
        </span>
        {talk.track ? <span class="talk-track">{talk.track}</span> : null}
        <span class="visually-hidden">{time.duration(talk.duration)}</span>
      </p>
      <h3>
        <a href={`/talks/${talk.id}${query}`}>{talk.title}</a>
      </h3>
      <p class="talk-speakers">{speakerNames(texts, talk.speakers)}</p>
      <OwnZone talk={talk} zone={zone} />
      <TalkMarks talk={talk} />
    </li>
  )
}

const MAX_NAMES = 4

/** `Ada Sample, Grace Sample, Alan Sample, and 3 more` */
export function speakerNames(texts: Messages['talk'], speakers: readonly ListedPerson[]): string {
  const names = speakers.map(displayName)
  const shown = names.length <= MAX_NAMES ? names : names.slice(0, MAX_NAMES - 1)
  return texts.speakers(shown, names.length - shown.length)
}

/** A talk may have its own time zone, such as that of the city it takes place in. */
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

type Marked = Pick<Talk, 'state' | 'keynote' | 'featured' | 'recommended'>

/** The badges of a talk; `isWhole` adds those that only the page of the talk shows. */
export function TalkMarks({ talk, isWhole = false }: { talk: Marked; isWhole?: boolean }) {
  const { talk: texts } = useMessages()
  const state = talk.state === 'ended' && !isWhole ? '' : texts.states[talk.state]
  const hasMarks = talk.keynote || (talk.featured && isWhole) || talk.recommended
  if (state === '' && !hasMarks) return null
  return (
    <p class="marks">
      {state ? <span class={`badge state-${talk.state}`}>{state}</span> : null}
      {talk.keynote ? <span class="badge accent">{texts.keynote}</span> : null}
      {talk.featured && isWhole ? <span class="badge">{texts.featured}</span> : null}
      {talk.recommended ? <span class="badge">{texts.recommended}</span> : null}
    </p>
  )
}
