// The page of the audit log.

import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import type { Filters, ListView } from '../../kit/lists/list-definition.ts'
import { chipsOf, FilterChips, FilterDates, FilterMenu, ListTools } from '../../kit/lists/list-filters.tsx'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import { NoMatches } from '../../kit/lists/no-matches.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { AUDIT } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import type { PossibleActor } from './audit.ts'
import { ChangeList } from './office-change-list.tsx'
import type { AuditFilters } from './office-filters.ts'
import type { AuditEvent } from './store.ts'

type PageProps = {
  events: readonly AuditEvent[]
  actors: readonly PossibleActor[]
  filters: AuditFilters
  view: ListView
  /** URLs of other pages, if they exist. */
  older: string | undefined
  newest: string | undefined
}

export function AuditPage({ events, actors, filters, view, older, newest }: PageProps) {
  const messages = useMessages()
  const { time, office } = messages
  const texts = office.changes.audit
  const isFiltered = Object.values(filters).some(Boolean)
  const dates = [
    { name: 'from', label: texts.from, value: filters.from },
    { name: 'to', label: texts.to, value: filters.to },
  ]
  const actorName = events.find(({ actorId }) => actorId === filters.actor)?.actorName ?? undefined
  const offered = auditFilters(messages, actors, { id: filters.actor, name: actorName })
  return (
    <>
      <ListHeader title={texts.title}>
        {events.length > 0 ? (
          <ExportMenu href={(format) => withQuery(`${AUDIT}.${format}`, filters)} />
        ) : null}
      </ListHeader>
      <p class="quiet">{texts.intro({ zone: time.zone(view.now, view.zone) })}</p>
      <ListTools>
        <FilterMenu path={AUDIT} kept={filters} filters={offered} choices={filters}>
          <FilterDates path={AUDIT} kept={filters} dates={dates} />
        </FilterMenu>
      </ListTools>
      <FilterChips
        path={AUDIT}
        kept={filters}
        chips={[
          ...chipsOf(offered, filters),
          ...dates.flatMap(({ value, ...date }) => (value === undefined ? [] : [{ ...date, value }])),
        ]}
      />
      {events.length === 0 ? (
        <NoChanges isFiltered={isFiltered} />
      ) : (
        <ChangeList events={events} zone={view.zone} />
      )}
      <LogPager newest={newest} older={older} />
    </>
  )
}

function NoChanges({ isFiltered }: { isFiltered: boolean }) {
  const { audit, noChanges } = useMessages().office.changes
  return isFiltered ? <NoMatches text={audit.noMatches} path={AUDIT} /> : <Empty>{noChanges}</Empty>
}

type ChosenActor = { id: string | undefined; name: string | undefined }

function auditFilters(
  { names, office: { changes } }: Messages,
  actors: readonly PossibleActor[],
  chosen: ChosenActor,
): Filters {
  const texts = changes.audit
  return {
    actor: { label: texts.actor, all: texts.allActors, options: actorOptions(changes, actors, chosen) },
    kind: { label: texts.object, all: texts.allObjects, options: Object.entries(names.objects) },
    action: { label: texts.action, all: texts.allActions, options: Object.entries(changes.actions) },
  }
}

/** Keys, staff, and the system, plus the chosen actor if it is none of these. */
function actorOptions(
  { audit: texts, system }: Messages['office']['changes'],
  actors: readonly PossibleActor[],
  chosen: ChosenActor,
): (readonly [string, string])[] {
  const known = [
    ...actors.map(
      ({ id, name, kind }) => [id, kind === 'api_key' ? texts.keyNamed({ name }) : name] as const,
    ),
    ['system', system] as const,
  ]
  if (chosen.id === undefined || known.some(([id]) => id === chosen.id)) return known
  return [...known, [chosen.id, chosen.name ?? texts.otherActor]]
}
