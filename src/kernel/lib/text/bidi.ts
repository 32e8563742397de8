// Right-to-left text, such as Arabic and Hebrew, beside left-to-right text.

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const FIRST_LETTER = /\p{L}/u

/** Whether the first letter belongs to a right-to-left script, as in `dir="auto"`. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')

/**
 * Isolates the text (UAX #9, section 2.4) for the middle of a sentence, so that it does not reorder the surrounding
 * text. Text without right-to-left letters stays as it is.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
