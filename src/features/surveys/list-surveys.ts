// Surveys in the Back Office: the talks that a survey can be about.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { type TalkTitle, talkTitles, titlesOfTalks } from './store.ts'

const MAX_TALKS = 2_000

/** The talks of the platform by start, at most 2,000. The talk of the survey is always among them. */
export async function listTalkChoices(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  talkId: string | null,
): Promise<TalkTitle[]> {
  const choices = await store.read(talkTitles({ platformId: platform.id, limit: MAX_TALKS }))
  if (talkId === null || choices.some(({ id }) => id === talkId)) return choices
  const own = await store.read(titlesOfTalks({ ids: [talkId] }))
  return [...choices, ...[...own].map(([id, title]) => ({ id, title }))]
}
