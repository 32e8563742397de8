// Surveys in the live panel, and their results on the projector.
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { PanelPart } from '../../live/page-panel-parts.ts'
import { SurveyResults } from '../answers/page-results.tsx'
import { readSurveyItems, type ShownSurvey } from './live-items.ts'
import { SurveyItem, SurveySection } from './page-section.tsx'

export const surveysPanelPart: PanelPart = {
  section: {
    id: 'surveys',
    heading: ({ surveys }) => surveys.heading,
    isOn: ({ surveys }) => surveys !== null,
    Section: ({ panel, csrf }) =>
      panel.surveys ? <SurveySection {...{ panel, csrf }} surveys={panel.surveys} /> : null,
  },
  items: {
    survey: (shown, { context }) => <SurveyItem shown={shown} talkId={context.talk.id} csrf="" />,
    survey_results: (results) => <SurveyResults results={results} />,
  },
  onStage: {
    kind: 'survey',
    async show(services, context, { id, audience }) {
      if (!context.features.includes('surveys')) return null
      const [item] = await readSurveyItems(services, context, [id])
      // A room sees the same as people who have answered.
      const shown = audience === 'public' ? item?.group?.view : item?.views[audience]
      return shown ? <ResultsOnStage {...shown} /> : null
    },
  },
}

/** Results that only moderators see are null for others. */
function ResultsOnStage({ survey, results }: ShownSurvey) {
  const { stage: texts } = useMessages().questions
  return (
    <>
      <h1 dir="auto" class="projector-title">
        {survey.title}
      </h1>
      {results ? <SurveyResults results={results} /> : <p class="projector-author">{texts.noResults}</p>}
    </>
  )
}
