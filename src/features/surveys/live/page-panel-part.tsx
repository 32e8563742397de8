// Surveys in the live panel, and their results on the projector.
import { Icon } from '../../../kit/components/icon.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { PanelPart } from '../../live/page-panel-parts.ts'
import { QuestionResults, SurveyResults } from '../answers/page-results.tsx'
import { readSurveyItems, type ShownSurvey } from './live-items.ts'
import { isAsking, SurveyItem, SurveySection } from './page-section.tsx'

export const surveysPanelPart: PanelPart = {
  sections: [
    {
      id: 'surveys',
      heading: ({ surveys }) => surveys.heading,
      isOn: ({ surveys }) => surveys !== null,
      newsOf: ({ surveys }) => surveys?.filter(isAsking).length ?? 0,
      Section: ({ panel, csrf }) =>
        panel.surveys ? <SurveySection {...{ panel, csrf }} surveys={panel.surveys} /> : null,
    },
  ],
  items: {
    survey: (shown, { context }) => <SurveyItem shown={shown} talkId={context.talk.id} csrf="" />,
    survey_results: (results) => <SurveyResults results={results} />,
  },
  onStage: {
    kind: 'survey',
    async show(services, context, { id, audience, place }) {
      if (!context.features.includes('surveys')) return null
      const [item] = await readSurveyItems(services, context, [id])
      // A room sees the same as people who have answered.
      const shown = audience === 'public' ? item?.group?.view : item?.views[audience]
      return shown ? <ResultsOnStage {...shown} place={place} /> : null
    },
  },
}

/** The number of values from which a chart gets smaller. */
const CROWDS = [4, 7, 12] as const

/** One chart at a time. Results that only moderators see are null for others. */
function ResultsOnStage({ survey, results, place }: ShownSurvey & { place: number }) {
  const { surveys, questions: messages } = useMessages()
  const texts = messages.stage
  const questions = results?.questions ?? []
  const at = Math.min(place, questions.length - 1)
  const question = questions[at]
  const crowd = CROWDS.filter((most) => (question?.values.length ?? 0) > most).length
  return (
    <>
      <h1 dir="auto" class="projector-title">
        {survey.title}
      </h1>
      {question ? (
        <div class={`projector-chart crowd-${crowd}`}>
          <QuestionResults question={question} />
        </div>
      ) : (
        <p class="projector-author">{texts.noResults}</p>
      )}
      <div class="projector-foot">
        {results ? <span>{surveys.responses({ count: results.responses })}</span> : null}
        {questions.length > 1 ? <ChartLinks at={at} count={questions.length} /> : null}
      </div>
    </>
  )
}

function ChartLinks({ at, count }: { at: number; count: number }) {
  const { stage: texts } = useMessages().questions
  return (
    <nav class="projector-charts" aria-label={texts.charts}>
      {at > 0 ? (
        <a class="button" href={`?chart=${at}`} rel="prev" aria-label={texts.previousChart}>
          <Icon name="arrow-left" />
        </a>
      ) : null}
      <span>{texts.chart({ place: at + 1, count })}</span>
      {at + 1 < count ? (
        <a class="button" href={`?chart=${at + 2}`} rel="next" aria-label={texts.nextChart}>
          <Icon name="arrow-right" />
        </a>
      ) : null}
    </nav>
  )
}
