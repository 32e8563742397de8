// The search across everything in the Back Office: a page that office-search.js also shows in a dialog (Ctrl+K).
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../../kit/components/icon.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { FromTo } from '../../kit/components/time.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { SEARCH } from '../../kit/office/paths.ts'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { canManagePlatforms } from '../platforms/tenants.ts'
import { findPlaces, type Place } from './office-places.ts'
import { type FoundObjects, searchOffice } from './office-search.ts'

export const searchRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/search', { config: { operation: 'officeSearch' } }, async (request, reply) => {
    const caller = callerOf(request)
    const messages = messagesOf(request)
    const q = queryOf(request)('q') ?? ''
    const found = await searchOffice(services, caller, q)
    const places = findPlaces(messages, q, await canManagePlatforms(services, caller))
    const { title } = messages.office.search
    return sendOfficePage(request, reply, { title }, () => (
      <>
        <h1>{title}</h1>
        <search>
          <form class="search-page" action={SEARCH}>
            <label class="visually-hidden" for="search-q">
              {title}
            </label>
            <input
              dir="auto"
              id="search-q"
              type="search"
              name="q"
              value={q}
              maxLength={200}
              autoComplete="off"
            />
            <button type="submit">{title}</button>
          </form>
        </search>
        <Results q={q} found={found} places={places} zone={zoneOf(request.visit)} />
      </>
    ))
  })
}

type ResultsProps = { q: string; found: FoundObjects; places: readonly Place[]; zone: string }

/** Also the content of the dialog. */
function Results({ q, found, places, zone }: ResultsProps) {
  const { names, office, time } = useMessages()
  const texts = office.search
  const { talks, people, sponsors, surveys } = found
  const isEmpty = [talks, people, sponsors, surveys, places].every(({ length }) => length === 0)
  return (
    <div id="search-results" class="search-results">
      {isEmpty ? <p class="quiet">{texts.nothing({ q })}</p> : null}
      <Group
        title={texts.talks}
        all={[texts.all.talks, listOf('/backoffice/talks', q)]}
        isShown={talks.length > 0}
      >
        {talks.map(({ id, title, startAt, endAt, track }) => (
          <Hit icon="presentation" href={`/backoffice/talks/${id}`} title={title}>
            {time.shortDay(startAt, zone)}, <FromTo start={startAt} end={endAt} zone={zone} />
            {track ? ` · ${track}` : ''}
          </Hit>
        ))}
      </Group>
      <Group
        title={texts.people}
        all={[texts.all.people, listOf('/backoffice/users', q)]}
        isShown={people.length > 0}
      >
        {people.map((user) => (
          <Hit icon="user" href={`/backoffice/users/${user.id}`} title={displayName(user)}>
            {[user.email, user.company, names.roles[user.role]].filter(Boolean).join(' · ')}
          </Hit>
        ))}
      </Group>
      <Group
        title={texts.sponsors}
        all={[texts.all.sponsors, listOf('/backoffice/sponsors', q)]}
        isShown={sponsors.length > 0}
      >
        {sponsors.map(({ id, name, website }) => (
          <Hit icon="award" href={`/backoffice/sponsors/${id}`} title={name}>
            {website}
          </Hit>
        ))}
      </Group>
      <Group
        title={texts.surveys}
        all={[texts.all.surveys, listOf('/backoffice/surveys', q)]}
        isShown={surveys.length > 0}
      >
        {surveys.map(({ id, title }) => (
          <Hit icon="clipboard-list" href={`/backoffice/surveys/${id}`} title={title} />
        ))}
      </Group>
      <Group title={texts.places} isShown={places.length > 0}>
        {places.map(({ title, href, isAction }) => (
          <Hit icon={isAction ? 'plus' : 'arrow-right'} href={href} title={title} />
        ))}
      </Group>
    </div>
  )
}

const listOf = (path: string, q: string) => withQuery(path, { q })

type GroupProps = {
  title: string
  all?: readonly [text: string, href: string]
  isShown: boolean
  children: ComponentChildren
}

function Group({ title, all, isShown, children }: GroupProps) {
  if (!isShown) return null
  return (
    <section class="search-group">
      <div class="search-group-head">
        <h2>{title}</h2>
        {all ? (
          <a href={all[1]} aria-label={all[0]}>
            {all[0]}
          </a>
        ) : null}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

type HitProps = { icon: IconName; href: string; title: string; children?: ComponentChildren }

function Hit({ icon, href, title, children }: HitProps) {
  return (
    <li>
      <a class="search-hit" href={href}>
        <Icon name={icon} />
        <span>
          <span class="search-hit-title" dir="auto">
            {title}
          </span>
          {children ? <span class="quiet">{children}</span> : null}
        </span>
      </a>
    </li>
  )
}
