// Secrets in the query of a webhook's URL are shown only where the URL is configured.
import { expect, test } from 'vitest'
import { waitForRequests } from '../../../../test/support/logged-requests.ts'
import { createOffice } from '../../../../test/support/office.ts'
import { readEvents } from '../../../../test/support/rows.ts'
import { put, useApi } from '../../../../test/support/scenarios.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { listDeliveries, openWebhook, sendPrivileged } from '../../../../test/support/webhooks.ts'

const server = useApi()
const FIRST = 'first-5ecret-value'
const SECOND = 'second-5ecret-value'

test('a secret in the query of a webhook URL is in no response, event, log, delivery attempt, or page', async () => {
  const office = await createOffice(server, 'owner')
  const { tenant, staff } = office
  await using hook = await openWebhook(tenant)
  const path = `/webhooks/${hook.id}`
  const withSecret = (secret: string) => ({ url: `${hook.endpoint.url}?token=${secret}&${secret}` })
  await sendPrivileged(tenant, 'PUT', path, withSecret(FIRST))
  const { version } = await sendPrivileged(tenant, 'GET', path)
  await sendPrivileged(tenant, 'PUT', path, withSecret(SECOND))
  expect(await sendPrivileged(tenant, 'GET', path)).toMatchObject({
    url: `${hook.endpoint.url}?token=•••&•••`,
    version: version + 1,
  })
  await put(tenant, '/users/ext:ada', {
    ...{ email: 'ada@example.org', type: 'Attendee', firstName: 'Ada', lastName: 'Sample' },
  })
  const [delivery] = await waitUntil(
    () => listDeliveries(tenant, hook),
    (all) => all.some(({ state }) => state === 'delivered'),
  )

  const seen = [
    JSON.stringify(await readEvents(tenant)),
    JSON.stringify(await waitForRequests(tenant.api, tenant.caller, 5)),
    JSON.stringify(await sendPrivileged(tenant, 'GET', `${path}/deliveries/${delivery?.id}`)),
    tenant.api.logged.join(''),
    (await staff.get(`/backoffice/settings/webhooks/${hook.id}`)).text,
    (await staff.get(`/backoffice/settings/webhooks/${hook.id}/edit`)).text,
    (await staff.get('/backoffice/audit')).text,
  ].join('\n')
  expect(seen).toContain('?token=•••&•••')
  for (const secret of [FIRST, SECOND]) expect(seen).not.toContain(secret)
})
