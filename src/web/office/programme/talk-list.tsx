// The list of talks.
import { type Talk, talkTypes } from '../../../schema/programme/talks.ts'
import { displayName } from '../../components/person.tsx'
import { durationText, shortDayText, timeText, zoneText } from '../../components/time.tsx'
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
} from '../shared/list-page.tsx'
import { localTime } from '../shared/local-time.ts'
import { DoneNotice } from '../shared/object-page.tsx'

const filters = [
  {
    name: 'when',
    label: 'When',
    options: [
      ['', 'Any time'],
      ['upcoming', 'Live and to come'],
      ['past', 'Over'],
    ],
  },
  {
    name: 'type',
    label: 'Type',
    options: [['', 'All types'], ...talkTypes.map((type) => [type, type] as const)],
  },
  {
    name: 'mark',
    label: 'Mark',
    options: [
      ['', 'With or without'],
      ['featured', 'Featured'],
      ['recommended', 'Recommended'],
      ['keynote', 'Keynote'],
    ],
  },
] as const

const columns = [
  { text: 'Title', sort: 'title', orders: alphabetical },
  { text: 'Start', sort: 'start', orders: chronological },
  { text: 'Speakers' },
  { text: 'Type' },
  { text: 'Changed', sort: 'updated', orders: chronological, startsDown: true },
] as const

type TalkListProps = {
  state: ListState
  talks: readonly Talk[]
  now: number
  platformZone: string
  done: string | undefined
}

export function TalkList({ state, talks, now, platformZone, done }: TalkListProps) {
  return (
    <>
      <ListHead title="Talks">
        <a class="button primary" href="/backoffice/talks/new">
          New talk
        </a>
      </ListHead>
      <DoneNotice what={done} />
      <ListSearch state={state} what="Title, track or identifier" filters={filters} columns={columns} />
      <p class="quiet">Times in {zoneText(now, platformZone)} unless a talk has a time zone of its own.</p>
      <ListTable
        caption="Talks"
        isEmpty={talks.length === 0}
        empty={isNarrowed(state) ? <p>No talk is like this.</p> : <NoTalkYet />}
        head={<Columns state={state} columns={columns} />}
      >
        {talks.map((talk) => (
          <TalkLine talk={talk} now={now} platformZone={platformZone} />
        ))}
      </ListTable>
      <ListPager state={state} />
    </>
  )
}

function NoTalkYet() {
  return (
    <>
      <p>No talk yet.</p>
      <p>
        <a href="/backoffice/talks/new">Add the first one</a>, or{' '}
        <a href="/backoffice/settings/advanced#make-a-key">make an API key</a> with which another system sends
        them.
      </p>
    </>
  )
}

function TalkLine({ talk, now, platformZone }: { talk: Talk; now: number; platformZone: string }) {
  const zone = talk.timezone ?? platformZone
  const start = Date.parse(talk.start)
  const end = start + talk.duration * 60_000
  const names = talk.speakers.map(displayName)
  return (
    <tr>
      <th scope="row">
        <a href={`/backoffice/talks/${talk.id}`}>{talk.title}</a>
        <span class="marks">
          {start <= now && now < end ? <span class="badge good">Live</span> : null}
          {talk.keynote ? <span class="badge accent">Keynote</span> : null}
          {talk.featured ? <span class="badge">Featured</span> : null}
          {talk.recommended ? <span class="badge">Recommended</span> : null}
          {talk.track ? <span class="quiet">{talk.track}</span> : null}
        </span>
      </th>
      <Cell name="Start">
        <span class="nowrap">
          {shortDayText(start, zone)} {localTime(talk.start, zone).slice(0, 4)}, {timeText(start, zone)}
        </span>{' '}
        <span class="quiet">
          {durationText(talk.duration)}
          {zone === platformZone ? '' : `, ${zoneText(start, zone)}`}
        </span>
      </Cell>
      <Cell name="Speakers">
        {names.slice(0, 3).join(', ')}
        {names.length > 3 ? ` and ${names.length - 3} more` : ''}
      </Cell>
      <Cell name="Type">
        {talk.type}
        {talk.type !== 'embedded' && talk.video === null ? (
          <>
            {' '}
            <span class="badge warn">no video</span>
          </>
        ) : null}
      </Cell>
      <Cell name="Changed">
        <Day at={Date.parse(talk.updatedAt)} zone={platformZone} />
      </Cell>
    </tr>
  )
}
