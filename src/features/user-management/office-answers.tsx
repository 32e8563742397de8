// The answers of somebody to the questions of the registration.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Answers as AnswerValues } from '../people/schema.ts'
import type { RegistrationQuestion } from '../platforms/schema.ts'

type Props = { answers: AnswerValues; questions: readonly RegistrationQuestion[] }

/** In the order of the questions. Nothing without answers. */
export function Answers({ answers, questions }: Props) {
  const { answers: title, yes } = useMessages().office.registrations
  const answered = questions.filter(({ id }) => Object.hasOwn(answers, id))
  if (answered.length === 0) return null
  return (
    <ul class="answers quiet" aria-label={title}>
      {answered.map(({ id, label }) => (
        <li>
          <bdi>{label}</bdi>: <bdi>{answers[id] === true ? yes : answers[id]}</bdi>
        </li>
      ))}
    </ul>
  )
}
