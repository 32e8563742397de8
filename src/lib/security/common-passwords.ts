// Passwords that are guessed first: nothing but well-known words, names, rows of keys, years and repetitions.
import { commonPhrases, commonWords, keyRows } from './common-words.ts'

// With fewer characters than these that a guesser does not try in the first place, length alone protects nothing.
const FEWEST_OWN_CHARACTERS = 5
/** Of a row of keys, of a year, of what stood there before. */
const SHORTEST_PART = 3
const LONGEST_PART = 40
const LONGEST_LOOKED_AT = 128

/** Digits and signs that stand for letters. */
const standsFor: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}
const rows = [...keyRows, ...keyRows.map((row) => [...row].reverse().join(''))]
const phrases = new Set(commonPhrases)
const YEAR = /^(?:19|20)\d\d$/

/**
 * Whether a password is one of those that are guessed first: a known phrase, or hardly anything beside common words,
 * rows of keys, years, repetitions and `names` (of the platform and of the account), whatever the case, with signs in
 * between, and with digits for letters.
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const shown = [...password.normalize('NFKC').toLowerCase()].slice(0, LONGEST_LOOKED_AT)
  const plain = shown.filter((sign) => isLetterOrDigit(sign))
  const meant = shown.filter((sign) => isLetterOrDigit(sign) || sign in standsFor)
  if (phrases.has(plain.join('')) || phrases.has(meant.map(letterOf).join(''))) return true
  const words = [...new Set([...commonWords, ...names.flatMap(partsOf)])]
  return [plain, meant].some((signs) => ownCharacters(signs, words) < FEWEST_OWN_CHARACTERS)
}

const isLetterOrDigit = (sign: string) => /[\p{L}\p{N}]/u.test(sign)
const letterOf = (sign: string) => standsFor[sign]?.charAt(0) ?? sign

/** The words of a name, and the name in one piece. */
function partsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [...words, words.join('')].filter((word) => word.length >= 3)
}

/** The fewest characters that are left when as much as possible is taken for parts that everybody tries. */
function ownCharacters(signs: readonly string[], words: readonly string[]): number {
  const left = [0]
  for (let end = 1; end <= signs.length; end++) {
    let least = (left[end - 1] ?? 0) + 1
    for (const word of words) {
      const start = end - word.length
      if (start >= 0 && endsWithWord(signs, end, word)) least = Math.min(least, left[start] ?? 0)
    }
    for (let start = Math.max(0, end - LONGEST_PART); start <= end - SHORTEST_PART; start++) {
      if ((left[start] ?? 0) < least && isWithoutThought(signs, start, end)) least = left[start] ?? 0
    }
    left.push(least)
  }
  return left[signs.length] ?? 0
}

function endsWithWord(signs: readonly string[], end: number, word: string): boolean {
  for (let i = 1; i <= word.length; i++) {
    const [sign, letter] = [signs[end - i] ?? '', word.charAt(word.length - i)]
    if (sign !== letter && !standsFor[sign]?.includes(letter)) return false
  }
  return true
}

function isWithoutThought(signs: readonly string[], start: number, end: number): boolean {
  const part = signs.slice(start, end).join('')
  if (YEAR.test(part) || signs.slice(start, end).every((sign) => sign === signs[start])) return true
  return rows.some((row) => row.includes(part)) || signs.slice(0, start).join('').includes(part)
}
