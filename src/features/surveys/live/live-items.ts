// Surveys beside a talk, as each audience sees them on its page and in streams.

import type { Services } from '../../../kernel/changes/services.ts'
import type { Audience, LiveContext, LiveItem } from '../../live/items.ts'
import { emptyTally } from '../answers/answers.ts'
import { participantsOf, surveysAnsweredBy, talliesOf } from '../answers/responses-store.ts'
import { areResultsVisible, presentResults } from '../read-surveys.ts'
import type { SurveyResults } from '../schema.ts'
import { surveysAtTalk, surveysByIds } from '../store.ts'
import type { SurveyRow, SurveyTallyRow } from '../tables.ts'

/** A survey as a group of people sees it. */
export type ShownSurvey = {
  survey: SurveyRow
  isModerator: boolean
  hasAnswered: boolean
  /** Null if they may not see them. */
  results: SurveyResults | null
}

type Reading = Pick<Services, 'store'>
type Read = { survey: SurveyRow; tally: SurveyTallyRow }

/** The changed surveys of journal entries. People who have answered see that instead of the form. */
export async function readSurveyItems(
  { store }: Reading,
  context: LiveContext,
  ids: readonly string[],
): Promise<LiveItem<'survey'>[]> {
  const [found, tallies, participants] = await Promise.all([
    store.read(surveysByIds({ ids })),
    store.read(talliesOf({ ids })),
    store.read(participantsOf({ ids })),
  ])
  return ids.map((id) => {
    const survey = found.find((one) => one.id === id)
    const one = survey && isAtTalk(survey, context) ? { survey, tally: tallyIn(tallies, survey) } : null
    const forStaff = one && shown(one, { isModerator: true, hasAnswered: false })
    return {
      kind: 'survey',
      id,
      views: {
        public: one && forPublic(one, false),
        moderators: forStaff,
        admins: forStaff,
      },
      personal: [],
      group: { userIds: participants.get(id) ?? new Set(), view: one && forPublic(one, true) },
    }
  })
}

/** The surveys beside a talk that a person has answered, as they see them. */
export async function readAnsweredItems(
  services: Reading,
  context: LiveContext,
  userId: string,
): Promise<LiveItem<'survey'>[]> {
  const shown = await readSurveysAtTalk(services, context, { audience: 'public', userId })
  return shown
    .filter(({ hasAnswered }) => hasAnswered)
    .map((view) => ({
      kind: 'survey',
      id: view.survey.id,
      views: { public: null, moderators: null, admins: null },
      personal: [{ userId, view }],
    }))
}

/** The changed results of journal entries. */
export async function readResultItems(
  { store }: Reading,
  context: LiveContext,
  ids: readonly string[],
): Promise<LiveItem<'survey_results'>[]> {
  const [found, tallies, participants] = await Promise.all([
    store.read(surveysByIds({ ids })),
    store.read(talliesOf({ ids })),
    store.read(participantsOf({ ids })),
  ])
  return found
    .filter((survey) => isAtTalk(survey, context))
    .map((survey) => {
      const results = presentResults(survey, tallyIn(tallies, survey))
      return {
        kind: 'survey_results',
        id: survey.id,
        views: {
          public: areResultsVisible(survey, false) ? results : null,
          moderators: results,
          admins: results,
        },
        personal: [],
        group: {
          userIds: participants.get(survey.id) ?? new Set(),
          view: areResultsVisible(survey, true) ? results : null,
        },
      }
    })
}

const tallyIn = (tallies: ReadonlyMap<string, SurveyTallyRow>, survey: SurveyRow): SurveyTallyRow =>
  tallies.get(survey.id) ?? emptyTally(survey)

/** Surveys about the whole event are beside talks only while they are open. */
export const isAtTalk = ({ talkId, state }: SurveyRow, { talk }: Pick<LiveContext, 'talk'>): boolean =>
  talkId === null ? state === 'open' : talkId === talk.id

const shown = (
  { survey, tally }: Read,
  { isModerator, hasAnswered }: Pick<ShownSurvey, 'isModerator' | 'hasAnswered'>,
): ShownSurvey => ({
  survey,
  isModerator,
  hasAnswered,
  results: isModerator || areResultsVisible(survey, hasAnswered) ? presentResults(survey, tally) : null,
})

/** Leaves out drafts, and closed surveys whose results are for moderators. */
export const isPublic = ({ state, results }: SurveyRow): boolean =>
  state === 'open' || (state === 'closed' && results !== 'moderators')

const forPublic = (one: Read, hasAnswered: boolean): ShownSurvey | null =>
  isPublic(one.survey) ? shown(one, { isModerator: false, hasAnswered }) : null

/** The surveys beside a talk as one person sees them, newest first. */
export async function readSurveysAtTalk(
  { store }: Reading,
  { platform, talk }: LiveContext,
  { audience, userId }: { audience: Audience; userId: string | null },
): Promise<ShownSurvey[]> {
  const found = await store.read(surveysAtTalk({ platformId: platform.id, talkId: talk.id }))
  const ids = found.map(({ id }) => id)
  const [tallies, answered] = await Promise.all([
    store.read(talliesOf({ ids })),
    userId === null ? new Set<string>() : store.read(surveysAnsweredBy({ userId, ids })),
  ])
  return found.flatMap((survey) => {
    const one = { survey, tally: tallyIn(tallies, survey) }
    const hasAnswered = answered.has(survey.id)
    if (audience === 'public') return forPublic(one, hasAnswered) ?? []
    return shown(one, { isModerator: true, hasAnswered })
  })
}
