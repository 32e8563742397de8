// The languages that a platform offers.
import { type Language, languages } from './languages.ts'

type Offering = { settings: { language: Language; languages: readonly Language[] | null } }

/** Starts with the default of the platform, which is always offered. */
export function offeredLanguages({ settings }: Offering): Language[] {
  const isOffered = (language: Language) => settings.languages?.includes(language) ?? true
  return [settings.language, ...languages.filter((one) => one !== settings.language && isOffered(one))]
}
