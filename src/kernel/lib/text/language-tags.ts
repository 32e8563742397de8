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

/** The languages that forms offer. Any other tag can be entered. */
export const commonLanguages = (
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ' +
  'ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl pt pt-BR ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh ' +
  'zh-Hant zu'
).split(' ')
