// The list of sponsors.
import type { Sponsor } from '../../schema/sponsor.ts'
import { displayName } from '../components/person.tsx'
import { Cell, Column, Day, ListHead, ListSearch, type ListState, ListTable, Pager } from './list-page.tsx'
import { DoneNotice } from './object-page.tsx'

const filters = [
  {
    name: 'level',
    label: 'Level',
    options: [['', 'All levels'], ...['1', '2', '3', '4', '5'].map((level) => [level, level] as const)],
  },
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
      <ListSearch state={state} what="Name or identifier" filters={filters} usualSort="name" />
      <ListTable
        caption="Sponsors"
        isEmpty={sponsors.length === 0}
        empty={<p>No sponsor is like this.</p>}
        head={
          <>
            <Column state={state} text="Name" sort="name" />
            <Column state={state} text="Level" sort="level" />
            <Column state={state} text="Shown" />
            <Column state={state} text="Speakers" />
            <Column state={state} text="Changed" sort="updated" startsDown />
          </>
        }
      >
        {sponsors.map((sponsor) => (
          <SponsorLine sponsor={sponsor} zone={zone} />
        ))}
      </ListTable>
      <Pager state={state} />
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
