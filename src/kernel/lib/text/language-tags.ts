// Language tags (BCP 47).

/** ISO 639 codes have two or three letters. BCP 47 reserves longer ones, such as `english`. */
const CODE = /^[a-z]{2,3}(?:-|$)/i

/** The canonical form of a language tag (`EN-us` becomes `en-US`); undefined if the text is not a language tag. */
export function canonicalLanguage(tag: string): string | undefined {
  if (!CODE.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
