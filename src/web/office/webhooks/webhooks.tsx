// Settings > Webhooks: the endpoints that are told of changes, how they take it, and making one.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../domain/changes/errors.ts'
import { canManagePlatforms } from '../../../domain/platforms/administration.ts'
import { readHealth } from '../../../domain/webhooks/deliveries.ts'
import { createWebhook, listWebhooks } from '../../../domain/webhooks/webhooks.ts'
import { WebhookCreate } from '../../../schema/webhooks/webhooks.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check, problemsOf } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import { queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { SettingsFrame } from '../platforms/settings-layout.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { WEBHOOKS, WebhookCard } from './webhook-card.tsx'
import { bodyOf, emptyWebhook, PasswordField, WebhookFields, type WebhookValues } from './webhook-form.tsx'
import { sendWebhookSecret } from './webhook-secret.tsx'

type Failed = { problems?: readonly Problem[]; values?: WebhookValues }

export const webhookRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  const show = async (request: FastifyRequest, reply: FastifyReply, failed: Failed = {}) => {
    const { problems = [], values = emptyWebhook } = failed
    const caller = callerOf(request)
    const [webhooks, health] = [await listWebhooks(services, caller), await readHealth(services, caller)]
    const isInstaller = await canManagePlatforms(services, caller)
    const isOwner = caller.user.role === 'owner'
    return sendOfficePage(request, reply, { title: 'Webhooks' }, (csrf) => (
      <SettingsFrame path={WEBHOOKS} isInstaller={isInstaller} done={queryOf(request)('done')}>
        <ProblemSummary
          message={problems.length > 0 ? 'No webhook was made. Please look at these:' : undefined}
          problems={problems}
        >
          <section>
            <h2>Webhooks</h2>
            <p class="quiet">
              Other systems that are told of every change of talks, sponsors and accounts. What they are sent
              says which object changed, and no value of it.
            </p>
            {webhooks.length === 0 ? <p class="quiet">There is none yet.</p> : null}
            <ul class="keys">
              {webhooks.map((webhook) => (
                <WebhookCard
                  webhook={webhook}
                  health={health.get(webhook.id)}
                  zone={zoneOf(request.visit)}
                  now={services.clock.now()}
                />
              ))}
            </ul>
          </section>
          {isOwner ? (
            <section>
              <h2>Make a webhook</h2>
              <Form action={WEBHOOKS} csrf={csrf}>
                <WebhookFields values={values} problems={problems} />
                <PasswordField problems={problems} />
                <div class="actions">
                  <button class="primary" type="submit">
                    Make the webhook
                  </button>
                </div>
              </Form>
            </section>
          ) : (
            <p class="quiet">Webhooks are made and changed by owners.</p>
          )}
        </ProblemSummary>
      </SettingsFrame>
    ))
  }

  office.get('/settings/webhooks', { config: { operation: 'webhooksPage' } }, (request, reply) =>
    show(request, reply),
  )

  office.post('/settings/webhooks', { config: { operation: 'makeWebhook' } }, async (request, reply) => {
    const caller = callerOf(request)
    const { body, values } = bodyOf(fieldsOf(request), request)
    const problems = check(WebhookCreate, body)
    if (problems.length > 0) return show(request, reply.code(422), { problems, values })
    if (caller.user.role === 'owner') {
      const problem = await askPassword(options, request, reply)
      if (problem) return show(request, reply, { problems: [problem], values })
    }
    try {
      const made = await createWebhook(services, caller, body)
      return sendWebhookSecret(request, reply, made, 'The webhook is made.')
    } catch (error) {
      const found = problemsOf(error, { too_many_webhooks: '/url' })
      return show(request, reply.code(422), { problems: found, values })
    }
  })
}
