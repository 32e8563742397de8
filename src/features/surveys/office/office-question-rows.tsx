// The questions of a survey in its form.
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Choice, Field } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Row } from '../../../kit/office/form-values.ts'
import { QuestionRows } from '../../../kit/office/question-rows.tsx'

type SurveyQuestionsProps = { rows: readonly Row[]; problems: readonly Problem[]; isAdding: boolean }

export function SurveyQuestions(props: SurveyQuestionsProps) {
  const texts = useMessages().office.surveys.form
  return (
    <QuestionRows
      {...props}
      texts={texts}
      members={{
        text: { name: 'text', label: texts.text, maxLength: 300 },
        choices: { name: 'options', label: texts.options, hint: texts.optionsHint },
        required: { name: 'required', label: texts.required },
      }}
      renderMore={(at) => (
        <div class="question-scale">
          <Choice label={texts.min} options={numbers(0, 1)} {...at('min')} value={at('min').value || '1'} />
          <Choice label={texts.max} options={numbers(2, 10)} {...at('max')} value={at('max').value || '5'} />
          <Field label={texts.minLabel} maxLength={60} {...at('minLabel')} />
          <Field label={texts.maxLabel} maxLength={60} {...at('maxLabel')} />
        </div>
      )}
    />
  )
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => [String(from + place), String(from + place)] as const)
