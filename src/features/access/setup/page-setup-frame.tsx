// The frame that the screens of the setup share: how far it is, and one question.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Form, ProblemSummary } from '../../../kit/components/form-fields.tsx'
import { messagesOf, pathOf } from '../../../kit/pages/visit.ts'
import { sendFormPage } from '../page-account-layout.tsx'

export const SETUP_PLACE = '/backoffice/setup/place'
export const SETUP_FORMAT = '/backoffice/setup/format'

const SCREENS = 3

type SetupScreen = {
  number: 1 | 2 | 3
  title: string
  text: string
  submit: string
  /** Where the screen can be skipped to. */
  skip?: { href: string; text: string }
  problems?: readonly Problem[]
  scripts?: readonly string[]
}

export function sendSetupScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  { number, title, text, submit, skip, problems = [], scripts = [] }: SetupScreen,
  fields: ComponentChildren,
) {
  const { forms, setup: texts } = messagesOf(request)
  if (problems.length > 0) reply.code(422)
  const form = (csrf: string) => (
    <>
      <div class="setup-progress">
        <progress max={SCREENS} value={number} aria-hidden="true" />
        <p class="quiet">{texts.step({ number, all: SCREENS })}</p>
      </div>
      <p>{text}</p>
      <ProblemSummary message={problems.length > 0 ? forms.invalid : undefined} problems={problems}>
        <Form action={pathOf(request)} csrf={csrf}>
          {fields}
          <button class="primary" type="submit">
            {submit}
          </button>
        </Form>
      </ProblemSummary>
      {skip ? (
        <p class="setup-skip">
          <a href={skip.href}>{skip.text}</a>
        </p>
      ) : null}
    </>
  )
  return sendFormPage(request, reply, title, form, { scripts, styles: ['setup.css'], isAlone: true })
}
