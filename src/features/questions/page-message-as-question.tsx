// The form with which moderators turn a chat message into a question.

import { Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ChatMessage } from '../chat/read-messages.ts'
import { MAX_QUESTION_LENGTH } from './schema.ts'

type Props = { message: ChatMessage; talkId: string; csrf: string }

/** Messages can be longer than questions, so the text can be edited. */
export function MessageAsQuestion({ message: { id, text }, talkId, csrf }: Props) {
  const { fromMessage: texts } = useMessages().questions
  return (
    <details>
      <summary>{texts.submit}</summary>
      <Form action={`/talks/${talkId}/messages/${id}/question`} csrf={csrf}>
        <Field
          name="text"
          label={texts.text}
          value={[...text].slice(0, MAX_QUESTION_LENGTH).join('')}
          rows={3}
          isRequired
          maxLength={MAX_QUESTION_LENGTH}
        />
        <button type="submit">{texts.submit}</button>
      </Form>
    </details>
  )
}
