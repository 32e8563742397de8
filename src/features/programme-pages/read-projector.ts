// The content of a talk's projector view: a question, or the results of a survey.

import type { Services } from '../../kernel/changes/services.ts'
import type { Audience, LiveContext } from '../live/items.ts'
import { type QuestionView, readQuestionOnStage } from '../questions/views.ts'
import { readSurveyItems } from '../surveys/live-items.ts'
import type { SurveyResults } from '../surveys/schema.ts'

export type StageContent =
  | { kind: 'question'; question: QuestionView }
  | { kind: 'survey'; title: string; results: SurveyResults | null }

/** Null if nothing is on stage or its feature is off. Results that only moderators see are null for others. */
export async function readStage(
  services: Pick<Services, 'store'>,
  context: LiveContext,
  audience: Audience,
): Promise<StageContent | null> {
  const { live, features } = context
  if (live.stage?.kind === 'question' && features.includes('questions')) {
    const question = await readQuestionOnStage(services, context)
    return question ? { kind: 'question', question } : null
  }
  if (live.stage?.kind === 'survey' && features.includes('surveys')) {
    const [item] = await readSurveyItems(services, context, [live.stage.id])
    // A room sees the same as people who have answered.
    const shown = audience === 'public' ? item?.group?.view : item?.views[audience]
    return shown ? { kind: 'survey', title: shown.survey.title, results: shown.results } : null
  }
  return null
}
