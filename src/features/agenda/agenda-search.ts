// Search of the agenda: the talks that match the words of a visitor.

import { readWords } from '../../kernel/changes/searched-words.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { correctWords, isCorrectable } from '../../kernel/lib/text/spelling.ts'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'
import type { Filter } from '../../kernel/store/sql/filters.ts'
import { searchedPeople } from '../people/user-texts-store.ts'
import {
  hasMatch,
  hasSpeakerNamed,
  hasWord,
  type ShownTalk,
  searchedProgramme,
  shownTalks,
  speakerNames,
} from './agenda-search-store.ts'

type Reading = Pick<Services, 'store'>

type Query = {
  /** All must match: in the title, description, room, track, tags (including hidden ones), or speakers. */
  words: string
  /** All must match in the name of one speaker. */
  speaker: string
}

export type TalkSearch = {
  filters: Filter<'talks'>[]
  /** The corrected words, searched because nothing matched; '' if nothing was corrected. */
  corrected: string
}

/** Number of talks whose texts are read to correct words. Other talks are searched, but suggest no words. */
const MAX_READ = 5_000
const PORTION = 100

/** Finds talks that match, or talks that match corrected words; undefined if there is nothing to search for. */
export async function searchTalks(
  services: Reading,
  platformId: string,
  { words, speaker }: Query,
): Promise<TalkSearch | undefined> {
  const { store } = services
  const name = isId(speaker) ? '' : speaker
  const read = async (query: { words: string; name: string }) => {
    const [inTalks, inNames] = await Promise.all([
      readWords(services, platformId, query.words, searchedProgramme),
      readWords(services, platformId, query.name, searchedPeople),
    ])
    const ofName = inNames.length > 0 ? [hasSpeakerNamed(inNames)] : []
    return { inTalks, inNames, filters: [...inTalks.map(hasWord), ...ofName] }
  }
  const { inTalks, inNames, filters } = await read({ words, name })
  if (filters.length === 0) return undefined
  const asSent = { filters, corrected: '' }
  if (![...inTalks, ...inNames].some(isCorrectable)) return asSent
  if (await store.read(hasMatch({ platformId }, filters))) return asSent
  const vocabulary = await readVocabulary(services, platformId)
  const isKnown = (filter: Filter<'talks'>) => store.read(hasMatch({ platformId }, [filter]))
  const [correctedWords, correctedName] = await Promise.all([
    correctWords(inTalks, (word) => isKnown(hasWord(word)), vocabulary.shown),
    correctWords(inNames, (word) => isKnown(hasSpeakerNamed([word])), vocabulary.names),
  ])
  const similar = await read({ words: correctedWords ?? words, name: correctedName ?? name })
  if (!(await store.read(hasMatch({ platformId }, similar.filters)))) return asSent
  const corrected = [correctedWords, correctedName].filter((query) => query !== undefined)
  return { filters: similar.filters, corrected: corrected.join(', ') }
}

/** The talk texts that visitors see, and the names of speakers. Hidden tags are searched, but never shown. */
async function readVocabulary(
  { store }: Reading,
  platformId: string,
): Promise<{ shown: string[]; names: string[] }> {
  const work = new SlicedWork()
  const [shown, names]: [string[], string[]] = [[], []]
  let talks: ShownTalk[] = []
  for (let read = 0; read < MAX_READ; read += PORTION) {
    talks = await store.read(shownTalks({ platformId, after: talks.at(-1)?.id, limit: PORTION }))
    const speakers = await store.read(speakerNames({ talkIds: talks.map(({ id }) => id) }))
    const byTalk = Map.groupBy(speakers, ({ talkId }) => talkId)
    for (const { id, title, room, track, tags } of talks) {
      const people = byTalk.get(id) ?? []
      shown.push(title, room ?? '', track ?? '', ...tags, ...people.flatMap((one) => [one.name, one.company]))
    }
    names.push(...speakers.map(({ name }) => name))
    if (talks.length < PORTION) break
    await work.pause()
  }
  return { shown, names }
}
