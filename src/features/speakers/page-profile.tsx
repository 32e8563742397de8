// The profile of a speaker: the person, their links, and their talks.

import type { ComponentChildren } from 'preact'
import { Icon } from '../../kit/components/icon.tsx'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { Tags } from '../../kit/components/tags.tsx'
import { isSameClock } from '../../kit/components/time.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { SponsorLink } from '../sponsors/page-sponsor-tile.tsx'
import { TalkCard } from '../talks/programme/page-talk-card.tsx'
import type { Profile } from './public-people-store.ts'
import type { PersonPage } from './speakers.ts'

type PersonProps = { page: PersonPage; facts: ComponentChildren; platform: PlatformRow }

export function Person({ page, facts, platform }: PersonProps) {
  const { person, talks, sponsors } = page
  const { speakers: texts, formats } = useMessages()
  const place = [person.city, person.country].filter(Boolean).join(', ')
  return (
    <article class="profile">
      <header class="profile-head">
        <Avatar person={person} isLarge />
        <div>
          <h1 dir="auto">{displayName(person)}</h1>
          {person.job || person.company ? (
            <p class="profile-work">
              {person.job ? <bdi class="profile-job">{person.job}</bdi> : null}
              {person.job && person.company ? ', ' : null}
              {person.company ? <bdi class="profile-company">{person.company}</bdi> : null}
            </p>
          ) : null}
          {place ? (
            <p dir="auto" class="quiet">
              <Icon name="map-pin" /> {place}
            </p>
          ) : null}
          {facts}
          {person.highlighted ? (
            <p class="marks">
              <span class="badge">{texts.highlighted}</span>
            </p>
          ) : null}
          <ProfileLinks person={person} />
        </div>
      </header>
      {person.description ? <Markdown text={person.description} /> : null}
      {sponsors.length > 0 ? (
        <p>
          {texts.profile.represents({
            sponsors: formats.listElements(sponsors.map((sponsor) => <SponsorLink sponsor={sponsor} />)),
          })}
        </p>
      ) : null}
      <Tags tags={person.tags} path="/speakers" />
      <Talks page={page} platform={platform} />
      {talks.length > 1 ? (
        <p>
          <a href={addressOf('/agenda', { speaker: person.id })}>{texts.profile.inAgenda}</a>
        </p>
      ) : null}
    </article>
  )
}

const networks = ['linkedin', 'twitter', 'facebook', 'youtube'] as const

/** The address of a website without what all have in common. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

function ProfileLinks({ person: { website, socials } }: { person: Profile }) {
  const { names, speakers } = useMessages()
  const shown = networks.flatMap((network) => {
    const url = socials[network]
    return url ? [{ network, url }] : []
  })
  if (shown.length === 0 && website === null) return null
  return (
    <ul class="elsewhere" aria-label={speakers.profile.links}>
      {website === null ? null : (
        <li>
          <a class="button" href={website} rel="nofollow noopener me">
            <Icon name="globe" />
            {hostOf(website)}
          </a>
        </li>
      )}
      {shown.map(({ network, url }) => (
        <li>
          <a class="button network" href={url} rel="nofollow noopener me" title={names.networks[network]}>
            <Icon name={network} />
            <span class="visually-hidden">{names.networks[network]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Talks({ page: { person, talks }, platform }: { page: PersonPage; platform: PlatformRow }) {
  const { time, speakers } = useMessages()
  const texts = speakers.profile
  const zone = platform.settings.timezone
  const [first] = talks
  if (!first) return null
  return (
    <section aria-labelledby="talks">
      <h2 id="talks">{texts.talks({ count: talks.length })}</h2>
      <ul class="talk-rows">
        {talks.map((talk) => (
          <TalkCard talk={talk} zone={zone} language={platform.settings.language} hasDay />
        ))}
      </ul>
      <p class="quiet">
        {texts.timeZone({ zone: time.zone(first.startAt, zone) })}
        {person.timezone && !isSameClock(time, first.startAt, { zone: person.timezone, other: zone })
          ? ` ${texts.ownTimeZone({ name: displayName(person), zone: time.zone(first.startAt, person.timezone) })}`
          : ''}
      </p>
    </section>
  )
}
