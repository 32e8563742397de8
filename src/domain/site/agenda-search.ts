// The search of the agenda: which talks match the words of a visitor.
import { isId } from '../../lib/data/ids.ts'
import { foldText, searchWords } from '../../lib/text/search-keys.ts'
import { correctQuery } from '../../lib/text/spelling.ts'
import { type SearchedTalk, type SpeakerName, searchedTalks, speakerNames } from '../../store/site/agenda.ts'
import type { Services } from '../services.ts'

type Words = {
  /** All must match: in title, description, room, track, tags (also hidden ones), or speakers. */
  words: string
  /** All must match in the name of one speaker. */
  speaker: string
}

export type FoundTalks = {
  ids: string[]
  /** What was searched for instead because nothing matched; '' if nothing was misspelled. */
  corrected: string
}

/** The talks that match, or else those that match with corrected words; undefined if there is nothing to search for. */
export async function searchTalks(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  { words, speaker }: Words,
): Promise<FoundTalks | undefined> {
  const name = isId(speaker) ? '' : speaker
  if (searchWords(name).length === 0 && searchWords(words).length === 0) return undefined
  const [talks, speakers] = await Promise.all([
    store.read(searchedTalks(platformId)),
    store.read(speakerNames(platformId)),
  ])
  const byTalk = Map.groupBy(speakers, (one) => one.talkId)
  const searched = talks.map((talk) => textsOf(talk, byTalk.get(talk.id) ?? []))
  const ids = matchesOf(searched, { words, speaker: name })
  if (ids.length > 0) return { ids, corrected: '' }
  const corrections = {
    words: correctQuery(words, {
      searched: searched.map(({ text }) => text),
      // Hidden tags are searched, but never shown.
      shown: talks.flatMap(({ id, title, room, track, tags }) => [
        ...[title, room ?? '', track ?? '', ...tags],
        ...(byTalk.get(id) ?? []).flatMap((one) => [one.name, one.company]),
      ]),
    }),
    speaker: correctQuery(name, {
      searched: searched.flatMap(({ names }) => names),
      shown: speakers.map((one) => one.name),
    }),
  }
  const found = matchesOf(searched, {
    words: corrections.words ?? words,
    speaker: corrections.speaker ?? name,
  })
  const corrected = [corrections.words, corrections.speaker].filter((query) => query !== undefined)
  return { ids: found, corrected: found.length > 0 ? corrected.join(', ') : '' }
}

/** The folded texts of a talk. */
type Searched = { id: string; text: string; names: string[] }

const textsOf = (talk: SearchedTalk, people: readonly SpeakerName[]): Searched => ({
  id: talk.id,
  text: foldText(
    [
      ...[talk.title, talk.room, talk.track, ...talk.tags, ...talk.hiddenTags],
      ...people.flatMap(({ name, company }) => [name, company]),
      talk.description,
    ].join('\n'),
  ),
  names: people.map(({ name }) => foldText(name)),
})

function matchesOf(searched: readonly Searched[], { words, speaker }: Words): string[] {
  const [ofText, ofName] = [searchWords(words), searchWords(speaker)]
  const isMatch = ({ text, names }: Searched) =>
    hasAll(text, ofText) && (ofName.length === 0 || names.some((name) => hasAll(name, ofName)))
  return searched.filter(isMatch).map(({ id }) => id)
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))
