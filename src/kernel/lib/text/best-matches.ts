// The rows of a search whose names match best.
import { foldText, searchWords } from './search-keys.ts'

/** Number of matches shown of each kind. The lists show the rest. */
const SHOWN = 6

/** Ranks names that start with the text first, then names with parts that start with each word, then the rest. */
export function bestMatches<Row>(
  q: string,
  rows: readonly Row[],
  namesOf: (row: Row) => (string | null)[],
): Row[] {
  const words = searchWords(q)
  const rank = (row: Row): number => {
    const names = foldText(namesOf(row).join(' '))
    if (names.startsWith(words.join(' '))) return 0
    const parts = names.split(/[^a-z0-9]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
  }
  const byRank = Map.groupBy(rows, rank)
  return [0, 1, 2].flatMap((at) => byRank.get(at) ?? []).slice(0, SHOWN)
}
