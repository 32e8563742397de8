// Text: what may be stored, how long it is, how it is shortened, which known name it resembles.
import { distance } from 'fastest-levenshtein'

const LONGEST_COMPARED_NAME = 64
const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether every store takes the text: no U+0000 (PostgreSQL refuses it) and no lone surrogate. */
export function isStorableText(s: string): boolean {
  return !s.includes('\u0000') && s.isWellFormed()
}

/** The length in code points; a lone surrogate counts as one. */
export function countCodePoints(s: string): number {
  let count = s.length
  for (let i = 0; i < s.length - 1; i++) {
    if (isHighSurrogate(s.charCodeAt(i)) && isLowSurrogate(s.charCodeAt(i + 1))) {
      count--
      i++
    }
  }
  return count
}

/**
 * The text, or where it is longer than `max` code points its beginning up to a word boundary (UAX #29) and '…',
 * `max` code points together at most. A first word that is too long by itself is cut between graphemes.
 */
export function cutAtWord(s: string, max: number): string {
  if (countCodePoints(s) <= max) return s
  if (max < 1) return ''
  const whole = takeSegments(words, s, max - 1).replace(/[\s,;:–—-]+$/u, '')
  return `${whole === '' ? takeSegments(graphemes, s, max - 1).trimEnd() : whole}…`
}

/** The known name that the given one most resembles, if it is near: a slip of two letters or a third of them. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED_NAME) return undefined
  const lowered = name.toLowerCase()
  let closest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const away = distance(lowered, candidate.toLowerCase())
    // A distance of the whole length means that no letter is shared.
    const isNear = away < Math.max(name.length, candidate.length) && (away <= 2 || away <= name.length / 3)
    if (isNear && away < least) {
      closest = candidate
      least = away
    }
  }
  return closest
}

function takeSegments(segmenter: Intl.Segmenter, s: string, max: number): string {
  let taken = ''
  let count = 0
  for (const { segment } of segmenter.segment(s)) {
    count += countCodePoints(segment)
    if (count > max) break
    taken += segment
  }
  return taken
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
