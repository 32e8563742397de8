// Settings for what other people see of the user.
import type { FastifyPluginAsync } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { Check, Form } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../access/page-account-layout.tsx'
import { hasPoints, readStanding, saveListed } from '../rewards/points.ts'
import { agreeToListingOperation, isListed } from '../viewers/viewers.ts'

export const privacyRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('/privacy', { config: { operation: 'privacyPage' } }, async (request, reply) => {
    const isOn = await isListed(services, callerOf(request).user.id)
    const { platform, user } = callerOf(request)
    const standing = await readStanding(services, platform, user.id)
    const { forms, viewers, ledgers } = messagesOf(request)
    const { privacy: texts } = viewers
    return sendAccountPage(request, reply, texts.title, (csrf) => (
      <>
        <Done request={request} messages={{ saved: texts.saved }} />
        <Form action="/account/privacy" csrf={csrf}>
          <fieldset>
            <legend>{texts.legend}</legend>
            <Check name="listed" label={texts.listed} hint={texts.listedHint} isOn={isOn} />
            {standing ? (
              <Check
                name="ranked"
                label={ledgers.privacy.listed}
                hint={ledgers.privacy.listedHint}
                isOn={standing.isListed}
              />
            ) : null}
          </fieldset>
          <div class="actions">
            <button class="primary" type="submit">
              {forms.save}
            </button>
          </div>
        </Form>
      </>
    ))
  })

  account.post('/privacy', { config: { operation: 'savePrivacy' } }, async (request, reply) => {
    const caller = callerOf(request)
    const agrees = fieldsOf(request)('listed') === 'on'
    await execute(services, caller, agreeToListingOperation, { userId: caller.user.id, agrees })
    if (hasPoints(caller.platform)) await saveListed(services, caller, fieldsOf(request)('ranked') === 'on')
    return reply.redirect('/account/privacy?done=saved', 303)
  })
}
