// Settings for what other people see of the user.
import type { FastifyPluginAsync } from 'fastify'
import { pageHooks } from '../../kernel/changes/features.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { Check, Form } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf, messagesOf, type SignedIn } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../access/page-account-layout.tsx'

export const privacyRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('/privacy', { config: { operation: 'privacyPage' } }, async (request, reply) => {
    const choices = await readChoices(services, callerOf(request))
    const messages = messagesOf(request)
    const { privacy: texts } = messages.viewers
    return sendAccountPage(request, reply, texts.title, (csrf) => (
      <>
        <Done request={request} messages={{ saved: texts.saved }} />
        <Form action="/account/privacy" csrf={csrf}>
          <fieldset>
            <legend>{texts.legend}</legend>
            {choices.map(({ choice, isOn }) => (
              <Check name={choice.name} {...choice.texts(messages)} isOn={isOn} />
            ))}
          </fieldset>
          <div class="actions">
            <button class="primary" type="submit">
              {messages.forms.save}
            </button>
          </div>
        </Form>
      </>
    ))
  })

  account.post('/privacy', { config: { operation: 'savePrivacy' } }, async (request, reply) => {
    const caller = callerOf(request)
    for (const { choice } of await readChoices(services, caller))
      await choice.save(services, caller, fieldsOf(request)(choice.name) === 'on')
    return reply.redirect('/account/privacy?done=saved', 303)
  })
}

/** The choices that the person has. */
async function readChoices(services: PageServices, caller: SignedIn) {
  const read = pageHooks.of('person').map(async ({ privacyChoice: choice }) => {
    const isOn = (await choice?.read(services, caller)) ?? null
    return choice && isOn !== null ? [{ choice, isOn }] : []
  })
  return (await Promise.all(read)).flat()
}
