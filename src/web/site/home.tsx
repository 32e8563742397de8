// The home page: the event, what is on now and next, featured talks, and sponsors.
import type { FastifyPluginAsync } from 'fastify'
import { type Home, readHome, type TalkCard as Talk } from '../../domain/site/home.ts'
import type { ListedSponsor } from '../../store/site/sponsors.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { SponsorTile } from '../components/sponsor-tile.tsx'
import { TalkCard } from '../components/talk-card.tsx'
import { dayText, zoneText } from '../components/time.tsx'
import { sendPublicPage } from '../pages/render.tsx'
import type { WebOptions } from '../website.ts'
import { PublicPage, SocialCard } from './site-page.tsx'

export const homeRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/', { config: { operation: 'homePage' } }, async (request, reply) => {
    const { platform } = request.visit
    const home = await readHome(services, platform)
    const summary = whenAndWhere(platform, home)
    return sendPublicPage(
      request,
      reply,
      <PublicPage
        visit={request.visit}
        title={platform.name}
        path="/"
        summary={summary}
        head={
          <SocialCard
            request={request}
            title={platform.name}
            path="/"
            type="website"
            summary={summary}
            picture={platform.settings.banner}
          />
        }
      >
        <Hero platform={platform} home={home} />
        <Talks title="Live now" talks={home.live} platform={platform} class="on-air" />
        <Talks title="Next" talks={home.next} platform={platform} class="" />
        <Talks title="Featured Talks" talks={home.featured} platform={platform} class="pictured" />
        <Sponsors title="Sponsors" sponsors={home.highlightedSponsors} />
        <Sponsors title="In the lobby" sponsors={home.lobbySponsors} />
      </PublicPage>,
    )
  })
}

/** `Thursday 20 May 2027 to Friday 21 May 2027 · Town hall`, as far as it is known. */
function whenAndWhere({ settings }: PlatformRow, { span }: Home): string {
  const { timezone, venue } = settings
  const from = span && dayText(span.from, timezone)
  const to = span && dayText(span.to, timezone)
  const days = from === to ? from : `${from} to ${to}`
  return [days, venue].filter(Boolean).join(' · ')
}

function Hero({ platform, home }: { platform: PlatformRow; home: Home }) {
  const { banner, timezone } = platform.settings
  const { live, span } = home
  return (
    <header class={banner ? 'hero has-banner' : 'hero'}>
      {banner ? <img class="hero-banner" src={banner} alt="" /> : null}
      <div class="hero-text">
        <h1>{platform.name}</h1>
        <p class="hero-when">{whenAndWhere(platform, home) || 'The programme is being made.'}</p>
        <p class="actions">
          <a class="button" href={live.length > 0 ? '/agenda#now' : '/agenda'}>
            {live.length > 0 ? 'See what is on' : 'See the agenda'}
          </a>
          <a class="button" href="/speakers">
            Meet the speakers
          </a>
        </p>
        {span ? <p class="hero-zone">All times in {zoneText(span.from, timezone)}</p> : null}
      </div>
    </header>
  )
}

type TalksProps = { title: string; talks: readonly Talk[]; platform: PlatformRow; class: string }

function Talks({ title, talks, platform, class: className }: TalksProps) {
  if (talks.length === 0) return null
  const id = idOf(title)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class={`talk-cards ${className}`}>
        {talks.map((talk) => (
          <TalkCard
            talk={talk}
            zone={platform.settings.timezone}
            hasDay={talk.state !== 'live'}
            hasPicture={className === 'pictured'}
          />
        ))}
      </ul>
    </section>
  )
}

function Sponsors({ title, sponsors }: { title: string; sponsors: readonly ListedSponsor[] }) {
  if (sponsors.length === 0) return null
  const id = idOf(title)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="wall home">
        {sponsors.map((sponsor) => (
          <SponsorTile sponsor={sponsor} />
        ))}
      </ul>
    </section>
  )
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
