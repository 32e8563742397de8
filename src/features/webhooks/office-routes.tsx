// The routes of one webhook: its deliveries, its form, test events, and redelivery.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { followCursors } from '../../kernel/changes/pagination.ts'
import { zonedTime } from '../../kernel/lib/time/instants.ts'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { numberOf } from '../../kit/office/form-values.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { among, type PageQuery, queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { listDeliveries, readHealth } from './deliveries/deliveries.ts'
import { deliveryFile } from './deliveries/office-delivery-log.tsx'
import { redeliverCommand } from './deliveries/redeliveries.ts'
import { sentWebhook, type WebhookValues, webhookValues } from './office-form.tsx'
import { type TimeRange, WebhookEdit, WebhookPage } from './office-page.tsx'
import { requireWebhook, type WebhookRequest } from './office-require-webhook.ts'
import { type DeliveryListQuery, deliveryStates, WebhookRedeliver, WebhookUpdate } from './schema.ts'
import { readWebhook, testWebhookCommand, updateWebhookCommand } from './webhooks.ts'

type Ids = { Params: { id: string } }

const EXPORT_PAGE = 200

export const webhookPageRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get<Ids>('/settings/webhooks/:id', { config: { operation: 'webhookPage' } }, (request, reply) =>
    sendWebhook(options, request, reply),
  )

  tableFileRoutes(
    office,
    options.services,
    { path: '/settings/webhooks/:id/deliveries', operation: 'exportDeliveries' },
    async (request) => {
      const { services } = options
      const caller = callerOf(request)
      const { id } = await readWebhook(services, caller, request.params.id)
      const filter = readState(request)
      const pages = followCursors((cursor) =>
        listDeliveries(services, caller, id, {
          ...filter,
          limit: EXPORT_PAGE,
          ...(cursor ? { cursor } : {}),
        }),
      )
      return { name: 'deliveries', columns: deliveryFile, pages }
    },
  )

  office.get<Ids>(
    '/settings/webhooks/:id/edit',
    { config: { operation: 'editWebhookPage' } },
    (request, reply) => sendWebhookEdit(options, request, reply),
  )

  office.post<Ids>('/settings/webhooks/:id', { config: { operation: 'saveWebhook' } }, (request, reply) =>
    saveWebhook(options, request, reply),
  )

  office.post<Ids>(
    '/settings/webhooks/:id/test',
    { config: { operation: 'testWebhookForm' } },
    async (request, reply) => {
      const { id } = await requireWebhook(options, request)
      await executeCommand(
        options.services,
        callerOf(request),
        testWebhookCommand({ reference: id, body: {} }),
      )
      return reply.redirect(`${WEBHOOKS}/${id}?done=test`, 303)
    },
  )

  office.post<Ids>(
    '/settings/webhooks/:id/redeliver',
    { config: { operation: 'redeliverSpan' } },
    (request, reply) => redeliverRange(options, request, reply),
  )
}

type FailedRange = { problems: readonly Problem[]; range: TimeRange }
const noRange: FailedRange = { problems: [], range: { from: '', to: '' } }

async function sendWebhook(
  { services }: WebOptions,
  request: WebhookRequest,
  reply: FastifyReply,
  { problems, range } = noRange,
) {
  const caller = callerOf(request)
  const webhook = await readWebhook(services, caller, request.params.id)
  const query = queryOf(request)
  const cursor = query('after')
  const filter: DeliveryListQuery = { ...readState(request), ...(cursor ? { cursor } : {}) }
  const { items, next } = await listDeliveries(services, caller, webhook.id, filter)
  const health = (await readHealth(services, caller)).get(webhook.id)
  const { page: texts } = messagesOf(request).office.webhooks
  return sendOfficePage(request, reply, { title: texts.documentTitle }, (csrf) => (
    <WebhookPage
      {...{ webhook, health, csrf, problems, range }}
      deliveries={items}
      state={filter.state}
      older={next}
      isOwner={caller.user.role === 'owner'}
      view={{ zone: zoneOf(request.visit), now: services.clock.now() }}
      notice={noticeOf(query, texts)}
    />
  ))
}

function readState(request: FastifyRequest): Pick<DeliveryListQuery, 'state'> {
  const state = among(deliveryStates, queryOf(request)('state'))
  return state ? { state } : {}
}

/** The result of the previous page. */
function noticeOf(query: PageQuery, texts: Messages['office']['webhooks']['page']): string | undefined {
  const done = query('done')
  if (done === 'saved') return texts.saved
  if (done === 'test') return texts.testQueued
  return done === 'queued' ? texts.queued({ count: numberOf(query('count') ?? '') || 0 }) : undefined
}

type FailedEdit = { problems: readonly Problem[]; values: WebhookValues }

async function sendWebhookEdit(
  options: WebOptions,
  request: WebhookRequest,
  reply: FastifyReply,
  failed?: FailedEdit,
) {
  const webhook = await requireWebhook(options, request)
  const { problems, values } = failed ?? { problems: [], values: webhookValues(webhook) }
  const { documentTitle } = messagesOf(request).office.webhooks.page
  return sendOfficePage(request, reply, { title: documentTitle }, (csrf) => (
    <WebhookEdit {...{ webhook, csrf, problems, values }} />
  ))
}

async function saveWebhook(options: WebOptions, request: WebhookRequest, reply: FastifyReply) {
  const { services } = options
  const { id } = await requireWebhook(options, request)
  const { body, values } = sentWebhook(request)
  const refuse = (problems: readonly Problem[]) =>
    sendWebhookEdit(options, request, reply.code(422), { problems, values })
  const problems = check(messagesOf(request), WebhookUpdate, body)
  if (problems.length > 0) return refuse(problems)
  try {
    await executeCommand(services, callerOf(request), updateWebhookCommand(services, { reference: id, body }))
  } catch (error) {
    return refuse(problemsOf(error))
  }
  return reply.redirect(`${WEBHOOKS}/${id}?done=saved`, 303)
}

/** Times in the form are in the viewer's time zone. */
async function redeliverRange(options: WebOptions, request: WebhookRequest, reply: FastifyReply) {
  const { id } = await requireWebhook(options, request)
  const field = fieldsOf(request)
  const range = { from: field('from'), to: field('to') }
  const zone = zoneOf(request.visit)
  const body = {
    from: zonedTime(range.from, zone),
    ...(range.to === '' ? {} : { to: zonedTime(range.to, zone) }),
  }
  const refuse = (problems: readonly Problem[]) =>
    sendWebhook(options, request, reply.code(422), { problems, range })
  const problems = check(messagesOf(request), WebhookRedeliver, body)
  if (problems.length > 0) return refuse(problems)
  try {
    const command = redeliverCommand({ reference: id, body })
    const { response } = await executeCommand(options.services, callerOf(request), command)
    return reply.redirect(`${WEBHOOKS}/${id}?done=queued&count=${response.queued}`, 303)
  } catch (error) {
    const texts: Readonly<Record<string, string>> = messagesOf(request).office.webhooks.page.rangeProblems
    return refuse(
      problemsOf(error).map((problem) => ({
        ...problem,
        message: texts[`${problem.pointer} ${problem.code}`] ?? problem.message,
      })),
    )
  }
}
