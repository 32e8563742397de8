// The form of a survey, beside a talk and on the page of the survey.
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Form, problemText, usePlace } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { MAX_ANSWER_LENGTH } from '../limits.ts'
import type { AskedQuestion } from '../schema.ts'
import type { SurveyRow } from '../tables.ts'

type SurveyFormProps = {
  survey: SurveyRow
  csrf: string
  /** Prefix of field ids, because the same survey can be beside a talk and in a dialog. */
  prefix: string
  /** The filled-in values of each question. */
  values?: readonly (readonly string[])[]
  problems?: readonly Problem[]
  submit: string
}

export function SurveyForm({ survey, csrf, prefix, values = [], problems = [], submit }: SurveyFormProps) {
  return (
    <Form action={`/surveys/${survey.id}/answers`} csrf={csrf} class="survey-form">
      {survey.questions.map((question, index) => (
        <Question
          question={question}
          index={index}
          id={`${prefix}-${survey.id}-${index}`}
          values={values[index] ?? []}
          problems={problems}
        />
      ))}
      <button type="submit" class="primary">
        {submit}
      </button>
    </Form>
  )
}

type QuestionProps = {
  question: AskedQuestion
  index: number
  id: string
  values: readonly string[]
  problems: readonly Problem[]
}

function Question({ question, index, id, values, problems }: QuestionProps) {
  const messages = useMessages()
  const { surveys: texts } = messages
  const isOwn = (pointer: string) => pointer === `/answers/${index}`
  usePlace({ id, label: texts.question({ place: index + 1 }), isOwn })
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  const name = `answers/${index}`
  const note = `${id}-note`
  return (
    <fieldset
      class="survey-question"
      id={id}
      {...(question.kind === 'multiple' || own.length > 0 ? { 'aria-describedby': note } : {})}
    >
      <legend>
        <bdi>{question.text}</bdi>
        {question.required ? <span class="survey-required"> {texts.required}</span> : null}
      </legend>
      {own.length > 0 ? (
        <p class="problem" id={note}>
          {own.map((problem) => problemText(messages, problem)).join('; ')}
        </p>
      ) : question.kind === 'multiple' ? (
        <p class="hint" id={note}>
          {texts.anyNumber}
        </p>
      ) : null}
      <Answer question={question} name={name} values={values} />
    </fieldset>
  )
}

type AnswerProps = Pick<QuestionProps, 'question' | 'values'> & { name: string }

function Answer({ question, name, values }: AnswerProps) {
  const { kind, text, required, options } = question
  if (kind === 'text')
    return (
      <textarea
        dir="auto"
        name={name}
        rows={2}
        maxLength={MAX_ANSWER_LENGTH}
        required={required}
        aria-label={text}
      >
        {values[0] ?? ''}
      </textarea>
    )
  if (kind === 'scale') return <Scale question={question} name={name} values={values} />
  return (
    <div class="survey-options">
      {options.map((option, place) => (
        <label class="survey-option">
          <input
            type={kind === 'single' ? 'radio' : 'checkbox'}
            name={name}
            value={place}
            checked={values.includes(String(place))}
            required={kind === 'single' && required}
          />
          <span dir="auto">{option}</span>
        </label>
      ))}
    </div>
  )
}

function Scale({ question: { scale, required }, name, values }: AnswerProps) {
  if (!scale) return null
  const { min, max, minLabel, maxLabel } = scale
  const numbers = Array.from({ length: max - min + 1 }, (_, place) => String(min + place))
  return (
    <div class="survey-scale">
      <div class="survey-numbers">
        {numbers.map((number) => (
          <label class="survey-number">
            <input
              type="radio"
              name={name}
              value={number}
              checked={values.includes(number)}
              required={required}
            />
            <span>{number}</span>
          </label>
        ))}
      </div>
      {minLabel || maxLabel ? (
        <p class="survey-ends quiet">
          <span>{minLabel}</span>
          <span>{maxLabel}</span>
        </p>
      ) : null}
    </div>
  )
}
