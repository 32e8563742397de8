// The languages of talks as people write them in schedules: `en`, `English`, `Englisch`, `anglais`, `inglés`.
import { canonicalLanguage } from '../../../kernel/lib/text/language-tags.ts'
import { languages } from '../../../kernel/schema/languages.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let tags: Map<string, string> | undefined

/** The tag (BCP 47) of a language, by its tag or name; undefined if the text is neither. */
export const languageTagOf = (text: string): string | undefined =>
  canonicalLanguage(text.replaceAll('_', '-')) ?? namedTags().get(text.toLowerCase())

/** The tags of all languages with a two-letter code, by their lowercase names. */
function namedTags(): Map<string, string> {
  if (tags) return tags
  tags = new Map()
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second))
  for (const locale of languages) {
    const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase()
      if (name !== undefined && !tags.has(name)) tags.set(name, canonicalLanguage(code) ?? code)
    }
  }
  return tags
}
