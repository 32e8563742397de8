// The page that asks for the code of two-factor authentication. It sends the code to /sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Field, Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'
import { sendFormPage } from '../page-account-layout.tsx'

type CodeState = { step: string; next: string; message?: string }

export function showCode(request: FastifyRequest, reply: FastifyReply, { step, next, message }: CodeState) {
  const { signIn: texts } = messagesOf(request)
  return sendFormPage(request, reply, texts.twoFactor.title, (csrf) => (
    <>
      <ProblemSummary message={message} />
      <Form action="/sign-in" csrf={csrf}>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="step" value={step} />
        <Field
          name="code"
          label={texts.twoFactor.code}
          hint={texts.twoFactor.codeHint}
          autocomplete="one-time-code"
          isRequired
        />
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </Form>
      <p class="form-page-other">
        <a href="/sign-in">{texts.twoFactor.otherAccount}</a>
      </p>
    </>
  ))
}
