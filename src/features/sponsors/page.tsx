// The wall of sponsors by level, and the page of each sponsor that has one.
import type { FastifyPluginAsync } from 'fastify'
import { Empty } from '../../kit/components/empty.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { Written } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import type { PlatformRow } from '../platforms/tables.ts'
import { PersonLines } from '../talks/programme/page-person-lines.tsx'
import { levelNames } from './page-sponsor-levels.ts'
import { SponsorIcon, SponsorPlate, SponsorWall } from './page-sponsor-tile.tsx'
import { readSponsorPage, readSponsorWall, type SponsorPage } from './public-sponsors.ts'

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

  publicPages.route<{ id: string }>(site, '/sponsors/:id', { operation: 'sponsorPage' }, async (request) => {
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
    )
  })
}

function Sponsor({ page: { sponsor, people }, platform }: { page: SponsorPage; platform: PlatformRow }) {
  const messages = useMessages()
  const texts = messages.sponsors
  return (
    <article class="sponsor-page">
      <header class="sponsor-head">
        <SponsorPlate sponsor={sponsor} />
        <div>
          <p class="eyebrow">{levelNames(messages, platform.settings)[sponsor.level - 1]}</p>
          <h1 dir="auto">
            <SponsorIcon icon={sponsor.icon} /> {sponsor.name}
          </h1>
          {sponsor.website ? (
            <p>
              <a class="button" href={sponsor.website} rel="noopener">
                {texts.visit({ host: new URL(sponsor.website).hostname })}
                <Icon name="arrow-up-right" />
              </a>
            </p>
          ) : null}
        </div>
      </header>
      <Written text={sponsor.pageContent} format={sponsor.pageFormat} />
      {people.length > 0 ? (
        <section aria-labelledby="people">
          <h2 id="people">{texts.people}</h2>
          <PersonLines people={people} />
        </section>
      ) : null}
    </article>
  )
}
