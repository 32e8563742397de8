// Search keys: objects and queries are folded to lowercase ASCII, so that "Lukasz" finds "Łukasz".
import anyAscii from 'any-ascii'

const MAX_KEY_LENGTH = 1000
const MAX_QUERY_LENGTH = 200
const MAX_WORDS = 5
const HAS_LETTER = /[\p{L}\p{N}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: not every store can compare them.
const SPACES = /[\s\u0000-\u001f\u007f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: it means all of ASCII.
const ASCII = /^[\u0000-\u007f]*$/

/**
 * The folded lines of an object, at most 1,000 characters. Parts without a letter or digit are left out. Lists sort by
 * this key, so the name comes first.
 */
export const searchKey = (...lines: readonly (readonly (string | null)[])[]): string =>
  lines
    .map((parts) => fold(parts.filter((part) => part !== null && HAS_LETTER.test(part)).join(' ')))
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_KEY_LENGTH)

/** The words of a query, folded like the keys; at most five. */
export const searchWords = (query: string): string[] =>
  [...new Set(fold(query.slice(0, MAX_QUERY_LENGTH)).split(' '))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

const fold = (text: string): string => foldText(text).replace(SPACES, ' ').trim()

/** The text in lowercase ASCII. Most text is already ASCII, and transliteration is slow. */
export const foldText = (text: string): string => (ASCII.test(text) ? text : anyAscii(text)).toLowerCase()
