// The list of speakers with search and filters, and the profile of each.
import type { FastifyPluginAsync } from 'fastify'
import { pageHooks } from '../../kernel/changes/features.ts'
import { markdownToWords } from '../../kernel/lib/text/markdown.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { NumberedPager } from '../../kit/components/pager.tsx'
import { displayName, workOf } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { QUARTER_HOUR_MS } from '../../kit/pages/public-response.ts'
import { queryOf } from '../../kit/pages/query.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Corrected, FilterCheck, FilterSelect, SearchForm } from '../../kit/site/search-form.tsx'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import { PersonCard } from './page-person-card.tsx'
import { Person } from './page-profile.tsx'
import { type PeoplePage, type PersonPage, readPeople, readPersonPage } from './speakers.ts'

const listRoute = { operation: 'speakersPage', parameters: ['q', 'tag', 'highlighted', 'page'] }

const speakerRoute = { operation: 'speakerPage', hasStars: true }

type Filters = { q: string; tag: string; highlighted: string }

export const speakerRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/speakers', listRoute, async (request) => {
    const { visit } = request
    const texts = messagesOf(request).speakers
    const query = queryOf(request)
    const filters = {
      q: query('q'),
      tag: query('tag'),
      highlighted: query('highlighted') === '' ? '' : '1',
    }
    const found = await readPeople(services, visit.platform, {
      words: filters.q,
      tag: filters.tag,
      isHighlighted: filters.highlighted !== '',
      page: Number.parseInt(query('page'), 10) || 1,
    })
    const summary = texts.summary({ platform: visit.platform.name })
    const card = { request, title: texts.title, path: '/speakers', type: 'website', summary } as const
    return publicPage(
      request,
      <PublicPage
        visit={visit}
        title={texts.title}
        path="/speakers"
        summary={summary}
        head={<SocialCard {...card} picture={visit.platform.settings.banner} />}
        scripts={['popovers.js']}
      >
        <h1>{texts.title}</h1>
        <div class="people-tools">
          <PeopleFilters filters={filters} tags={found.tags} />
          <PeopleCount found={found} filters={filters} />
        </div>
        <People found={found} filters={filters} />
      </PublicPage>,
    )
  })

  publicPages.route<{ id: string }>(site, '/speakers/:id', speakerRoute, async (request) => {
    const { visit } = request
    const page: PersonPage = await readPersonPage(services, visit.platform, request.params.id)
    const { person } = page
    const facts = await Promise.all(
      pageHooks.of('person').map((part) => part.readFact?.(services, visit, person.id)),
    )
    const name = displayName(person)
    const path = `/speakers/${person.id}`
    const summary = markdownToWords(person.description ?? '') || workOf(person)
    const card = { request, title: name, path, type: 'profile', summary, picture: person.avatar } as const
    return publicPage(
      request,
      <PublicPage visit={visit} title={name} path={path} summary={summary} head={<SocialCard {...card} />}>
        <Person page={page} facts={facts} platform={visit.platform} />
      </PublicPage>,
      { periodMs: QUARTER_HOUR_MS },
    )
  })
}

function PeopleFilters({ filters, tags }: { filters: Filters; tags: readonly string[] }) {
  const { search, speakers: texts } = useMessages()
  return (
    <SearchForm
      action="/speakers"
      words={filters.q}
      label={texts.search}
      placeholder={texts.searchHint}
      active={[filters.tag, filters.highlighted].filter((value) => value !== '').length}
      filters={
        <>
          <FilterSelect
            name="tag"
            label={search.tag}
            all={search.allTags}
            value={filters.tag}
            options={tags}
          />
          <FilterCheck name="highlighted" label={texts.highlightedOnly} isOn={filters.highlighted !== ''} />
        </>
      }
    />
  )
}

type FoundProps = { found: PeoplePage; filters: Filters }

const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '')

function PeopleCount({ found: { count, isMore }, filters }: FoundProps) {
  const { search, speakers: texts } = useMessages()
  if (count === 0) return null
  return (
    <p class="quiet">
      {isMore ? texts.moreThan({ count }) : texts.count({ count })}
      {isFiltered(filters) ? (
        <>
          {' · '}
          <a href="/speakers">{search.clear}</a>
        </>
      ) : null}
    </p>
  )
}

function People({ found, filters }: FoundProps) {
  const { speakers: texts } = useMessages()
  if (found.count === 0) {
    return (
      <Empty icon="users" advice={isFiltered(filters) ? <a href="/speakers">{texts.showAll}</a> : null}>
        {isFiltered(filters) ? texts.noMatches : texts.noSpeakers}
      </Empty>
    )
  }
  return (
    <>
      <Corrected words={filters.q} corrected={found.corrected} />
      <Letters found={found} filters={filters} />
      <ul class="people">
        {found.people.map((person, index) => (
          <PersonCard person={person} level={2} id={letterIdAt(found, found.offset + index)} />
        ))}
      </ul>
      <NumberedPager
        page={found.page}
        pages={found.pages}
        isMore={found.isMore}
        linkTo={(page) => addressOf('/speakers', { ...filters, page: String(page) })}
      />
    </>
  )
}

/** The first letters of the last names, each of which leads to its first person. */
function Letters({ found: { letters }, filters }: { found: PeoplePage; filters: Filters }) {
  const { speakers: texts } = useMessages()
  if (letters.length < 2) return null
  return (
    <nav class="letters" aria-label={texts.letters}>
      {letters.map(({ letter, page }) => (
        <a
          href={`${addressOf('/speakers', { ...filters, page: page === 1 ? '' : String(page) })}#${idOf(letter)}`}
        >
          {letter}
        </a>
      ))}
    </nav>
  )
}

const idOf = (letter: string): string => `letter-${letter}`

/** The id of the first person with a letter. */
function letterIdAt({ letters }: PeoplePage, place: number): string | undefined {
  const letter = letters.find(({ at }) => at === place)?.letter
  return letter === undefined ? undefined : idOf(letter)
}
