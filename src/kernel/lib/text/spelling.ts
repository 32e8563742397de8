// Corrections of search queries: words that occur nowhere are replaced by the most similar words that do.
import { distance } from 'fastest-levenshtein'
import { SlicedWork } from '../time/slices.ts'
import { foldText } from './search-keys.ts'

/** Words, folded as in searches, with their spelling and frequency. */
type Vocabulary = Map<string, { text: string; count: number }>

/** Each of at most five words of a query is compared with all of these, in about 10 ms. */
const MAX_WORDS = 20_000
const MAX_LENGTH = 40
const INNER_MARKS = /[^\p{L}\p{M}\p{N}]+/u
const OUTER_MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/**
 * Replaces unknown words with words from the texts that visitors see. They differ in at most two letters, or in one for
 * words of three or four letters. Undefined if all words are known or no replacement exists.
 */
export async function correctWords<Word extends { word: string }>(
  words: readonly Word[],
  isKnown: (word: Word) => Promise<boolean>,
  shown: Iterable<string>,
): Promise<string | undefined> {
  const known = await Promise.all(words.map(isKnown))
  if (known.every(Boolean)) return undefined
  const work = new SlicedWork()
  const vocabulary = await vocabularyOf(shown, work)
  const corrected: (string | undefined)[] = []
  for (const [index, { word }] of words.entries()) {
    if (work.isDue) await work.pause()
    corrected.push(known[index] ? word : closestWord(word, vocabulary))
  }
  return corrected.includes(undefined) ? undefined : corrected.join(' ')
}

async function vocabularyOf(texts: Iterable<string>, work: SlicedWork): Promise<Vocabulary> {
  const vocabulary: Vocabulary = new Map()
  for (const text of texts) {
    if (work.isDue) await work.pause()
    for (const word of wordsOf(text)) {
      const key = foldText(word)
      const known = vocabulary.get(key)
      if (known) known.count += 1
      else vocabulary.set(key, { text: word, count: 1 })
      if (vocabulary.size >= MAX_WORDS) return vocabulary
    }
  }
  return vocabulary
}

/** Words without surrounding punctuation, and the parts of words that contain punctuation. */
function* wordsOf(text: string): Generator<string> {
  for (const part of text.normalize('NFC').split(/\s+/)) {
    const word = part.replace(OUTER_MARKS, '')
    if (word === '' || word.length > MAX_LENGTH) continue
    yield word
    if (INNER_MARKS.test(word)) yield* word.split(INNER_MARKS)
  }
}

/** The number of letters of a word that may be wrong. */
const mostWrong = (word: string): number => (word.length < 3 ? 0 : word.length < 5 ? 1 : 2)

/** Whether a word is long enough to be corrected. */
export const isCorrectable = ({ word }: { word: string }): boolean => mostWrong(word) > 0

/** Among equally similar words, prefers those with the same first letter, then the most frequent one. */
function closestWord(word: string, vocabulary: Vocabulary): string | undefined {
  const most = mostWrong(word)
  let closest: string | undefined
  let best = Number.NEGATIVE_INFINITY
  for (const [key, { text, count }] of vocabulary) {
    if (Math.abs(key.length - word.length) > most) continue
    const away = distance(word, key)
    if (away > most) continue
    const rank = (key[0] === word[0] ? 0.5 : 0) - away + count / (2 * MAX_WORDS)
    if (rank <= best) continue
    closest = text
    best = rank
  }
  return closest
}
