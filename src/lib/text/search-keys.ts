// Search keys: what a person types to find an object, in one folded form on both sides.
import anyAscii from 'any-ascii'

const LONGEST_KEY = 1000
const LONGEST_QUERY = 200
const MOST_WORDS = 5
const HAS_LETTER = /[\p{L}\p{N}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: no store compares them.
const SPACES = /[\s\u0000-\u001f\u007f]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ASCII = /^[\u0000-\u007f]*$/

/**
 * Lines, each of its parts, in lower-case ASCII; 1,000 characters at most. A part without a letter or digit is left out.
 * Objects sort by it, so the name comes first.
 */
export const searchKey = (...lines: readonly (readonly (string | null)[])[]): string =>
  lines
    .map((parts) => fold(parts.filter((part) => part !== null && HAS_LETTER.test(part)).join(' ')))
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, LONGEST_KEY)

/** The words of a query, folded as the keys are; five at most. */
export const searchWords = (query: string): string[] =>
  [...new Set(fold(query.slice(0, LONGEST_QUERY)).split(' '))]
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)

const fold = (text: string): string => foldText(text).replace(SPACES, ' ').trim()

/** Lower-case ASCII for text to find words in. Most of it is ASCII as it stands, and transliterating is slow. */
export const foldText = (text: string): string => (ASCII.test(text) ? text : anyAscii(text)).toLowerCase()
