// The search and filters of the agenda.
import type { Agenda } from '../../../domain/site/agenda.ts'
import { isId } from '../../../lib/data/ids.ts'
import { displayName } from '../../components/person.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { FilterCheck, FilterSelect, SearchForm } from '../search-form.tsx'
import { type AgendaView, agendaLink } from './agenda-url.ts'

const MAX_NAMES = 100

export function AgendaFilters({ view }: { view: AgendaView }) {
  const { agenda, address } = view
  const { agenda: messages, search } = useMessages()
  const { filters: texts } = messages
  const { track, tag, speaker, recommended } = address
  return (
    <SearchForm
      action="/agenda"
      words={address.q}
      label={texts.search}
      placeholder={texts.searchHint}
      kept={{ view: address.view, zone: address.zone }}
      isFiltered={[track, tag, speaker, recommended].some((value) => value !== '')}
      filters={
        <>
          <FilterSelect
            name="track"
            label={texts.track}
            all={texts.allTracks}
            value={track}
            options={agenda.tracks}
          />
          <FilterSelect
            name="tag"
            label={search.tag}
            all={search.allTags}
            value={tag}
            options={agenda.tags}
          />
          <SpeakerFilter view={view} />
          <FilterCheck name="recommended" label={texts.recommendedOnly} isOn={recommended !== ''} />
        </>
      }
    >
      {agenda.isFiltered ? (
        <p class="active-filters">
          <ActiveFilters view={view} />
        </p>
      ) : null}
    </SearchForm>
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
  const { agenda: messages, search } = useMessages()
  const { filters: texts } = messages
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
      {names.length > 1 ? <a href="/agenda">{search.clear}</a> : null}
    </>
  )
}
