// The home page: the event, live and upcoming talks, featured talks, and sponsors.
import type { FastifyPluginAsync } from 'fastify'
import { type Home, readHome } from '../../domain/site/home.ts'
import type { TalkCard as Talk } from '../../domain/site/talk-cards.ts'
import type { ListedSponsor } from '../../store/site/sponsors.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import { SponsorTile } from '../components/sponsor-tile.tsx'
import { TalkCard } from '../components/talk-card.tsx'
import type { Messages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { QUARTER_HOUR_MS } from '../pages/public-response.ts'
import { publicPage } from '../pages/render.tsx'
import { messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { PublicPage, SocialCard } from './site-page.tsx'

export const homeRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/', { operation: 'homePage' }, async (request) => {
    const { platform } = request.visit
    const home = await readHome(services, platform)
    const summary = whenAndWhere(messagesOf(request), platform, home)
    return publicPage(
      request,
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
        <HomePage platform={platform} home={home} />
      </PublicPage>,
      { periodMs: QUARTER_HOUR_MS },
    )
  })
}

/** `Thursday, May 20, 2027 to Friday, May 21, 2027 · Town hall`; '' if neither is known. */
function whenAndWhere({ home, time }: Messages, { settings }: PlatformRow, { span }: Home): string {
  const { timezone, venue } = settings
  const days = span && home.days(time.day(span.from, timezone), time.day(span.to, timezone))
  return [days, venue].filter(Boolean).join(' · ')
}

function HomePage({ platform, home }: { platform: PlatformRow; home: Home }) {
  const { home: texts } = useMessages()
  return (
    <>
      <Hero platform={platform} home={home} />
      {home.hasOwner ? null : <SetupNotice />}
      <Talks id="live" title={texts.live} talks={home.live} platform={platform} class="on-air" />
      <Talks id="next" title={texts.next} talks={home.next} platform={platform} class="" />
      <Talks
        id="featured"
        title={texts.featured}
        talks={home.featured}
        platform={platform}
        class="pictured"
      />
      <Sponsors id="sponsors" title={texts.sponsors} sponsors={home.highlightedSponsors} />
      <Sponsors id="lobby" title={texts.lobby} sponsors={home.lobbySponsors} />
    </>
  )
}

/** For the operator, before the first owner exists. */
function SetupNotice() {
  const { setup } = useMessages().home
  return (
    <div class="notice">
      <p>
        <strong>{setup.title}</strong> {setup.text}
      </p>
    </div>
  )
}

function Hero({ platform, home }: { platform: PlatformRow; home: Home }) {
  const { banner, timezone } = platform.settings
  const { live, span } = home
  const messages = useMessages()
  const texts = messages.home
  return (
    <header class={banner ? 'hero has-banner' : 'hero'}>
      {banner ? <img class="hero-banner" src={banner} alt="" /> : null}
      <div class="hero-text">
        <h1>{platform.name}</h1>
        <p class="hero-when">{whenAndWhere(messages, platform, home) || texts.noProgramme}</p>
        <p class="actions">
          <a class="button" href={live.length > 0 ? '/agenda#now' : '/agenda'}>
            {live.length > 0 ? texts.watchLive : texts.viewAgenda}
          </a>
          <a class="button" href="/speakers">
            {texts.meetSpeakers}
          </a>
        </p>
        {span ? <p class="hero-zone">{texts.timeZone(messages.time.zone(span.from, timezone))}</p> : null}
      </div>
    </header>
  )
}

type TalksProps = { id: string; title: string; talks: readonly Talk[]; platform: PlatformRow; class: string }

function Talks({ id, title, talks, platform, class: className }: TalksProps) {
  if (talks.length === 0) return null
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

type SponsorsProps = { id: string; title: string; sponsors: readonly ListedSponsor[] }

function Sponsors({ id, title, sponsors }: SponsorsProps) {
  if (sponsors.length === 0) return null
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
