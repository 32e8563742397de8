// What the operator of the server can do. Organizers need not read it.
import { useMessages } from '../messages/use-messages.tsx'

export function OperatorNote({ text }: { text: string }) {
  const { operator } = useMessages().office.settings
  return (
    <details class="disclosure">
      <summary>{operator.title}</summary>
      <p>{text}</p>
    </details>
  )
}

/** A problem that only the operator can solve. */
export function OperatorNotice({ text, advice }: { text: string; advice: string }) {
  return (
    <div class="notice warning">
      <p>{text}</p>
      <OperatorNote text={advice} />
    </div>
  )
}
