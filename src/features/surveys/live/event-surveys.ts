// Open surveys about the whole event: whether there are any, and their list.

import type { Services } from '../../../kernel/changes/services.ts'
import { requireWatcher } from '../../live/rights.ts'
import type { UserRow } from '../../people/tables.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { surveysAnsweredBy } from '../answers/responses-store.ts'
import { requireSurveysOn } from '../state.ts'
import { hasEventSurvey, openEventSurveys } from '../store.ts'
import type { SurveyRow } from '../tables.ts'

type Reading = Pick<Services, 'store'>

/** Whether people can answer a survey about the whole event now. */
export async function hasOpenSurvey({ store }: Reading, { id, settings }: PlatformRow): Promise<boolean> {
  return settings.features.surveys && (await store.read(hasEventSurvey({ platformId: id })))
}

export type EventSurvey = { survey: SurveyRow; hasAnswered: boolean }

/** Newest first. Throws `feature_off` and `watching_restricted`. */
export async function readEventSurveys(
  { store }: Reading,
  { platform, user }: { platform: PlatformRow; user: UserRow | null },
): Promise<EventSurvey[]> {
  requireSurveysOn(platform, null)
  requireWatcher(platform, user)
  const found = await store.read(openEventSurveys({ platformId: platform.id }))
  const ids = found.map(({ id }) => id)
  const answered = user ? await store.read(surveysAnsweredBy({ userId: user.id, ids })) : new Set<string>()
  return found.map((survey) => ({ survey, hasAnswered: answered.has(survey.id) }))
}
