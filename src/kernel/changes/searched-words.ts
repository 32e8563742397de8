// The words of a search, and whether each is common.
import { searchWords } from '../lib/text/search-keys.ts'
import { isFrequent, type SearchedTexts, type SearchedWord } from '../store/sql/search-texts.ts'
import type { Services } from './services.ts'

/** The words of a query, folded; at most five. `texts` are the searched texts, or null if they have no index. */
export const readWords = (
  { store }: Pick<Services, 'store'>,
  platformId: string,
  query: string,
  texts: SearchedTexts | null,
): Promise<SearchedWord[]> =>
  Promise.all(
    searchWords(query).map(async (word) => {
      const isCommon = texts === null || (await store.read(isFrequent(texts, platformId, word)))
      return { word, isCommon }
    }),
  )
