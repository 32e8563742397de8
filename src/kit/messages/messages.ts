// What pages say in a language: its texts, and how it writes times and numbers.
import { type Language, languages } from '../../kernel/schema/languages.ts'
import { readTexts } from '../../texts/texts.ts'
import { createFormats } from './formats.ts'
import { createTimes } from './times.ts'

export type Messages = ReturnType<typeof createMessages>

const catalogs = new Map<Language, Messages>()

export function messagesFor(language: Language): Messages {
  const messages = catalogs.get(language) ?? createMessages(language)
  catalogs.set(language, messages)
  return messages
}

function createMessages(language: Language) {
  const texts = readTexts(language)
  const formats = createFormats(language)
  return { ...texts, language, formats, time: createTimes(formats, texts.time) }
}

/** Each in its own language: `Français`. */
export const languageNames = Object.fromEntries(
  languages.map((language) => {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
    return [language, name.charAt(0).toLocaleUpperCase(language) + name.slice(1)]
  }),
) as Record<Language, string>
