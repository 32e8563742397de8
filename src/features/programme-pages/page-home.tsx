// The home page: the event, and its programme before, during, and after it.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { QUARTER_HOUR_MS } from '../../kit/pages/public-response.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import { FeedLinks } from '../agenda/feeds/page-feed-links.tsx'
import type { PlatformRow } from '../platforms/tables.ts'
import { PersonCard } from '../speakers/page-person-card.tsx'
import { SponsorWall } from '../sponsors/page-sponsor-tile.tsx'
import { TalkCard } from '../talks/programme/page-talk-card.tsx'
import type { TalkCard as Talk } from '../talks/programme/talk-cards.ts'
import { sourceOf } from '../video/stage.ts'
import { type Home, readHome } from './home.ts'
import { Hero, whenAndWhere } from './page-home-hero.tsx'
import { eventData, StructuredData } from './page-structured-data.tsx'

export const homeRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/', { operation: 'homePage', hasStars: true }, async (request) => {
    const { platform } = request.visit
    const home = await readHome(services, platform)
    const { tagline, banner } = platform.settings
    const summary = [tagline, whenAndWhere(messagesOf(request), platform, home)].filter(Boolean).join(' · ')
    const card = { request, title: platform.name, path: '/', type: 'website', summary } as const
    const isCounting = home.phase === 'before' || home.live.length > 0
    return publicPage(
      request,
      <PublicPage
        visit={request.visit}
        title={platform.name}
        path="/"
        summary={summary}
        head={
          <>
            <SocialCard {...card} picture={banner ?? '/card.png'} />
            <StructuredData data={eventData(request, home)} />
            <FeedLinks />
          </>
        }
        styles={['home.css']}
        scripts={['home.js']}
        isFull
      >
        <Hero platform={platform} home={home} isGuest={request.visit.user === null} />
        {home.hasOwner ? null : <SetupNotice />}
        <Programme platform={platform} home={home} />
        <People home={home} />
        <Sponsors platform={platform} home={home} />
      </PublicPage>,
      { periodMs: isCounting ? MINUTE_MS : QUARTER_HOUR_MS },
    )
  })
}

/** Shown to the operator before the first owner exists. */
function SetupNotice() {
  const { setup } = useMessages().home
  return (
    <div class="wrap">
      <div class="notice warning">
        <p>
          <strong>{setup.title}</strong> {setup.text}
        </p>
      </div>
    </div>
  )
}

type HomeProps = { platform: PlatformRow; home: Home }

/** Upcoming talks before the event, current ones during it, and recordings after it. */
function Programme({ platform, home: { phase, live, next, featured, recorded, now } }: HomeProps) {
  const { home: texts } = useMessages()
  const agenda = <More href="/agenda" text={texts.viewAgenda} />
  const recordings = (
    <Talks id="recorded" title={texts.recorded} talks={recorded} {...{ platform, now }} hasPictures />
  )
  return (
    <>
      <Talks id="live" title={texts.live} talks={live} {...{ platform, now }} hasPictures isLive />
      {phase === 'after' ? recordings : null}
      <Talks
        id="next"
        title={phase === 'before' ? texts.first : texts.next}
        talks={next}
        {...{ platform, now }}
      >
        {agenda}
      </Talks>
      <Talks id="featured" title={texts.featured} talks={featured} {...{ platform, now }} hasPictures>
        {next.length === 0 ? agenda : null}
      </Talks>
      {phase === 'after' ? null : recordings}
    </>
  )
}

type TalksProps = {
  id: string
  title: string
  talks: readonly Talk[]
  platform: PlatformRow
  /** Epoch milliseconds. */
  now: number
  hasPictures?: boolean
  isLive?: boolean
  /** A link beside the heading. */
  children?: ComponentChildren
}

function Talks({ id, title, talks, platform, now, hasPictures, isLive, children }: TalksProps) {
  const { timezone: zone, language } = platform.settings
  if (talks.length === 0) return null
  const today = dayOf(now, zone)
  const className = ['talk-cards', isLive ? 'on-air' : '', hasPictures ? 'pictured' : '']
  return (
    <Section id={id} title={title} more={children}>
      <ul class={className.filter(Boolean).join(' ')}>
        {talks.map((talk) => (
          <TalkCard
            talk={talk}
            zone={zone}
            language={language}
            now={isLive ? now : undefined}
            hasDay={dayOf(talk.startAt, zone) !== today}
            hasPicture={hasPictures ?? false}
          >
            {isLive && sourceOf({ platform, talk }, now) !== null ? (
              <Watch isPrimary={talks.length > 1} />
            ) : null}
          </TalkCard>
        ))}
      </ul>
    </Section>
  )
}

/** Looks like a button; the link of the card covers it. With one live talk, the primary button is at the top of the page. */
function Watch({ isPrimary }: { isPrimary: boolean }) {
  const { home: texts } = useMessages()
  return (
    <p class="actions" aria-hidden="true">
      <span class={isPrimary ? 'button primary' : 'button'}>
        <Icon name="play" />
        {texts.watchTalk}
      </span>
    </p>
  )
}

function People({ home: { people } }: Pick<HomeProps, 'home'>) {
  const { home: texts, speakers } = useMessages()
  if (people.length === 0) return null
  return (
    <Section id="speakers" title={speakers.title} more={<More href="/speakers" text={texts.allSpeakers} />}>
      <ul class="people">
        {people.map((person) => (
          <PersonCard person={person} level={3} />
        ))}
      </ul>
    </Section>
  )
}

function Sponsors({ platform, home: { sponsors } }: HomeProps) {
  const { home: texts, sponsors: sponsorTexts } = useMessages()
  if (sponsors.length === 0) return null
  return (
    <Section
      id="sponsors"
      title={sponsorTexts.title}
      more={<More href="/sponsors" text={texts.allSponsors} />}
    >
      <SponsorWall levels={sponsors} platform={platform} headingLevel={3} />
    </Section>
  )
}

type SectionProps = { id: string; title: string; more?: ComponentChildren; children: ComponentChildren }

function Section({ id, title, more, children }: SectionProps) {
  return (
    <section class="wrap" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

function More({ href, text }: { href: string; text: string }) {
  return (
    <a class="more" href={href}>
      {text}
      <Icon name="arrow-right" />
    </a>
  )
}
