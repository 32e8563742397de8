// The questions of the registration, for somebody who signs in at an OpenID provider for the first time.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { sendFormPage } from '../page-account-layout.tsx'
import { answersOf, RegistrationQuestions } from '../sign-up/page-registration-questions.tsx'
import { readOutlook } from '../sign-up/sign-up.ts'

export const QUESTIONS_PATH = '/sign-in/openid/questions'

type State = { step: string; email: string; problems?: readonly Problem[] }

export async function showQuestions(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { step, email, problems = [] }: State,
) {
  const { platform } = request.visit
  const { forms, invitation, signUp: texts } = messagesOf(request)
  const { questions } = platform.settings.registration
  const outlook = await readOutlook(services, platform, email)
  if (problems.length > 0) reply.code(422)
  return sendFormPage(request, reply, invitation.title({ platform: platform.name }), (csrf) => (
    <>
      <p>{texts.questions({ email: <strong>{email}</strong> })}</p>
      <ProblemSummary message={problems.length > 0 ? forms.invalid : undefined} problems={problems}>
        <Form action={QUESTIONS_PATH} csrf={csrf}>
          <input type="hidden" name="step" value={step} />
          <RegistrationQuestions
            questions={questions}
            answers={answersOf(request, questions).answers}
            problems={problems}
          />
          <button class="primary" type="submit">
            {invitation.submit}
          </button>
        </Form>
      </ProblemSummary>
      {outlook === 'accepted' ? null : <p class="quiet">{texts.outlooks[outlook]}</p>}
    </>
  ))
}
