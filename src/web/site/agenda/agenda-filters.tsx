// Search and filters of the agenda, in a GET form, so that a filtered agenda has an address.
import type { Agenda } from '../../../domain/site/agenda.ts'
import { isId } from '../../../lib/data/ids.ts'
import { displayName } from '../../components/person.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { type AgendaView, agendaLink } from './agenda-url.ts'

const MAX_NAMES = 100

export function AgendaFilters({ view }: { view: AgendaView }) {
  const { agenda, address } = view
  const { filters: texts } = useMessages().agenda
  const isOpen = [address.track, address.tag, address.speaker, address.recommended].some(
    (value) => value !== '',
  )
  return (
    <search>
      <form class="filters" method="get" action="/agenda">
        {(['day', 'view', 'zone'] as const).map((name) =>
          address[name] === '' || name === 'day' ? null : (
            <input type="hidden" name={name} value={address[name]} />
          ),
        )}
        <div class="search-line">
          <label for="agenda-q" class="visually-hidden">
            {texts.search}
          </label>
          <input
            type="search"
            id="agenda-q"
            name="q"
            value={address.q}
            placeholder={texts.searchHint}
            maxLength={200}
          />
          <button type="submit" class="primary">
            {texts.submit}
          </button>
        </div>
        <details open={isOpen}>
          <summary>{texts.heading}</summary>
          <div class="filter-fields">
            <Select
              name="track"
              label={texts.track}
              all={texts.allTracks}
              value={address.track}
              options={agenda.tracks}
            />
            <Select
              name="tag"
              label={texts.tag}
              all={texts.allTags}
              value={address.tag}
              options={agenda.tags}
            />
            <SpeakerFilter view={view} />
            <div class="field check">
              <input
                type="checkbox"
                id="agenda-recommended"
                name="recommended"
                value="1"
                checked={address.recommended !== ''}
              />
              <label for="agenda-recommended">{texts.recommendedOnly}</label>
            </div>
            <button type="submit">{texts.apply}</button>
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

/** Filters by name. Links from the page of a speaker have the id instead, which is shown as the name. */
function SpeakerFilter({ view: { agenda, address } }: { view: AgendaView }) {
  const { filters: texts } = useMessages().agenda
  const names = [...new Set(speakersOf(agenda).map(displayName))].sort()
  const hasNames = names.length > 0 && names.length <= MAX_NAMES
  return (
    <div class="field">
      <label for="filter-speaker">{texts.speaker}</label>
      <input
        type="text"
        id="filter-speaker"
        name="speaker"
        value={speakerName(address.speaker, agenda)}
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

const speakersOf = ({ days }: Agenda) =>
  days.flatMap(({ talks }) => talks).flatMap(({ speakers }) => speakers)

function speakerName(speaker: string, agenda: Agenda): string {
  if (!isId(speaker)) return speaker
  const found = speakersOf(agenda).find(({ id }) => id === speaker.toLowerCase())
  return found ? displayName(found) : speaker
}

/** Each filter, as a link that removes it. */
function ActiveFilters({ view: { agenda, address } }: { view: AgendaView }) {
  const { filters: texts } = useMessages().agenda
  const values = {
    q: texts.words(address.q),
    track: address.track,
    tag: address.tag,
    speaker: speakerName(address.speaker, agenda),
    recommended: texts.recommended,
  }
  const count = agenda.days.reduce((sum, day) => sum + day.count, 0)
  const names = (Object.keys(values) as (keyof typeof values)[]).filter((name) => address[name] !== '')
  return (
    <>
      <strong>{texts.count(count)}</strong>
      {names.map((name) => (
        <a class="chip" href={agendaLink(address, { [name]: '', day: '' })}>
          <span class="visually-hidden">{texts.remove} </span>
          {values[name]} <span aria-hidden="true">×</span>
        </a>
      ))}
      {names.length > 1 ? <a href="/agenda">{texts.clear}</a> : null}
    </>
  )
}
