// The search across everything in the Back Office: a page that office-search.js also shows in a dialog (Ctrl+K).
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { searchWords } from '../../kernel/lib/text/search-keys.ts'
import { Icon, type IconName } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { SEARCH } from '../../kit/office/paths.ts'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import type { FoundGroup } from '../../kit/office/search.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { canManagePlatforms } from '../platforms/tenants.ts'
import { findPlaces, type Place } from './office-places.ts'

export const searchRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/search', { config: { operation: 'officeSearch' } }, async (request, reply) => {
    const caller = callerOf(request)
    const messages = messagesOf(request)
    const q = queryOf(request)('q') ?? ''
    const view = { messages, zone: zoneOf(request.visit) }
    const searches = searchWords(q).length === 0 ? [] : pageHooks.of('findInOffice')
    const groups = await Promise.all(searches.map((find) => find(services, caller, q, view)))
    const found = groups.toSorted((a, b) => a.place - b.place)
    const places = findPlaces(messages, q, {
      platform: caller.platform,
      isOperator: await canManagePlatforms(services, caller),
    })
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
        <Results q={q} found={found} places={places} />
      </>
    ))
  })
}

type ResultsProps = { q: string; found: readonly FoundGroup[]; places: readonly Place[] }

/** Also the content of the dialog. */
function Results({ q, found, places }: ResultsProps) {
  const { search: texts } = useMessages().office
  const isEmpty = places.length === 0 && found.every(({ hits }) => hits.length === 0)
  return (
    <div id="search-results" class="search-results">
      {isEmpty ? <p class="quiet">{texts.nothing({ q })}</p> : null}
      {found.map(({ icon, title, all, list, hits }) => (
        <Group title={title} all={[all, withQuery(list, { q })]} isShown={hits.length > 0}>
          {hits.map((hit) => (
            <Hit icon={icon} href={hit.href} title={hit.title}>
              {hit.about}
            </Hit>
          ))}
        </Group>
      ))}
      <Group title={texts.places} isShown={places.length > 0}>
        {places.map(({ title, href, isAction }) => (
          <Hit icon={isAction ? 'plus' : 'arrow-right'} href={href} title={title} />
        ))}
      </Group>
    </div>
  )
}

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
