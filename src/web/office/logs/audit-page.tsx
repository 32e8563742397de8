// The page of the audit.

import type { PossibleActor } from '../../../domain/office/audit.ts'
import type { AuditEvent } from '../../../store/office/audit.ts'
import { LogPager } from '../../components/pager.tsx'
import { zoneText } from '../../components/time.tsx'
import { FilterForm, FilterSelect, ListHead, type Options } from '../shared/list-page.tsx'
import { actionNames, ChangeList, kindNames } from './change-list.tsx'

const PATH = '/backoffice/audit'
const kinds = Object.entries(kindNames)
const actions = Object.entries(actionNames)

export type AuditFilters = {
  actor: string
  kind: string
  action: string
  object: string
  /** Days, as 2027-05-20. */
  from: string
  to: string
}

type PageProps = {
  events: readonly AuditEvent[]
  actors: readonly PossibleActor[]
  filters: AuditFilters
  zone: string
  now: number
  older: string | undefined
  newest: string | undefined
  /** The address of the same as a file. */
  file: string
}

export function AuditPage(props: PageProps) {
  const { events, filters, zone, now, older, newest, file } = props
  const isNarrowed = Object.values(filters).some((value) => value !== '')
  return (
    <>
      <ListHead title="Audit">
        <a class="button" href={file} download>
          Export as CSV
        </a>
      </ListHead>
      <p class="quiet">Every change of this platform, newest first. Times in {zoneText(now, zone)}.</p>
      <Filters {...props} isNarrowed={isNarrowed} />
      {events.length === 0 ? (
        <div class="empty">
          <p>{isNarrowed ? 'No change is like that.' : 'Nothing has changed yet.'}</p>
        </div>
      ) : (
        <ChangeList events={events} zone={zone} />
      )}
      <LogPager newest={newest} older={older} />
    </>
  )
}

function Filters({ actors, events, filters, isNarrowed }: PageProps & { isNarrowed: boolean }) {
  return (
    <FilterForm path={PATH} isNarrowed={isNarrowed}>
      <FilterSelect
        name="actor"
        label="By"
        value={filters.actor}
        options={actorOptions(actors, events, filters)}
      />
      <FilterSelect name="kind" label="Of" value={filters.kind} options={[['', 'Everything'], ...kinds]} />
      <FilterSelect name="action" label="Change" value={filters.action} options={[['', 'Any'], ...actions]} />
      <Day name="from" label="From" value={filters.from} />
      <Day name="to" label="To" value={filters.to} />
      {filters.object === '' ? null : <input type="hidden" name="object" value={filters.object} />}
    </FilterForm>
  )
}

/** Keys and staff; and who is chosen, where it is somebody else. */
function actorOptions(
  actors: readonly PossibleActor[],
  events: readonly AuditEvent[],
  { actor }: AuditFilters,
): Options {
  const known: Options = [
    ['', 'Everybody'],
    ...actors.map(({ id, name, kind }) => [id, kind === 'api_key' ? `Key ${name}` : name] as const),
    ['system', 'The system'],
  ]
  const name = events.find(({ actorId }) => actorId === actor)?.actorName ?? 'Somebody else'
  return known.some(([id]) => id === actor) ? known : [...known, [actor, name]]
}

function Day({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div class="field">
      <label for={`list-${name}`}>{label}</label>
      <input id={`list-${name}`} type="date" name={name} value={value} />
    </div>
  )
}
