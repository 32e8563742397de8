// The user's choices of e-mails.
import type { FastifyPluginAsync } from 'fastify'
import { type EmailChoices, readEmailChoices, saveEmailChoices } from '../../domain/people/email-choices.ts'
import { mailingKinds } from '../../schema/people/emails.ts'
import { Check, Form } from '../components/form-fields.tsx'
import { fieldsOf } from '../forms/forms.ts'
import { callerOf, messagesOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendAccountPage } from './account-layout.tsx'

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
