// Integrations > Webhooks: the list of webhooks, and the form that creates one.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { CurrentPassword } from '../../kit/components/current-password.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Group, OpenedForm } from '../../kit/components/form-layout.tsx'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { type FileColumn, onePage, tableFileRoutes, timeCell } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { readHealth } from './deliveries/deliveries.ts'
import { WebhookCard } from './office-card.tsx'
import { emptyWebhook, sentWebhook, WebhookFields, type WebhookValues } from './office-form.tsx'
import { type Webhook, WebhookCreate } from './schema.ts'
import { createWebhook, listWebhooks } from './webhooks.ts'

export const webhookRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get('/settings/webhooks', { config: { operation: 'webhooksPage' } }, (request, reply) =>
    sendWebhooks(options, request, reply),
  )

  tableFileRoutes(
    office,
    options.services,
    { path: '/settings/webhooks', operation: 'exportWebhooks' },
    async (request) => ({
      name: 'webhooks',
      columns: webhookFile,
      pages: onePage(await listWebhooks(options.services, callerOf(request))),
    }),
  )

  office.post('/settings/webhooks', { config: { operation: 'makeWebhook' } }, (request, reply) =>
    createWebhookByForm(options, request, reply),
  )
}

async function createWebhookByForm(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const caller = callerOf(request)
  const { body, values } = sentWebhook(request)
  const problems = check(messagesOf(request), WebhookCreate, body)
  if (problems.length > 0) return sendWebhooks(options, request, reply.code(422), { problems, values })
  if (caller.user.role === 'owner') {
    const problem = await askPassword(options, request, reply)
    if (problem) return sendWebhooks(options, request, reply, { problems: [problem], values })
  }
  try {
    const { id, secret } = await createWebhook(services, caller, body)
    const title = messagesOf(request).office.webhooks.secret.created
    return await showOnce(options, request, reply, { kind: 'webhook', data: { id, secret, title } })
  } catch (error) {
    const found = problemsOf(error, { too_many_webhooks: '/url' })
    return sendWebhooks(options, request, reply.code(422), { problems: found, values })
  }
}

const webhookFile: readonly FileColumn<Webhook>[] = [
  ['id', ({ id }) => id],
  ['url', ({ url }) => url],
  ['description', ({ description }) => description],
  ['types', ({ types }) => types],
  ['enabled', ({ enabled }) => enabled],
  ['disabledReason', ({ disabledReason }) => disabledReason],
  ['failingSince', ({ failingSince }, zone) => timeCell(failingSince, zone)],
  ['previousSecretUntil', ({ previousSecretUntil }, zone) => timeCell(previousSecretUntil, zone)],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]

type FailedForm = { problems?: readonly Problem[]; values?: WebhookValues }

async function sendWebhooks(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [], values = emptyWebhook }: FailedForm = {},
) {
  const caller = callerOf(request)
  const [webhooks, health] = [await listWebhooks(services, caller), await readHealth(services, caller)]
  const isOwner = caller.user.role === 'owner'
  const view = { zone: zoneOf(request.visit), now: services.clock.now() }
  const texts = messagesOf(request).office.webhooks
  return sendOfficePage(request, reply, { title: texts.title }, (csrf) => (
    <>
      <ListHeader title={texts.title}>
        {webhooks.length > 0 ? <ExportMenu href={(format) => `${WEBHOOKS}.${format}`} /> : null}
      </ListHeader>
      <DoneNotice what={queryOf(request)('done')} />
      <ProblemSummary message={problems.length > 0 ? texts.notCreated : undefined} problems={problems}>
        <p class="quiet">{texts.intro}</p>
        {webhooks.length === 0 ? (
          <p class="quiet">
            {texts.noWebhooks} {isOwner ? texts.noWebhooksAdvice : null}
          </p>
        ) : null}
        {isOwner ? (
          <OpenedForm
            id="new-webhook"
            title={texts.new}
            isOpen={problems.length > 0 || queryOf(request)('new') !== undefined}
          >
            <CreateForm csrf={csrf} values={values} problems={problems} />
          </OpenedForm>
        ) : (
          <p class="quiet">{texts.ownersOnly}</p>
        )}
        <ul class="keys">
          {webhooks.map((webhook) => (
            <WebhookCard webhook={webhook} health={health.get(webhook.id)} {...view} />
          ))}
        </ul>
      </ProblemSummary>
    </>
  ))
}

type CreateProps = { csrf: string; values: WebhookValues; problems: readonly Problem[] }

function CreateForm({ csrf, values, problems }: CreateProps) {
  const texts = useMessages().office.webhooks
  return (
    <Form action={WEBHOOKS} csrf={csrf}>
      <Group>
        <WebhookFields values={values} problems={problems} />
        <CurrentPassword hint={texts.form.passwordHint} problems={problems} />
      </Group>
      <div class="actions">
        <button class="primary" type="submit">
          {texts.create}
        </button>
      </div>
    </Form>
  )
}
