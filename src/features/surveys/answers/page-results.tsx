// The results of a survey as bar charts. Each chart is a table, so that everyone can read the same numbers.

import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { SurveyResults as Results } from '../schema.ts'

type ResultsProps = { results: Results }

/** Used on pages of talks, on the page of the survey, and in the projector view. `live.js` replaces it by its id. */
export function SurveyResults({ results }: ResultsProps) {
  const { surveys: texts } = useMessages()
  return (
    <div class="survey-results" id={`survey_results-${results.id}`}>
      {results.questions.map((question) => (
        <QuestionResults question={question} />
      ))}
      <p class="survey-count quiet">{texts.responses({ count: results.responses })}</p>
    </div>
  )
}

type QuestionProps = { question: Results['questions'][number] }

function QuestionResults({ question: { text, answers, values, average } }: QuestionProps) {
  const { surveys: texts, formats } = useMessages()
  const most = Math.max(...values.map(({ count }) => count))
  if (values.length === 0)
    return (
      <p class="survey-texts">
        <span class="survey-asked">{text}</span> <span class="quiet">{texts.texts({ count: answers })}</span>
      </p>
    )
  return (
    <table class="survey-chart">
      <caption>
        {text}
        {average === null ? null : (
          <span class="quiet"> {texts.average({ average: formats.average(average) })}</span>
        )}
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{texts.value}</th>
          <th scope="col">{texts.share}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ value, count }) => {
          const share = answers === 0 ? 0 : count / answers
          return (
            <tr class={count > 0 && count === most ? 'most' : undefined}>
              <th scope="row">{value}</th>
              <td>
                {texts.count({ count, share: formats.percent(share) })}
                <svg class="survey-bar" width="100%" height="8" aria-hidden="true">
                  <rect class="survey-track" width="100%" height="8" rx="4" />
                  <rect class="survey-value" width={`${Math.round(share * 100)}%`} height="8" rx="4" />
                </svg>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
