// The box beside a button that changes talks: how many people to notify by e-mail, and whether to.
import { Check } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'

type Props = {
  /** The number of people to notify. */
  told: number
  /** The fields whose changes are announced, if not all are. The script shows the box once one changes. */
  ifChanged?: readonly string[]
  /** The fields of the form as it was sent; nothing for a form that was not. */
  field?: (name: string) => string | undefined
}

export function SendEmails({ told, ifChanged, field = () => undefined }: Props) {
  const texts = useMessages().office.talks.announcement
  if (told === 0) return null
  const isSent = Boolean(field('told'))
  return (
    <div class="send-emails" {...(ifChanged && !isSent ? { 'data-if-changed': ifChanged.join(' ') } : {})}>
      <input type="hidden" name="told" value={told} />
      <Check
        name="sendEmails"
        label={texts.send}
        isOn={!isSent || Boolean(field('sendEmails'))}
        hint={(ifChanged ? texts.toldOnChange : texts.told)({ count: told })}
      />
    </div>
  )
}
