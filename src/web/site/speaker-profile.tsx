// The page of a person: who it is, what they talk about, and when.
import type { PersonPage } from '../../domain/site/speakers.ts'
import type { Profile } from '../../store/site/speakers.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { Avatar, displayName } from '../components/person.tsx'
import { Prose } from '../components/prose.tsx'
import { SponsorLink } from '../components/sponsor-tile.tsx'
import { TalkCard } from '../components/talk-card.tsx'
import { isSameClock, zoneText } from '../components/time.tsx'
import { addressOf } from './site-urls.ts'
import { Tags, workOf } from './talk/talk-details.tsx'

export function Person({ page, platform }: { page: PersonPage; platform: PlatformRow }) {
  const { person, talks, sponsors } = page
  const work = workOf(person)
  const place = [person.city, person.country].filter(Boolean).join(', ')
  return (
    <article class="profile">
      <header class="profile-head">
        <Avatar person={person} isLarge />
        <div>
          <h1>{displayName(person)}</h1>
          {work ? <p class="profile-work">{work}</p> : null}
          {place ? <p class="quiet">{place}</p> : null}
          {person.highlighted ? (
            <p class="marks">
              <span class="badge accent">Highlighted</span>
            </p>
          ) : null}
        </div>
      </header>
      {person.description ? <Prose text={person.description} /> : null}
      {sponsors.length > 0 ? (
        <p>
          With{' '}
          {sponsors.map((sponsor, index) => (
            <>
              {index > 0 ? ', ' : ''}
              <SponsorLink sponsor={sponsor} />
            </>
          ))}
        </p>
      ) : null}
      <Elsewhere person={person} />
      <Tags tags={person.tags} path="/speakers" />
      <Talks page={page} platform={platform} />
      {talks.length > 1 ? (
        <p>
          <a href={addressOf('/agenda', { speaker: person.id })}>These talks in the agenda</a>
        </p>
      ) : null}
    </article>
  )
}

const socialNames = { linkedin: 'LinkedIn', twitter: 'Twitter', facebook: 'Facebook', youtube: 'YouTube' }

function Elsewhere({ person: { website, socials } }: { person: Profile }) {
  const links = [
    ['Website', website] as const,
    ...Object.entries(socialNames).map(
      ([key, name]) => [name, socials[key as keyof typeof socialNames] ?? null] as const,
    ),
  ].filter(([, url]) => url !== null)
  if (links.length === 0) return null
  return (
    <ul class="elsewhere" aria-label="Elsewhere">
      {links.map(([name, url]) => (
        <li>
          <a class="button" href={url ?? ''} rel="nofollow noopener me">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Talks({ page: { person, talks }, platform }: { page: PersonPage; platform: PlatformRow }) {
  const zone = platform.settings.timezone
  const [first] = talks
  if (!first) return null
  return (
    <section aria-labelledby="talks">
      <h2 id="talks">{talks.length === 1 ? 'Talk' : 'Talks'}</h2>
      <ul class="talk-cards">
        {talks.map((talk) => (
          <TalkCard talk={talk} zone={zone} hasDay />
        ))}
      </ul>
      <p class="quiet">
        Times in {zoneText(first.startAt, zone)}.
        {person.timezone && !isSameClock(first.startAt, person.timezone, zone)
          ? ` The time zone of ${displayName(person)} is ${zoneText(first.startAt, person.timezone)}.`
          : ''}
      </p>
    </section>
  )
}
