// Surveys as a part of live talks.
import Type from 'typebox'
import type { RefusalCode } from '../../../kernel/changes/errors.ts'
import { ref } from '../../../kernel/schema/common.ts'
import type { LivePart } from '../../live/parts.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { Survey, SurveyResults } from '../schema.ts'
import { presentSurvey } from '../state.ts'
import { surveyObjects } from '../store.ts'
import type { SurveyRow } from '../tables.ts'
import {
  isAtTalk,
  isPublic,
  readAnsweredItems,
  readResultItems,
  readSurveyItems,
  readSurveysAtTalk,
  type ShownSurvey,
} from './live-items.ts'

declare module '../../live/items.ts' {
  interface LiveViews {
    survey: ShownSurvey
    survey_results: SurveyResults
  }
}

declare module '../../live/panel.ts' {
  interface PanelContent {
    /** Null if surveys are off. */
    surveys: ShownSurvey[] | null
  }
}

declare module '../../live/settings.ts' {
  interface LoadedForSettings {
    survey?: SurveyRow | undefined
  }
}

export const surveysLivePart: LivePart = {
  features: ['surveys'],
  kinds: {
    survey: {
      feature: 'surveys',
      read: readSurveyItems,
      present: ({ survey }) => presentSurvey(survey),
    },
    survey_results: { feature: 'surveys', read: readResultItems, present: (results) => results },
  },
  panel: {
    surveys: async (services, context, reader) =>
      context.features.includes('surveys') ? readSurveysAtTalk(services, context, reader) : null,
  },
  snapshot: {
    properties: { surveys: Type.Array(ref(Survey)), surveyResults: Type.Array(ref(SurveyResults)) },
    present: (panel) => ({
      surveys: panel?.surveys?.map(({ survey }) => presentSurvey(survey)) ?? [],
      surveyResults: panel?.surveys?.flatMap(({ results }) => results ?? []) ?? [],
    }),
  },
  readOwn: async (services, context, { audience, userId }) =>
    // Moderators see results either way.
    context.features.includes('surveys') && audience === 'public'
      ? { items: await readAnsweredItems(services, context, userId) }
      : {},
  settings: {
    featureOf: ({ stage }) => (stage?.kind === 'survey' ? 'surveys' : null),
    load: ({ platformId }, { stage }) =>
      stage?.kind === 'survey'
        ? { survey: surveyObjects.find({ platformId, by: 'id', value: stage.id }) }
        : {},
    problemOf({ survey }, { talk }, { stage }) {
      const code = stage?.kind === 'survey' ? problemOfSurvey(survey, talk) : null
      return code && { pointer: '/stage/id', code }
    },
  },
}

function problemOfSurvey(survey: SurveyRow | undefined, talk: TalkRow): RefusalCode | null {
  if (!survey) return 'survey_not_found'
  return isPublic(survey) && isAtTalk(survey, { talk }) ? null : 'survey_not_shown'
}
