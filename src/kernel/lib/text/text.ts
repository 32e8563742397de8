// Text: whether it can be stored, its length in code points, shortening it, and "did you mean" suggestions.
import { distance } from 'fastest-levenshtein'

const MAX_COMPARED_LENGTH = 64
const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Whether every database accepts the text: no U+0000 (PostgreSQL rejects it) and no lone surrogates. */
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
 * Shortens a text to at most `max` code points, cut at a word boundary (UAX #29) and with a final '…'. If the first
 * word is already too long, it is cut between graphemes.
 */
export function cutAtWord(s: string, max: number): string {
  if (countCodePoints(s) <= max) return s
  if (max < 1) return ''
  const whole = takeSegments(words, s, max - 1).replace(/[\s,;:–—-]+$/u, '')
  return `${whole === '' ? takeSegments(graphemes, s, max - 1).trimEnd() : whole}…`
}

/** The most similar known name, if at most two letters or a third of them differ. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined
  const lowered = name.toLowerCase()
  let closest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const away = distance(lowered, candidate.toLowerCase())
    // If the distance is the full length, the names have no letter in common.
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
