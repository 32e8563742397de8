// The list of sponsors.
import type { Sponsor } from '../../../schema/programme/sponsors.ts'
import { displayName } from '../../components/person.tsx'
import {
  alphabetical,
  Cell,
  Columns,
  chronological,
  Day,
  isNarrowed,
  ListHead,
  ListPager,
  ListSearch,
  type ListState,
  ListTable,
  numerical,
} from '../shared/list-page.tsx'
import { DoneNotice } from '../shared/object-page.tsx'

const filters = [
  {
    name: 'level',
    label: 'Level',
    options: [['', 'All levels'], ...['1', '2', '3', '4', '5'].map((level) => [level, level] as const)],
  },
] as const

const columns = [
  { text: 'Name', sort: 'name', orders: alphabetical },
  { text: 'Level', sort: 'level', orders: numerical },
  { text: 'Shown' },
  { text: 'Speakers' },
  { text: 'Changed', sort: 'updated', orders: chronological, startsDown: true },
] as const

type SponsorListProps = {
  state: ListState
  sponsors: readonly Sponsor[]
  zone: string
  done: string | undefined
}

export function SponsorList({ state, sponsors, zone, done }: SponsorListProps) {
  return (
    <>
      <ListHead title="Sponsors">
        <a class="button primary" href="/backoffice/sponsors/new">
          New sponsor
        </a>
      </ListHead>
      <DoneNotice what={done} />
      <ListSearch state={state} what="Name or identifier" filters={filters} columns={columns} />
      <ListTable
        caption="Sponsors"
        isEmpty={sponsors.length === 0}
        empty={isNarrowed(state) ? <p>No sponsor is like this.</p> : <NoSponsorYet />}
        head={<Columns state={state} columns={columns} />}
      >
        {sponsors.map((sponsor) => (
          <SponsorLine sponsor={sponsor} zone={zone} />
        ))}
      </ListTable>
      <ListPager state={state} />
    </>
  )
}

function NoSponsorYet() {
  return (
    <>
      <p>No sponsor yet.</p>
      <p>
        <a href="/backoffice/sponsors/new">Add the first one</a>, or have another system send them with an{' '}
        <a href="/backoffice/settings/advanced#make-a-key">API key</a>.
      </p>
    </>
  )
}

function SponsorLine({ sponsor, zone }: { sponsor: Sponsor; zone: string }) {
  const { options, hasPage, speakers } = sponsor
  const shown = [
    options.highlight ? 'highlighted' : '',
    options.displayInLobby ? 'in the lobby' : '',
    hasPage ? 'page' : '',
  ].filter(Boolean)
  return (
    <tr>
      <th scope="row">
        <span class="with-picture">
          <img src={sponsor.icon ?? sponsor.logo} alt="" loading="lazy" decoding="async" />
          <a href={`/backoffice/sponsors/${sponsor.id}`}>{sponsor.name}</a>
        </span>
      </th>
      <Cell name="Level">{sponsor.level}</Cell>
      <Cell name="Shown">{shown.join(', ') || 'on the wall'}</Cell>
      <Cell name="Speakers">{speakers.map(displayName).join(', ') || '–'}</Cell>
      <Cell name="Changed">
        <Day at={Date.parse(sponsor.updatedAt)} zone={zone} />
      </Cell>
    </tr>
  )
}
