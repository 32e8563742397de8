// The texts by which objects are found, folded like the words of a query. The part of a text decides who may search it.
import { foldText } from './search-keys.ts'

export type SearchText<Name extends string> = { part: Name; text: string }

/** Parts without text are left out. Words contain no spaces, so no match spans two lines. */
export const foldedTexts = <Name extends string>(
  parts: Record<Name, (string | null)[]>,
): SearchText<Name>[] =>
  // The keys of an object literal are those of its type.
  (Object.entries(parts) as [Name, (string | null)[]][])
    .map(([part, lines]) => ({ part, text: foldText(lines.filter(Boolean).join('\n')) }))
    .filter(({ text }) => text !== '')

/**
 * The kind of a word decides how it is found. PostgreSQL indexes three consecutive letters or digits. SQLite indexes
 * any three consecutive characters, which also finds shorter words by their prefix.
 */
export type WordKind = 'usual' | 'marks' | 'short'
export function kindOfWord(word: string): WordKind {
  if (/[a-z0-9]{3}/.test(word)) return 'usual'
  return word.length < 3 ? 'short' : 'marks'
}
