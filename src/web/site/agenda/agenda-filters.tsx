// Search and filters of the agenda: a form that is sent into the address, so that a filtered agenda can be linked to.
import { isId } from '../../../lib/data/ids.ts'
import { displayName } from '../../components/person.tsx'
import { type AgendaView, agendaLink } from './agenda-url.ts'

const MOST_NAMES = 100

export function AgendaFilters({ view }: { view: AgendaView }) {
  const { agenda, asked } = view
  const isOpen = [asked.track, asked.tag, asked.speaker, asked.recommended].some((value) => value !== '')
  return (
    <search>
      <form class="filters" method="get" action="/agenda">
        {(['day', 'view', 'zone'] as const).map((name) =>
          asked[name] === '' || name === 'day' ? null : (
            <input type="hidden" name={name} value={asked[name]} />
          ),
        )}
        <div class="search-line">
          <label for="agenda-q" class="visually-hidden">
            Search talks, speakers and topics
          </label>
          <input
            type="search"
            id="agenda-q"
            name="q"
            value={asked.q}
            placeholder="Talk, speaker or topic"
            maxLength={200}
          />
          <button type="submit" class="primary">
            Search
          </button>
        </div>
        <details open={isOpen}>
          <summary>Filters</summary>
          <div class="filter-fields">
            <Select name="track" label="Track" all="All tracks" value={asked.track} options={agenda.tracks} />
            <Select name="tag" label="Tag" all="All tags" value={asked.tag} options={agenda.tags} />
            <SpeakerFilter view={view} />
            <div class="field check">
              <input
                type="checkbox"
                id="agenda-recommended"
                name="recommended"
                value="1"
                checked={asked.recommended !== ''}
              />
              <label for="agenda-recommended">Recommended only</label>
            </div>
            <button type="submit">Apply</button>
          </div>
        </details>
        {agenda.isFiltered ? (
          <p class="active-filters">
            <ActiveFilters view={view} />
          </p>
        ) : null}
      </form>
    </search>
  )
}

type SelectProps = { name: string; label: string; all: string; value: string; options: readonly string[] }

export function Select({ name, label, all, value, options }: SelectProps) {
  const known = value === '' || options.includes(value) ? options : [value, ...options]
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name}>
        <option value="">{all}</option>
        {known.map((option) => (
          <option value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    </div>
  )
}

/** By name; a link from a speaker's page says the id instead, which is shown by its name. */
function SpeakerFilter({ view: { agenda, asked } }: { view: AgendaView }) {
  const names = [...new Set(agenda.talks.flatMap((talk) => talk.speakers.map(displayName)))].sort()
  const hasNames = names.length > 0 && names.length <= MOST_NAMES
  return (
    <div class="field">
      <label for="filter-speaker">Speaker</label>
      <input
        type="text"
        id="filter-speaker"
        name="speaker"
        value={speakerName(asked.speaker, agenda)}
        {...(hasNames ? { list: 'speaker-names' } : {})}
        autocomplete="off"
        maxLength={200}
      />
      {hasNames ? (
        <datalist id="speaker-names">
          {names.map((name) => (
            <option value={name} />
          ))}
        </datalist>
      ) : null}
    </div>
  )
}

function speakerName(speaker: string, { talks }: AgendaView['agenda']): string {
  if (!isId(speaker)) return speaker
  const found = talks.flatMap((talk) => talk.speakers).find(({ id }) => id === speaker.toLowerCase())
  return found ? displayName(found) : speaker
}

/** Each filter with a link that takes it away. */
function ActiveFilters({ view: { agenda, asked } }: { view: AgendaView }) {
  const texts = {
    q: `“${asked.q}”`,
    track: asked.track,
    tag: asked.tag,
    speaker: speakerName(asked.speaker, agenda),
    recommended: 'Recommended',
  }
  const count = agenda.days.reduce((sum, day) => sum + day.count, 0)
  const names = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => asked[name] !== '')
  return (
    <>
      <strong>{count === 1 ? '1 talk' : `${count} talks`}</strong>
      {names.map((name) => (
        <a class="chip" href={agendaLink(asked, { [name]: '', day: '' })}>
          <span class="visually-hidden">Without </span>
          {texts[name]} <span aria-hidden="true">×</span>
        </a>
      ))}
      {names.length > 1 ? <a href="/agenda">Show all</a> : null}
    </>
  )
}
