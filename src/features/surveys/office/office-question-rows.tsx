// The questions of a survey in its form. The style sheet shows the fields of the chosen kind.
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Choice, Field, FieldGroup, fieldId } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Row } from '../../../kit/office/form-values.ts'
import { ListProblems } from '../../../kit/office/list-problems.tsx'
import { AddButton, newRowId, RowButtons } from '../../../kit/office/row-buttons.tsx'

type QuestionRowsProps = { rows: readonly Row[]; problems: readonly Problem[]; isAdding: boolean }

export function QuestionRows({ rows, problems, isAdding }: QuestionRowsProps) {
  const texts = useMessages().office.surveys.form
  return (
    <fieldset id="questions">
      <legend>{texts.questions}</legend>
      <p class="hint">{texts.questionsHint}</p>
      <ListProblems problems={problems} list="questions" label={texts.questions} />
      <ol class="form-rows">
        {[...rows, ...(isAdding ? [{} as Row] : [])].map((row, index) => (
          <li class="form-row question-row" {...(index === rows.length ? { id: newRowId('questions') } : {})}>
            <FieldGroup name={texts.question({ place: index + 1 })}>
              <QuestionFields row={row} index={index} problems={problems} />
            </FieldGroup>
            <RowButtons list="questions" index={index} name={row.text || texts.thisQuestion} isMovable />
          </li>
        ))}
      </ol>
      <div class="actions">
        <AddButton list="questions" text={texts.addQuestion} />
      </div>
    </fieldset>
  )
}

type FieldsProps = { row: Row; index: number; problems: readonly Problem[] }

function QuestionFields({ row, index, problems }: FieldsProps) {
  const texts = useMessages().office.surveys.form
  const at = (member: string) => ({
    name: `questions/${index}/${member}`,
    value: row[member] ?? '',
    problems,
  })
  const required = at('required').name
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => [String(from + place), String(from + place)] as const)
  return (
    <>
      <div class="question-head">
        <Field label={texts.text} maxLength={300} {...at('text')} />
        <Choice
          label={texts.kind}
          options={[
            ['single', texts.kinds.single],
            ['multiple', texts.kinds.multiple],
            ['scale', texts.kinds.scale],
            ['text', texts.kinds.text],
          ]}
          {...at('kind')}
        />
      </div>
      <div class="question-choices">
        <Field label={texts.options} hint={texts.optionsHint} rows={4} {...at('options')} />
      </div>
      <div class="question-scale">
        <Choice label={texts.min} options={numbers(0, 1)} {...at('min')} value={row.min ?? '1'} />
        <Choice label={texts.max} options={numbers(2, 10)} {...at('max')} value={row.max ?? '5'} />
        <Field label={texts.minLabel} maxLength={60} {...at('minLabel')} />
        <Field label={texts.maxLabel} maxLength={60} {...at('maxLabel')} />
      </div>
      <label class="question-required" for={fieldId(required)}>
        <input
          type="checkbox"
          id={fieldId(required)}
          name={required}
          value="on"
          checked={row.required !== undefined}
        />{' '}
        {texts.required}
      </label>
    </>
  )
}
