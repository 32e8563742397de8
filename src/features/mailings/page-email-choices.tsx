// The user's choices of e-mails.
import type { FastifyPluginAsync } from 'fastify'
import { mailingKinds } from '../../kernel/outbox/schema.ts'
import { Check, Form } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../access/page-account-layout.tsx'
import { type EmailChoices, readEmailChoices, saveEmailChoices } from './email-choices.ts'

const PATH = '/account/emails'

export const emailChoiceRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('/emails', { config: { operation: 'emailChoicesPage' } }, async (request, reply) => {
    const choices = await readEmailChoices(services, callerOf(request).user.id)
    const { forms, emails } = messagesOf(request)
    const { choices: texts } = emails
    return sendAccountPage(request, reply, texts.title, (csrf) => (
      <>
        <Done request={request} messages={{ saved: texts.saved }} />
        <Form action={PATH} csrf={csrf}>
          <fieldset>
            <legend>{texts.legend}</legend>
            {mailingKinds.map((kind) => (
              <Check name={kind} label={texts.labels[kind]} hint={texts.hints[kind]} isOn={choices[kind]} />
            ))}
          </fieldset>
          <p class="quiet">{texts.text}</p>
          <div class="actions">
            <button class="primary" type="submit">
              {forms.save}
            </button>
          </div>
        </Form>
      </>
    ))
  })

  account.post('/emails', { config: { operation: 'saveEmailChoices' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const isOn = (kind: string) => field(kind) === 'on'
    const choices: EmailChoices = {
      talk_changes: isOn('talk_changes'),
      talk_reminder: isOn('talk_reminder'),
      message: isOn('message'),
    }
    await saveEmailChoices(services, callerOf(request), choices)
    return reply.redirect(`${PATH}?done=saved`, 303)
  })
}
