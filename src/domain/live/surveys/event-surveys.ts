// Open surveys about the whole event: whether there are any, and their list.
import { surveysAnsweredBy } from '../../../store/live/survey-responses.ts'
import { hasEventSurvey, openEventSurveys } from '../../../store/live/surveys.ts'
import type { PlatformRow, SurveyRow, UserRow } from '../../../store/sql/tables.ts'
import { Refusal } from '../../changes/errors.ts'
import type { Services } from '../../services.ts'
import { mayWatch } from '../live-state.ts'
import { requireSurveysOn } from './survey-state.ts'

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
  if (!mayWatch(platform, user)) throw new Refusal('watching_restricted')
  const found = await store.read(openEventSurveys({ platformId: platform.id }))
  const ids = found.map(({ id }) => id)
  const answered = user ? await store.read(surveysAnsweredBy({ userId: user.id, ids })) : new Set<string>()
  return found.map((survey) => ({ survey, hasAnswered: answered.has(survey.id) }))
}
