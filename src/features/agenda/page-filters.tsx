// The search and filters of the agenda.

import { isId } from '../../kernel/lib/data/ids.ts'
import { displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Corrected, FilterCheck, FilterChoices, SearchForm } from '../../kit/site/search-form.tsx'
import type { Agenda } from './agenda.ts'
import { type AgendaAddress, type AgendaView, agendaLink, type Facet, facets } from './page-url.ts'

const MAX_NAMES = 100

export function AgendaFilters({ view }: { view: AgendaView }) {
  const { agenda, address } = view
  const { agenda: messages, search, formats } = useMessages()
  const { filters: texts } = messages
  const { speaker, recommended } = address
  const { room, track, language, tag } = agenda.choices
  return (
    <SearchForm
      action="/agenda"
      words={address.q}
      label={texts.search}
      placeholder={texts.searchHint}
      kept={{ view: address.view, zone: address.zone }}
      active={
        [speaker, recommended, ...facets.flatMap((facet) => address[facet])].filter((value) => value !== '')
          .length
      }
      found={useCount(agenda)}
      filters={
        <>
          <FilterChoices name="track" label={texts.track} values={address.track} options={track} />
          <FilterChoices name="room" label={texts.room} values={address.room} options={room} />
          <FilterChoices
            name="language"
            label={texts.language}
            values={address.language}
            options={language}
            nameOf={formats.languageName}
          />
          <FilterChoices name="tag" label={search.tag} values={address.tag} options={tag} />
          <SpeakerFilter view={view} />
          <FilterCheck name="recommended" label={texts.recommendedOnly} isOn={recommended !== ''} />
        </>
      }
    />
  )
}

/** Filters by name. Links from the page of a speaker contain the id instead, which is shown as the name. */
function SpeakerFilter({ view: { agenda, address } }: { view: AgendaView }) {
  const messages = useMessages()
  const { filters: texts } = messages.agenda
  const names = [...new Set(speakersOf(agenda).map(displayName))].sort(messages.formats.compare)
  const hasNames = names.length > 0 && names.length <= MAX_NAMES
  return (
    <div class="field">
      <label for="filter-speaker">{texts.speaker}</label>
      <input
        type="text"
        dir="auto"
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

const speakersOf = ({ sections }: Agenda) =>
  sections.flatMap(({ talks }) => talks).flatMap(({ speakers }) => speakers)

function speakerName(speaker: string, agenda: Agenda): string {
  if (!isId(speaker)) return speaker
  const found = speakersOf(agenda).find(({ id }) => id === speaker.toLowerCase())
  return found ? displayName(found) : speaker
}

/** The number of matching talks; '' without a filter. */
function useCount({ isFiltered, isMore, count }: Agenda): string {
  const { filters: texts } = useMessages().agenda
  if (!isFiltered) return ''
  return isMore ? texts.moreThan({ count }) : texts.count({ count })
}

type Shown = [text: string, changes: Partial<AgendaAddress>]

/** The number of talks that match, and all filters, each as a link that removes it. */
export function ActiveFilters({ view: { agenda, address } }: { view: AgendaView }) {
  const { agenda: messages, search, formats } = useMessages()
  const { filters: texts } = messages
  const valuesOf = (name: Facet): Shown[] =>
    address[name].map((value) => [
      name === 'language' ? formats.languageName(value) : value,
      { [name]: address[name].filter((other) => other !== value) },
    ])
  const optional = (name: 'q' | 'speaker' | 'recommended', text: string): Shown[] =>
    address[name] === '' ? [] : [[text, { [name]: '' }]]
  const shown = [
    ...optional('q', texts.words({ words: address.q })),
    ...facets.flatMap(valuesOf),
    ...optional('speaker', speakerName(address.speaker, agenda)),
    ...optional('recommended', texts.recommended),
  ]
  if (!agenda.isFiltered) return null
  return (
    <>
      <Corrected
        words={[address.q, isId(address.speaker) ? '' : address.speaker].filter(Boolean).join(', ')}
        corrected={agenda.corrected}
      />
      <p class="active-filters">
        <strong>{useCount(agenda)}</strong>
        {shown.map(([text, changes]) => (
          <a class="chip" href={agendaLink(address, changes)}>
            <span class="visually-hidden">{texts.remove} </span>
            <bdi>{text}</bdi> <span aria-hidden="true">×</span>
          </a>
        ))}
        {shown.length > 0 ? <a href="/agenda">{search.clear}</a> : null}
      </p>
    </>
  )
}
