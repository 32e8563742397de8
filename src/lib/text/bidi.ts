// Text from right to left, such as Arabic and Hebrew, beside text from left to right.

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const FIRST_LETTER = /\p{L}/u

/** Whether the first letter is one of a script from right to left, as in `dir="auto"`. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')

/**
 * The text in isolation (UAX #9, section 2.4), for the middle of a sentence: it does not change the order of what is around
 * it. Text without letters from right to left stays as it is.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
