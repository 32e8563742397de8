// The speakers: a list to search and filter, and a page for each.
import type { FastifyPluginAsync } from 'fastify'
import { type PeoplePage, type PersonPage, readPeople, readPersonPage } from '../../domain/site/speakers.ts'
import type { PersonCard as Card } from '../../store/site/speakers.ts'
import { Avatar, displayName } from '../components/person.tsx'
import { sendPublicPage } from '../pages/render.tsx'
import type { WebOptions } from '../website.ts'
import { Select } from './agenda/agenda-filters.tsx'
import { PublicPage, SocialCard } from './site-page.tsx'
import { addressOf, queryOf } from './site-urls.ts'
import { Person } from './speaker-profile.tsx'
import { workOf } from './talk/talk-details.tsx'

type Asked = { q: string; tag: string; highlighted: string }

export const speakerRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/speakers', { config: { operation: 'speakersPage' } }, async (request, reply) => {
    const { visit } = request
    const query = queryOf(request)
    const asked = {
      q: query('q'),
      tag: query('tag'),
      highlighted: query('highlighted') === '' ? '' : '1',
    }
    const found = await readPeople(services, visit.platform, {
      words: asked.q,
      tag: asked.tag,
      isHighlighted: asked.highlighted !== '',
      page: Number.parseInt(query('page'), 10) || 1,
    })
    return sendPublicPage(
      request,
      reply,
      <PublicPage
        visit={visit}
        title="Speakers"
        path="/speakers"
        summary={`Who speaks at ${visit.platform.name}.`}
      >
        <h1>Speakers</h1>
        <PeopleFilters asked={asked} tags={found.tags} />
        <People found={found} asked={asked} />
      </PublicPage>,
    )
  })

  site.get<{ Params: { id: string } }>(
    '/speakers/:id',
    { config: { operation: 'speakerPage' } },
    async (request, reply) => {
      const { visit } = request
      const page: PersonPage = await readPersonPage(services, visit.platform, request.params.id)
      const { person } = page
      const name = displayName(person)
      const path = `/speakers/${person.id}`
      const summary = person.description || workOf(person)
      const card = { request, title: name, path, type: 'profile', summary, picture: person.avatar } as const
      return sendPublicPage(
        request,
        reply,
        <PublicPage visit={visit} title={name} path={path} summary={summary} head={<SocialCard {...card} />}>
          <Person page={page} platform={visit.platform} />
        </PublicPage>,
      )
    },
  )
}

function PeopleFilters({ asked, tags }: { asked: Asked; tags: readonly string[] }) {
  return (
    <search>
      <form class="filters" method="get" action="/speakers">
        <div class="search-line">
          <label for="speakers-q" class="visually-hidden">
            Search by name, job, company or topic
          </label>
          <input
            type="search"
            id="speakers-q"
            name="q"
            value={asked.q}
            placeholder="Name, job, company or topic"
            maxLength={200}
          />
          <button type="submit" class="primary">
            Search
          </button>
        </div>
        <details open={asked.tag !== '' || asked.highlighted !== ''}>
          <summary>Filters</summary>
          <div class="filter-fields">
            <Select name="tag" label="Tag" all="All tags" value={asked.tag} options={tags} />
            <div class="field check">
              <input
                type="checkbox"
                id="speakers-highlighted"
                name="highlighted"
                value="1"
                checked={asked.highlighted !== ''}
              />
              <label for="speakers-highlighted">Highlighted only</label>
            </div>
            <button type="submit">Apply</button>
          </div>
        </details>
      </form>
    </search>
  )
}

function People({ found, asked }: { found: PeoplePage; asked: Asked }) {
  const isFiltered = Object.values(asked).some((value) => value !== '')
  if (found.count === 0) {
    return (
      <p class="notice">
        {isFiltered ? 'Nobody is like that. ' : 'No speaker has been announced yet.'}
        {isFiltered ? <a href="/speakers">Show all speakers</a> : null}
      </p>
    )
  }
  return (
    <>
      <p class="active-filters">
        <strong>{found.count === 1 ? '1 person' : `${found.count} people`}</strong>
        {isFiltered ? <a href="/speakers">Show all</a> : null}
      </p>
      <ul class="people">
        {found.people.map((person) => (
          <PersonCard person={person} />
        ))}
      </ul>
      <Pages found={found} asked={asked} />
    </>
  )
}

const MOST_TAGS = 3

function PersonCard({ person }: { person: Card }) {
  return (
    <li class={person.highlighted ? 'person highlighted' : 'person'}>
      <Avatar person={person} />
      <div>
        <h2>
          <a href={`/speakers/${person.id}`}>{displayName(person)}</a>
        </h2>
        <p class="quiet">{workOf(person)}</p>
        {person.highlighted ? (
          <p class="marks">
            <span class="badge accent">Highlighted</span>
          </p>
        ) : null}
        {person.tags.length > 0 ? (
          <p class="person-tags quiet">{person.tags.slice(0, MOST_TAGS).join(' · ')}</p>
        ) : null}
      </div>
    </li>
  )
}

function Pages({ found: { page, pages }, asked }: { found: PeoplePage; asked: Asked }) {
  if (pages === 1) return null
  const link = (page: number) => addressOf('/speakers', { ...asked, page: String(page) })
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? (
        <a class="button" rel="prev" href={link(page - 1)}>
          Previous
        </a>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button" rel="next" href={link(page + 1)}>
          Next
        </a>
      ) : null}
    </nav>
  )
}
