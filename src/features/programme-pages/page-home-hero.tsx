// The top of the home page: name, days, place, the countdown or live state, and a picture or faces.

import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { Avatar } from '../../kit/components/person.tsx'
import { Picture } from '../../kit/components/picture.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { PlatformRow } from '../platforms/tables.ts'
import { sourceOf } from '../video/stage.ts'
import type { Home } from './home.ts'

type HeroProps = {
  platform: PlatformRow
  home: Home
  /** Whether the visitor is not signed in. */
  isGuest: boolean
}

/** `May 20 – 21, 2027 · Town hall`; '' if neither is known. */
export function whenAndWhere(
  { time }: Messages,
  { settings }: PlatformRow,
  { span }: Pick<Home, 'span'>,
): string {
  const { timezone, venue } = settings
  return [span && time.range(span.from, span.to, timezone), venue].filter(Boolean).join(' · ')
}

export function Hero(props: HeroProps) {
  const { platform, home } = props
  const { banner } = platform.settings
  const during = home.live.length > 0 ? ['during'] : []
  if (banner !== null)
    return (
      <header class={['hero pictured', ...during].join(' ')}>
        <Picture class="hero-banner" src={banner} sizes="100vw" isFirst />
        <div class="hero-shade">
          <div class="wrap">
            <HeroText {...props} />
          </div>
        </div>
      </header>
    )
  const faces = facesOf(home)
  return (
    <header class={['hero wrap', faces.length > 0 ? 'has-faces' : 'calm', ...during].join(' ')}>
      <HeroText {...props} />
      {faces.length > 0 ? (
        <div class="hero-faces" aria-hidden="true">
          {faces.map((person) => (
            <Avatar person={person} isLarge />
          ))}
        </div>
      ) : null}
    </header>
  )
}

function HeroText({ platform, home, isGuest }: HeroProps) {
  const { tagline, hasSignUp } = platform.settings
  return (
    <div class="hero-text">
      <State home={home} />
      <h1 dir="auto">{platform.name}</h1>
      {tagline ? (
        <p dir="auto" class="hero-tagline">
          {tagline}
        </p>
      ) : null}
      <Facts platform={platform} home={home} />
      <Actions platform={platform} home={home} canRegister={hasSignUp && isGuest && home.phase !== 'after'} />
      <Countdown home={home} />
    </div>
  )
}

/** Says that something is live or that the event is over. */
function State({ home: { phase, live } }: Pick<HeroProps, 'home'>) {
  const { home: texts } = useMessages()
  if (live.length > 0)
    return (
      <p class="hero-state">
        <span class="badge phase-live">{texts.liveCount({ count: live.length })}</span>
      </p>
    )
  if (phase !== 'after') return null
  return (
    <p class="hero-state">
      <span class="badge">{texts.over}</span>
    </p>
  )
}

function Facts({ platform: { settings }, home: { span } }: Omit<HeroProps, 'isGuest'>) {
  const { time, home: texts } = useMessages()
  const { timezone, venue } = settings
  return (
    <ul class="hero-facts">
      <li>
        <Icon name="calendar" />
        <span>{span ? time.range(span.from, span.to, timezone) : texts.noProgramme}</span>
      </li>
      {venue ? (
        <li>
          <Icon name="map-pin" />
          <span dir="auto">{venue}</span>
        </li>
      ) : null}
      {span ? (
        <li>
          <Icon name="globe" />
          <span>{texts.timeZone({ zone: time.zone(span.from, timezone) })}</span>
        </li>
      ) : null}
    </ul>
  )
}

type ActionsProps = { platform: PlatformRow; home: Home; canRegister: boolean }

/** The primary button, and what else visitors come for. */
function Actions({ platform, home: { live, phase, recorded, now }, canRegister }: ActionsProps) {
  const { home: texts } = useMessages()
  const [talk, ...others] = live
  const only = others.length === 0 ? talk : undefined
  const canWatch = only !== undefined && sourceOf({ platform, talk: only }, now) !== null
  const programme = talk
    ? ([
        only ? `/talks/${only.id}` : '/agenda#now',
        canWatch ? texts.watchTalk : texts.watchLive,
        'play',
      ] as const)
    : phase === 'after' && recorded.length > 0
      ? (['#recorded', texts.watchAgain, 'play'] as const)
      : (['/agenda', texts.viewAgenda, 'calendar-days'] as const)
  const [href, text, icon] = canRegister ? (['/sign-up', texts.register, 'ticket'] as const) : programme
  const [otherHref, otherText] = canRegister ? programme : (['/speakers', texts.meetSpeakers] as const)
  return (
    <p class="actions">
      <a class="button primary large" href={href}>
        <Icon name={icon} />
        {text}
      </a>
      <a class="button plain large" href={otherHref}>
        {otherText}
        <Icon name="arrow-right" />
      </a>
    </p>
  )
}

const units = [
  ['day', 86_400_000, Number.POSITIVE_INFINITY],
  ['hour', 3_600_000, 24],
  ['minute', 60_000, 60],
] as const

/** The time until the event starts. `home.js` keeps it current. */
function Countdown({ home: { phase, span, now } }: Pick<HeroProps, 'home'>) {
  const { time, home: texts } = useMessages()
  if (phase !== 'before' || !span) return null
  const left = Math.ceil((span.from - now) / 60_000) * 60_000
  return (
    <div class="hero-countdown" role="timer" aria-label={texts.startsIn} data-at={formatInstant(span.from)}>
      {units.map(([unit, ms, limit]) => {
        const [value, label] = time.unitParts(Math.floor(left / ms) % limit, unit)
        return (
          <p data-unit={unit}>
            <b>{value}</b> <span>{label}</span>
          </p>
        )
      })}
    </div>
  )
}

const FEWEST_FACES = 5

/** Speakers with pictures, if there are enough to fill a wall. */
function facesOf({ people }: Home) {
  const faces = people.filter(({ avatar }) => avatar !== null)
  return faces.length < FEWEST_FACES ? [] : faces
}
