// The questions of a form. The style sheet shows the fields of the chosen kind.
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { Text } from '../../texts/texts.ts'
import { Choice, Field, FieldGroup, fieldId } from '../components/form-fields.tsx'
import type { Row } from './form-values.ts'
import { ListProblems } from './list-problems.tsx'
import { AddButton, newRowId, RowButtons } from './row-buttons.tsx'

/** The name and value of a member of a row, for its field. */
type At = (member: string) => { name: string; value: string; problems: readonly Problem[] }

type QuestionRowsProps = {
  rows: readonly Row[]
  problems: readonly Problem[]
  isAdding: boolean
  texts: {
    questions: string
    questionsHint: string
    question: Text<never, 'place'>
    thisQuestion: string
    addQuestion: string
    kind: string
    kinds: Readonly<Record<string, string>>
  }
  /** The members of a row that all questions have, with the labels of their fields. */
  members: {
    text: { name: string; label: string; maxLength: number }
    choices: { name: string; label: string; hint: string }
    required: { name: string; label: string }
  }
  /** Renders what else a question has, such as a scale. */
  renderMore(at: At): ComponentChildren
}

export function QuestionRows({ rows, isAdding, ...shared }: QuestionRowsProps) {
  const { problems, texts, members } = shared
  return (
    <fieldset id="questions">
      <legend>{texts.questions}</legend>
      <p class="hint">{texts.questionsHint}</p>
      <ListProblems problems={problems} list="questions" label={texts.questions} />
      <ol class="form-rows">
        {[...rows, ...(isAdding ? [{} as Row] : [])].map((row, index) => (
          <li class="form-row question-row" {...(index === rows.length ? { id: newRowId('questions') } : {})}>
            <FieldGroup name={texts.question({ place: index + 1 })}>
              <QuestionFields row={row} index={index} {...shared} />
            </FieldGroup>
            <RowButtons
              list="questions"
              index={index}
              name={row[members.text.name] || texts.thisQuestion}
              isMovable
            />
          </li>
        ))}
      </ol>
      <div class="actions">
        <AddButton list="questions" text={texts.addQuestion} />
      </div>
    </fieldset>
  )
}

type FieldsProps = Omit<QuestionRowsProps, 'rows' | 'isAdding'> & { row: Row; index: number }

function QuestionFields({ row, index, problems, texts, members, renderMore }: FieldsProps) {
  const { text, choices, required } = members
  const at: At = (member) => ({ name: `questions/${index}/${member}`, value: row[member] ?? '', problems })
  const requiredName = at(required.name).name
  return (
    <>
      <div class="question-head">
        <Field label={text.label} maxLength={text.maxLength} {...at(text.name)} />
        <Choice label={texts.kind} options={Object.entries(texts.kinds)} {...at('kind')} />
      </div>
      <div class="question-choices">
        <Field label={choices.label} hint={choices.hint} rows={4} {...at(choices.name)} />
      </div>
      {renderMore(at)}
      <label class="question-required" for={fieldId(requiredName)}>
        <input
          type="checkbox"
          id={fieldId(requiredName)}
          name={requiredName}
          value="on"
          checked={row[required.name] !== undefined}
        />{' '}
        {required.label}
      </label>
    </>
  )
}
