// The language of a person: that of the page when they signed up or accepted an invitation, or a later choice.
import type { Language } from '../../kernel/schema/languages.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { setUserLanguage } from './store.ts'
import type { UserRow } from './tables.ts'

/** The language of e-mails to a person: the own one if the platform still offers it, otherwise the platform's default. */
export function languageOfUser(
  platform: PlatformRow,
  { language }: Pick<UserRow, 'language'>,
  otherwise = platform.settings.language,
): Language {
  const isOffered = language !== null && offeredLanguages(platform).includes(language)
  return isOffered ? language : otherwise
}

/** Null leaves the choice to the browser and the platform. The API does not show the choice, so the version stays. */
export const chooseLanguageOperation: Operation<object, { userId: string; language: Language | null }, null> =
  {
    name: 'chooseLanguage',
    load: () => ({}),
    decide: (_state, _ctx, choice) => ({ writes: [setUserLanguage(choice)], events: [], answer: null }),
  }
