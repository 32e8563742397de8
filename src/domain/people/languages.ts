// The languages that a platform offers, and the one that a person has chosen.
import { type Language, languages } from '../../schema/platforms/languages.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { setUserLanguage } from '../../store/people/users.ts'
import type { PlatformRow, UserRow } from '../../store/sql/tables.ts'

/** The default of the platform first; it is always offered. */
export function offeredLanguages({ settings }: Pick<PlatformRow, 'settings'>): Language[] {
  const isOffered = (language: Language) => settings.languages?.includes(language) ?? true
  return [settings.language, ...languages.filter((one) => one !== settings.language && isOffered(one))]
}

/** The language of e-mails to the person: the chosen one, if the platform still offers it, else its default. */
export function languageOfUser(platform: PlatformRow, { language }: Pick<UserRow, 'language'>): Language {
  const isOffered = language !== null && offeredLanguages(platform).includes(language)
  return isOffered ? language : platform.settings.language
}

/** Null: as the browser and the platform say. The API does not show it, so the version stays. */
export const chooseLanguageOperation: Operation<object, { userId: string; language: Language | null }, null> =
  {
    name: 'chooseLanguage',
    load: () => ({}),
    decide: (_state, _ctx, choice) => ({ writes: [setUserLanguage(choice)], events: [], answer: null }),
  }
