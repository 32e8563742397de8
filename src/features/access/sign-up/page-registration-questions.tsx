// The questions of the registration in a form, and the answers that it sends.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { countCodePoints } from '../../../kernel/lib/text/text.ts'
import { Check, Choice, Field } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { Answers } from '../../people/schema.ts'
import type { RegistrationQuestion } from '../../platforms/schema.ts'
import { MAX_ANSWER_LENGTH } from '../limits.ts'

type Asked = readonly RegistrationQuestion[]

const nameOf = ({ id }: RegistrationQuestion): string => `answers/${id}`

/** The answers of a form, without those to questions that were left open, and the problems of those that are not valid. */
export function answersOf(
  request: FastifyRequest,
  questions: Asked,
): { answers: Answers; problems: Problem[] } {
  const field = fieldsOf(request)
  const answers: Answers = {}
  const problems: Problem[] = []
  for (const question of questions) {
    const sent = field(nameOf(question))
    const message = problemOf(messagesOf(request), question, sent)
    if (message !== undefined)
      problems.push({ pointer: `/${nameOf(question)}`, code: 'registration_answer', message })
    if (sent !== '') answers[question.id] = question.kind === 'checkbox' ? true : sent
  }
  return { answers, problems }
}

function problemOf({ forms }: Messages, question: RegistrationQuestion, sent: string): string | undefined {
  const { kind, isRequired, choices } = question
  const { validation } = forms
  if (sent === '') return isRequired ? validation.required : undefined
  if (kind === 'choice' && !choices.includes(sent)) return validation.choice
  if (countCodePoints(sent) > MAX_ANSWER_LENGTH) return validation.maxLength({ limit: MAX_ANSWER_LENGTH })
  return undefined
}

type Props = { questions: Asked; answers: Answers; problems: readonly Problem[] }

export function RegistrationQuestions({ questions, answers, problems }: Props) {
  return (
    <>
      {questions.map((question) => (
        <Question
          question={question}
          answer={Object.hasOwn(answers, question.id) ? answers[question.id] : undefined}
          problems={problems}
        />
      ))}
    </>
  )
}

type QuestionProps = {
  question: RegistrationQuestion
  answer: Answers[string] | undefined
  problems: readonly Problem[]
}

function Question({ question, answer, problems }: QuestionProps) {
  const { signUp: texts } = useMessages()
  const { kind, label, isRequired, choices } = question
  const name = nameOf(question)
  const value = typeof answer === 'string' ? answer : ''
  switch (kind) {
    case 'checkbox':
      return <Check {...{ name, label, problems, isRequired }} isOn={answer === true} />
    case 'choice':
      return (
        <Choice
          {...{ name, label, value, problems, isRequired }}
          options={[['', texts.choose], ...choices.map((choice) => [choice, choice] as const)]}
        />
      )
    case 'text':
      return <Field {...{ name, label, value, problems, isRequired }} maxLength={MAX_ANSWER_LENGTH} />
  }
}
