// The results of a survey as bar charts. Everyone can read the same numbers: a chart of choices is a
// table, and one of a scale has a list.

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

/** Also alone, in the projector view. */
export function QuestionResults({ question }: QuestionProps) {
  const { surveys: texts, formats } = useMessages()
  const { kind, text, answers, values } = question
  const most = Math.max(...values.map(({ count }) => count))
  if (kind === 'scale') return <ScaleResults {...{ question, most }} />
  if (values.length === 0)
    return (
      <p class="survey-texts">
        <span class="survey-asked">{text}</span> <span class="quiet">{texts.texts({ count: answers })}</span>
      </p>
    )
  return (
    <table class="survey-chart">
      <caption>{text}</caption>
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

type ScaleProps = QuestionProps & { most: number }

const COLUMN = 10
const HEIGHT = 40

/** The average, and the values as columns. */
function ScaleResults({ question: { text, average, values, answers }, most }: ScaleProps) {
  const { surveys: texts, formats } = useMessages()
  const heightOf = (count: number) => (most === 0 ? 1 : Math.max(1, Math.round((count / most) * HEIGHT)))
  return (
    <figure class="survey-scale-results">
      <figcaption dir="auto">{text}</figcaption>
      <p class="survey-average">
        {average === null ? null : formats.average(average)}{' '}
        <span class="quiet">{texts.texts({ count: answers })}</span>
      </p>
      <svg
        class="survey-columns"
        viewBox={`0 0 ${values.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map(({ count }, at) => (
          <rect
            class={count === 0 ? 'survey-track' : 'survey-value'}
            x={at * COLUMN + 1}
            y={HEIGHT - heightOf(count)}
            width={COLUMN - 2}
            height={heightOf(count)}
          />
        ))}
      </svg>
      <p class="survey-columns-ends quiet" aria-hidden="true">
        <span>{values[0]?.value}</span>
        <span>{values.at(-1)?.value}</span>
      </p>
      <ul class="visually-hidden">
        {values.map(({ value, count }) => (
          <li>{texts.scaleValue({ value, count })}</li>
        ))}
      </ul>
    </figure>
  )
}
