// Problems of a whole list in a form, such as having no item.
import type { Problem } from '../../kernel/changes/errors.ts'
import { problemText, usePlace } from '../components/form-fields.tsx'
import { useMessages } from '../messages/use-messages.tsx'

type ListProblemsProps = { problems: readonly Problem[]; list: string; label: string }

/** Goes into a group whose id is the name of the list. */
export function ListProblems({ problems, list, label }: ListProblemsProps) {
  const isOwn = (pointer: string) => pointer === `/${list}`
  usePlace({ id: list, label, isOwn })
  const messages = useMessages()
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  if (own.length === 0) return null
  return <p class="problem">{own.map((problem) => problemText(messages, problem)).join('; ')}</p>
}
