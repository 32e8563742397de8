// A text with a button that copies it.
import { useMessages } from '../messages/use-messages.tsx'

/** Needs copy.js, which shows the button. */
export function Copyable({ id, text }: { id: string; text: string }) {
  const { copy, copied } = useMessages().office.frame
  return (
    <div class="copyable">
      <code id={id}>{text}</code>
      <button type="button" data-copies={id} data-copied={copied} hidden>
        {copy}
      </button>
    </div>
  )
}
