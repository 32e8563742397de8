// The wall of sponsors by level, and the page of each sponsor that has one.
import type { FastifyPluginAsync } from 'fastify'
import { Empty } from '../../kit/components/empty.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { Written } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { QUARTER_HOUR_MS } from '../../kit/pages/public-response.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import type { PlatformRow } from '../platforms/tables.ts'
import { PersonLines } from '../talks/programme/page-person-lines.tsx'
import { TalkCard } from '../talks/programme/page-talk-card.tsx'
import { levelNames } from './page-sponsor-levels.ts'
import { SponsorIcon, SponsorPlate, SponsorTile, SponsorWall } from './page-sponsor-tile.tsx'
import { readSponsorPage, readSponsorWall, type SponsorPage } from './public-sponsors.ts'

const sponsorRoute = { operation: 'sponsorPage', hasStars: true }

export const sponsorRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/sponsors', { operation: 'sponsorsPage' }, async (request) => {
    const { visit } = request
    const levels = await readSponsorWall(services, visit.platform)
    const texts = messagesOf(request).sponsors
    const summary = texts.summary({ platform: visit.platform.name })
    const card = { request, title: texts.title, path: '/sponsors', type: 'website', summary } as const
    return publicPage(
      request,
      <PublicPage
        visit={visit}
        title={texts.title}
        path="/sponsors"
        summary={summary}
        head={<SocialCard {...card} picture={visit.platform.settings.banner} />}
      >
        <h1>{texts.title}</h1>
        {levels.length === 0 ? <Empty icon="award">{texts.noSponsors}</Empty> : null}
        <SponsorWall levels={levels} platform={visit.platform} headingLevel={2} />
      </PublicPage>,
    )
  })

  publicPages.route<{ id: string }>(site, '/sponsors/:id', sponsorRoute, async (request) => {
    const { visit } = request
    const page = await readSponsorPage(services, visit.platform, request.params.id)
    const { id, name, logo } = page.sponsor
    const path = `/sponsors/${id}`
    const card = { request, title: name, path, type: 'website', picture: logo } as const
    return publicPage(
      request,
      <PublicPage visit={visit} title={name} path={path} head={<SocialCard {...card} />}>
        <Sponsor page={page} platform={visit.platform} />
      </PublicPage>,
      { periodMs: QUARTER_HOUR_MS },
    )
  })
}

/** The logo and the website at the start, and everything else beside them. */
function Sponsor({ page, platform }: { page: SponsorPage; platform: PlatformRow }) {
  const { sponsor, people, talks, others } = page
  const messages = useMessages()
  const { sponsors: texts, home } = messages
  const { timezone: zone, language } = platform.settings
  return (
    <article class="sponsor-page">
      <header class="sponsor-head">
        <p class="eyebrow">{levelNames(messages, platform.settings)[sponsor.level - 1]}</p>
        <h1 dir="auto">
          <SponsorIcon icon={sponsor.icon} /> {sponsor.name}
        </h1>
      </header>
      <div class="sponsor-side">
        <SponsorPlate sponsor={sponsor} />
        {sponsor.website ? (
          <a class="button" href={sponsor.website} rel="noopener">
            {texts.visit({ host: new URL(sponsor.website).hostname })}
            <Icon name="arrow-up-right" />
          </a>
        ) : null}
      </div>
      <div class="sponsor-content">
        <Written text={sponsor.pageContent} format={sponsor.pageFormat} />
        {people.length > 0 ? (
          <section aria-labelledby="people">
            <h2 id="people">{texts.people}</h2>
            <PersonLines people={people} company={sponsor.name} />
          </section>
        ) : null}
        {talks.length > 0 ? (
          <section aria-labelledby="talks">
            <h2 id="talks">{texts.talks}</h2>
            <ul class="talk-rows">
              {talks.map((talk) => (
                <TalkCard talk={talk} {...{ zone, language }} hasDay />
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      {others.length > 0 ? (
        <section class="sponsor-others wall" aria-labelledby="others">
          <div class="section-head">
            <h2 id="others">{texts.others}</h2>
            <a class="more" href="/sponsors">
              {home.allSponsors}
              <Icon name="arrow-right" />
            </a>
          </div>
          <ul>
            {others.map((one) => (
              <SponsorTile sponsor={one} />
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  )
}
