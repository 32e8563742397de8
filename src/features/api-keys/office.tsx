// Settings > Advanced: API keys and the rate limit.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { hooks } from '../../kernel/changes/features.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { Group, OpenedForm } from '../../kit/components/form-layout.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { SectionHead } from '../../kit/lists/list-page.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf, wordsOf } from '../../kit/office/form-values.ts'
import { KEY_LIST, KEYS } from '../../kit/office/paths.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { type FileColumn, onePage, tableFileRoutes, timeCell } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { showOnce } from '../access/one-time-pages/office-show-once.ts'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { changeSettings } from '../platforms/platforms.ts'
import { PlatformChange } from '../platforms/schema.ts'
import { createApiKey, listKeys, type ShownApiKey } from './api-keys.ts'
import { KeyCard } from './office-card.tsx'
import { emptyKeyForm, expiryOf, type KeyFields, KeyForm, keyFieldsOf } from './office-form.tsx'
import { ApiKeyCreate } from './schema.ts'

declare module '../../kernel/changes/features.ts' {
  interface Feature {
    /** The number of requests with each API key in the last 24 hours. */
    usesInDay?(services: Services, caller: Caller): Promise<ReadonlyMap<string, number>>
  }
}

export const apiKeyRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get('/settings/advanced', { config: { operation: 'advancedSettingsPage' } }, (request, reply) =>
    sendKeys(options, request, reply),
  )

  tableFileRoutes(
    office,
    options.services,
    { path: '/settings/keys', operation: 'exportApiKeys' },
    async (request) => ({
      name: 'api-keys',
      columns: keyFile,
      pages: onePage(await listKeys(options.services, callerOf(request))),
    }),
  )

  office.post('/settings/advanced/limit', { config: { operation: 'saveLimit' } }, async (request, reply) => {
    const limit = fieldsOf(request)('requestsPerMinute')
    const change = { requestsPerMinute: numberOf(limit) }
    const problems = check(messagesOf(request), PlatformChange, change)
    if (problems.length > 0) return sendKeys(options, request, reply.code(422), { problems, limit })
    await changeSettings(options.services, callerOf(request), change)
    return reply.redirect(`${KEYS}?done=saved`, 303)
  })

  office.post('/settings/keys', { config: { operation: 'makeKey' } }, (request, reply) =>
    createKey(options, request, reply),
  )
}

async function createKey(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const caller = callerOf(request)
  const messages = messagesOf(request)
  const fields = keyFieldsOf(fieldsOf(request))
  const day = { date: fields.expiresAt, zone: zoneOf(request.visit), now: services.clock.now() }
  const expiry = expiryOf(day, messages)
  const allowedAddresses = wordsOf(fields.allowedAddresses)
  const { name, level } = fields
  const body = { name, level, expiresAt: expiry.instant, allowedAddresses }
  const problems = [...check(messagesOf(request), ApiKeyCreate, body), ...expiry.problems]
  if (problems.length > 0) return sendKeys(options, request, reply.code(422), { problems, fields })
  if (level === 'privileged' && caller.user.role === 'owner') {
    const problem = await askPassword(options, request, reply)
    if (problem) return sendKeys(options, request, reply, { problems: [problem], fields })
  }
  const created = await createApiKey(services, caller, {
    name,
    level: level === 'privileged' ? 'privileged' : 'standard',
    expiresAt: expiry.at,
    allowedAddresses,
  })
  return showOnce(options, request, reply, {
    kind: 'api_key',
    data: { key: created.key, level: created.level, title: messages.office.apiKeys.secret.created({ name }) },
  })
}

type FailedForm = {
  problems?: readonly Problem[]
  /** The rate limit that was refused. */
  limit?: string
  /** The key that was refused. */
  fields?: KeyFields
}

const keyFile: readonly FileColumn<ShownApiKey>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['level', ({ level }) => level],
  ['prefix', ({ prefix }) => prefix],
  ['last4', ({ last4 }) => last4],
  ['allowedAddresses', ({ allowedAddresses }) => allowedAddresses],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['expiresAt', ({ expiresAt }, zone) => timeCell(expiresAt, zone)],
  ['revokedAt', ({ revokedAt }, zone) => timeCell(revokedAt, zone)],
  ['lastUsedAt', ({ lastUsedAt }, zone) => timeCell(lastUsedAt, zone)],
  ['exposedAt', ({ exposedAt }, zone) => timeCell(exposedAt, zone)],
]

async function sendKeys(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [], limit, fields }: FailedForm = {},
) {
  const { services } = options
  const caller = callerOf(request)
  const { requestsPerMinute } = caller.platform.settings
  const keys = await listKeysWithUse(options, request)
  const isOwner = caller.user.role === 'owner'
  const isAsked = queryOf(request)('new') !== undefined
  const view = { zone: zoneOf(request.visit), now: services.clock.now() }
  const { apiKeys, forms } = messagesOf(request).office
  const failed = fields ? apiKeys.notCreated : forms.notSaved
  return sendSettingsPage(services, request, reply, { tab: 'advanced', failed, problems }, (csrf) => (
    <>
      <section>
        <SectionHead title={apiKeys.title}>
          {keys.length > 0 ? <ExportMenu href={(format) => `${KEY_LIST}.${format}`} /> : null}
          <OpenedForm id="make-a-key" title={apiKeys.new} isOpen={fields !== undefined || isAsked}>
            <KeyForm
              {...{ csrf, problems, ...view }}
              fields={fields ?? emptyKeyForm}
              canBePrivileged={isOwner}
            />
          </OpenedForm>
        </SectionHead>
        {keys.length === 0 ? <p class="quiet">{apiKeys.noKeys}</p> : null}
        <ul class="keys">
          {keys.map((key) => (
            <KeyCard
              {...{ ...key, ...view }}
              limit={requestsPerMinute}
              canChange={isOwner || key.apiKey.level === 'standard'}
            />
          ))}
        </ul>
      </section>
      <LimitForm csrf={csrf} limit={limit ?? requestsPerMinute} problems={problems} />
    </>
  ))
}

type KeyWithUse = { apiKey: ShownApiKey; usedInMinute: number; usedInDay: number }

/** Lists revoked keys last. */
async function listKeysWithUse(
  { services, limiter }: WebOptions,
  request: FastifyRequest,
): Promise<KeyWithUse[]> {
  const caller = callerOf(request)
  const keys = await listKeys(services, caller)
  const usedInDay = await hooks.of('usesInDay')[0]?.(services, caller)
  const used = await Promise.all(keys.map(({ id }) => limiter.used(`key:${id}`)))
  return keys
    .map((apiKey, index) => ({
      apiKey,
      usedInMinute: used[index] ?? 0,
      usedInDay: usedInDay?.get(apiKey.id) ?? 0,
    }))
    .sort((a, b) => Number(a.apiKey.revokedAt !== null) - Number(b.apiKey.revokedAt !== null))
}

type LimitProps = { csrf: string; limit: number | string; problems: readonly Problem[] }

function LimitForm({ csrf, limit, problems }: LimitProps) {
  const texts = useMessages().office.apiKeys.limit
  return (
    <section>
      <h2>{texts.title}</h2>
      <Form action={`${KEYS}/limit`} csrf={csrf}>
        <Group>
          <Field
            name="requestsPerMinute"
            label={texts.label}
            type="number"
            value={limit}
            hint={texts.hint}
            isRequired
            problems={problems}
          />
        </Group>
        <div class="actions">
          <button type="submit">{texts.submit}</button>
        </div>
      </Form>
    </section>
  )
}
