// Characters in texts of people that cannot be seen, or that change how the text around them looks.

/** Line breaks and other white space that is no space. */
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/u
const PAGE_BREAKS = /[\v\f\u0085]/g
/** Controls other than white space (Unicode, general category Cc). */
const CONTROLS = /[\p{Cc}--[\t\n\v\f\r\u0085]]/gv
/** Embeddings, overrides, and isolates (UAX #9, section 2), which can reorder the text after a name. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

/** As many as pointed Hebrew has with accents, or Tibetan needs. */
const MAX_MARKS = 4
/** These are drawn one above the other. Greek has three on a letter, one of them below it. */
const MAX_STACKED = 3
const MARK = /[\p{Mn}\p{Me}]/u
const STACKED = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/
const MANY_MARKS = new RegExp(`[\\p{Mn}\\p{Me}\\p{Cf}]{${MAX_STACKED + 1},}`, 'gu')
/** Marks on a space. */
const LOOSE_MARKS = /(?<=^|[\s\u00a0])[\p{Mn}\p{Me}]+/gu

// Symbols that are drawn as nothing: the Braille blank, a null note head, and blank hieroglyphs.
const VISIBLE =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]/u

/**
 * A name on one line: line breaks, with the spaces around them, become a space. Without other controls, marks of direction
 * for the text that follows, and more combining marks on a letter than lines have room for.
 */
export function cleanLine(s: string): string {
  const shown = withFewMarks(s.replace(CONTROLS, '').replace(DIRECTIONS, ''))
  if (!BREAKS.test(shown)) return shown
  const parts = shown.split(BREAKS).map((part) => part.trim())
  return parts.filter((part) => part !== '').join(' ')
}

/** Text of several lines, without controls and surplus combining marks. A page break becomes a line break. */
export const cleanText = (s: string): string =>
  withFewMarks(s.replace(PAGE_BREAKS, '\n').replace(CONTROLS, ''))

/** Whether the text has a character that is drawn. */
export const isVisible = (s: string): boolean => VISIBLE.test(s)

function withFewMarks(s: string): string {
  return s.replace(LOOSE_MARKS, '').replace(MANY_MARKS, (run) => {
    let marks = 0
    const isKept = (one: string) =>
      !MARK.test(one) || ++marks <= (STACKED.test(one) ? MAX_STACKED : MAX_MARKS)
    return [...run].filter(isKept).join('')
  })
}
