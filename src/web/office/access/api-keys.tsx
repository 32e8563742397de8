// Settings > Advanced: the limit of requests, and API keys.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createApiKey, listKeys } from '../../../domain/access/api-keys.ts'
import type { Problem } from '../../../domain/changes/errors.ts'
import { readRecentTraffic } from '../../../domain/office/request-log.ts'
import { canManagePlatforms } from '../../../domain/platforms/administration.ts'
import { changeSettings } from '../../../domain/platforms/platforms.ts'
import { ApiKeyCreate } from '../../../schema/access/api-keys.ts'
import { PlatformChange } from '../../../schema/platforms/platforms.ts'
import { askPassword } from '../../account/password-attempts.ts'
import { Field, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import { queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { numberOf } from '../platforms/settings.tsx'
import { SettingsFrame } from '../platforms/settings-layout.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { KeyCard } from './api-key-card.tsx'
import { emptyKeyForm, expiryOf, type KeyFields, KeyForm, keyFieldsOf, rangesOf } from './api-key-form.tsx'
import { sendNewKey } from './new-api-key.tsx'

const PATH = '/backoffice/settings/advanced'

type State = {
  problems?: readonly Problem[]
  /** The limit as it was sent, where it was refused. */
  limit?: string
  fields?: KeyFields
}

export const keyRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services, limiter } = options

  const show = async (request: FastifyRequest, reply: FastifyReply, state: State = {}) => {
    const caller = callerOf(request)
    const { requestsPerMinute } = caller.platform.settings
    const keys = await listKeys(services, caller)
    const { byKey } = await readRecentTraffic(services, caller)
    const used = await Promise.all(keys.map(({ id }) => limiter.used(`key:${id}`)))
    const isInstaller = await canManagePlatforms(services, caller)
    const { problems = [], limit = requestsPerMinute, fields = emptyKeyForm } = state
    const isOwner = caller.user.role === 'owner'
    const shown = { zone: zoneOf(request.visit), now: services.clock.now(), limit: requestsPerMinute }
    return sendOfficePage(request, reply, { title: 'Advanced' }, (csrf) => (
      <SettingsFrame path={PATH} isInstaller={isInstaller} done={queryOf(request)('done')}>
        <ProblemSummary
          message={problems.length > 0 ? 'Nothing was done. Please look at these:' : undefined}
          problems={problems}
        >
          <section>
            <h2>API keys</h2>
            {keys.length === 0 ? <p class="quiet">There is none yet.</p> : null}
            <ul class="keys">
              {keys
                .map((apiKey, index) => ({
                  apiKey,
                  used: used[index] ?? 0,
                  today: byKey.get(apiKey.id) ?? 0,
                }))
                .sort((a, b) => Number(a.apiKey.revokedAt !== null) - Number(b.apiKey.revokedAt !== null))
                .map((one) => (
                  <KeyCard {...one} {...shown} canChange={isOwner || one.apiKey.level === 'standard'} />
                ))}
            </ul>
          </section>
          <section>
            <h2 id="make-a-key">Make a key</h2>
            <KeyForm csrf={csrf} fields={fields} problems={problems} canBePrivileged={isOwner} {...shown} />
          </section>
          <section>
            <h2>Limit</h2>
            <Form action={`${PATH}/limit`} csrf={csrf}>
              <Field
                name="requestsPerMinute"
                label="Requests in any 60 seconds, for each key"
                type="number"
                value={limit}
                hint="What comes beyond is refused with 429 and costs nothing."
                isRequired
                problems={problems}
              />
              <div class="actions">
                <button type="submit">Save the limit</button>
              </div>
            </Form>
          </section>
        </ProblemSummary>
      </SettingsFrame>
    ))
  }

  office.get('/settings/advanced', { config: { operation: 'advancedSettingsPage' } }, (request, reply) =>
    show(request, reply),
  )

  office.post('/settings/advanced/limit', { config: { operation: 'saveLimit' } }, async (request, reply) => {
    const limit = fieldsOf(request)('requestsPerMinute')
    const change = { requestsPerMinute: numberOf(limit) }
    const problems = check(PlatformChange, change)
    if (problems.length > 0) return show(request, reply.code(422), { problems, limit })
    await changeSettings(services, callerOf(request), change)
    return reply.redirect(`${PATH}?done=saved`, 303)
  })

  office.post('/settings/keys', { config: { operation: 'makeKey' } }, async (request, reply) => {
    const caller = callerOf(request)
    const fields = keyFieldsOf(fieldsOf(request))
    const expiry = expiryOf(fields.expires, zoneOf(request.visit), services.clock.now())
    const body = {
      name: fields.name,
      level: fields.level,
      expiresAt: expiry.instant,
      allowedAddresses: rangesOf(fields.addresses),
    }
    const problems = [...check(ApiKeyCreate, body), ...expiry.problems]
    if (problems.length > 0) return show(request, reply.code(422), { problems, fields })
    if (fields.level === 'privileged' && caller.user.role === 'owner') {
      const problem = await askPassword(options, request, reply)
      if (problem) return show(request, reply, { problems: [problem], fields })
    }
    const made = await createApiKey(services, caller, {
      name: body.name,
      level: fields.level === 'privileged' ? 'privileged' : 'standard',
      expiresAt: expiry.at,
      allowedAddresses: body.allowedAddresses,
    })
    return sendNewKey(request, reply, made, `The key “${made.name}” is made.`)
  })
}
