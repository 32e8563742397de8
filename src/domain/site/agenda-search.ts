// The search of the agenda: which talks match the words of a visitor.
import { isId } from '../../lib/data/ids.ts'
import { foldText, searchWords } from '../../lib/text/search-keys.ts'
import { type SearchedTalk, searchedTalks, speakerNames } from '../../store/site/agenda.ts'
import type { Services } from '../services.ts'

type Words = {
  /** All must match: in title, description, room, track, tags (also hidden ones), or speakers. */
  words: string
  /** All must match in the name of one speaker. */
  speaker: string
}

/** The ids of the talks that match; undefined if there is nothing to search for. */
export async function searchTalks(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  { words, speaker }: Words,
): Promise<string[] | undefined> {
  const names = isId(speaker) ? [] : searchWords(speaker)
  const searched = searchWords(words)
  if (names.length === 0 && searched.length === 0) return undefined
  const [talks, speakers] = await Promise.all([
    store.read(searchedTalks(platformId)),
    store.read(speakerNames(platformId)),
  ])
  const byTalk = Map.groupBy(speakers, (one) => one.talkId)
  const isMatch = (talk: SearchedTalk) => {
    const people = byTalk.get(talk.id) ?? []
    const hasSpeaker = names.length === 0 || people.some((one) => hasAll(foldText(one.name), names))
    return hasSpeaker && hasAll(textOf(talk, people), searched)
  }
  return talks.filter(isMatch).map(({ id }) => id)
}

const textOf = (talk: SearchedTalk, people: readonly { name: string; company: string }[]): string =>
  foldText(
    [
      ...[talk.title, talk.room, talk.track, ...talk.tags, ...talk.hiddenTags],
      ...people.flatMap(({ name, company }) => [name, company]),
      talk.description,
    ].join('\n'),
  )

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))
