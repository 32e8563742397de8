// The wall of sponsors by level, and the page of each sponsor that has one.
import type { FastifyPluginAsync } from 'fastify'
import { readSponsorPage, readSponsorWall, type SponsorPage } from '../../domain/site/sponsors.ts'
import { SanitizedHtml } from '../components/prose.tsx'
import { SponsorIcon, SponsorPlate, SponsorTile } from '../components/sponsor-tile.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { publicPage } from '../pages/render.tsx'
import { messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { PublicPage, SocialCard } from './site-page.tsx'
import { PersonLines } from './talk/talk-details.tsx'

export const sponsorRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/sponsors', { operation: 'sponsorsPage' }, async (request) => {
    const { visit } = request
    const levels = await readSponsorWall(services, visit.platform)
    const texts = messagesOf(request).sponsors
    const summary = texts.summary(visit.platform.name)
    return publicPage(
      request,
      <PublicPage visit={visit} title={texts.title} path="/sponsors" summary={summary}>
        <h1>{texts.title}</h1>
        {levels.length === 0 ? <p class="notice">{texts.noSponsors}</p> : null}
        {levels.map(({ level, sponsors }) => (
          <section aria-labelledby={`level-${level}`}>
            <h2 id={`level-${level}`} class="level-head">
              {texts.level(level)}
            </h2>
            <ul class="wall">
              {sponsors.map((sponsor) => (
                <SponsorTile sponsor={sponsor} />
              ))}
            </ul>
          </section>
        ))}
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
        <Sponsor page={page} />
      </PublicPage>,
    )
  })
}

function Sponsor({ page: { sponsor, people } }: { page: SponsorPage }) {
  const { sponsors: texts } = useMessages()
  return (
    <article class="sponsor-page">
      <header class="sponsor-head">
        <SponsorPlate sponsor={sponsor} />
        <div>
          <h1>
            <SponsorIcon icon={sponsor.icon} /> {sponsor.name}
          </h1>
          <p class="quiet">{texts.level(sponsor.level)}</p>
          {sponsor.website ? (
            <p>
              <a class="button" href={sponsor.website} rel="noopener">
                {texts.visit(new URL(sponsor.website).hostname)}
              </a>
            </p>
          ) : null}
        </div>
      </header>
      {sponsor.pageContent ? <SanitizedHtml html={sponsor.pageContent} /> : null}
      {people.length > 0 ? (
        <section aria-labelledby="people">
          <h2 id="people">{texts.people}</h2>
          <PersonLines people={people} />
        </section>
      ) : null}
    </article>
  )
}
