// The form with which moderators turn a chat message into a question.

import { Field, Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { MessageForm } from '../chat/page-message-pages.tsx'
import { MAX_QUESTION_LENGTH } from './limits.ts'

/** Messages can be longer than questions, so the text can be edited. */
export const MessageAsQuestion: MessageForm = ({
  context: { talk, features },
  message: { id, text },
  csrf,
}) => {
  const { fromMessage: texts } = useMessages().questions
  if (!features.includes('questions')) return null
  return (
    <details>
      <summary>{texts.submit}</summary>
      <Form action={`/talks/${talk.id}/messages/${id}/question`} csrf={csrf}>
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
