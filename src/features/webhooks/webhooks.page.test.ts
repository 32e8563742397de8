// Settings > Webhooks: owners manage webhooks, admins can only view them, and secrets are shown once.
import { describe, expect, test } from 'vitest'
import { respondWith, startEndpoint } from '../../../test/support/endpoint.ts'
import { summaryProblems } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import {
  listDeliveries,
  openWebhook,
  sendPrivileged,
  waitForAttempts,
  waitForDeliveries,
} from '../../../test/support/webhooks.ts'

const server = useApi()
const PATH = '/backoffice/settings/webhooks'
const url = 'https://crm.example.org/hook'
const fields = { url, description: 'CRM', everything: 'no', type: ['talk.*', 'user.created'], enabled: 'on' }

describe('an owner', () => {
  test('creates a webhook with the password, and sees its secret once', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await owner.get(PATH)
    const refused = await owner.post(PATH, { ...fields, currentPassword: 'wrong' })
    expect([refused.status, (await sendPrivileged(site.tenant, 'GET', '/webhooks')).items]).toEqual([422, []])
    const made = await owner.submit(PATH, { ...fields, currentPassword: owner.account.password })
    const [secret = ''] = /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text) ?? []
    expect([made.status, secret.length]).toEqual([200, 50])
    const [webhook] = (await sendPrivileged(site.tenant, 'GET', '/webhooks')).items
    expect(webhook).toMatchObject({
      url,
      types: ['talk.*', 'user.created'],
      description: 'CRM',
      enabled: true,
    })
    for (const path of [PATH, `${PATH}/${webhook.id}`, '/backoffice/audit', '/backoffice']) {
      const { status: shown, text } = await owner.get(path)
      expect([path, shown, text.includes('whsec_')]).toEqual([path, 200, false])
    }
  })

  test('sees the problems of an invalid webhook, which is not created', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await owner.get(PATH)
    const { password: currentPassword } = owner.account
    const answer = await owner.post(PATH, { ...fields, url: 'https://10.0.0.7/', currentPassword })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('must be an https URL of a public host')
    const none = await owner.post(PATH, { ...fields, type: [], currentPassword })
    expect([none.status, none.text.includes('Select at least one event.')]).toEqual([422, true])
    expect((await sendPrivileged(site.tenant, 'GET', '/webhooks')).items).toEqual([])
  })

  test('subscribes to all events or to selected ones, and hidden checkboxes are ignored', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await using hook = await openWebhook(site.tenant, { types: ['talk.deleted'] })
    const { url } = hook.endpoint
    const typesAfter = async (fields: Record<string, string | string[]>) => {
      await owner.get(`${PATH}/${hook.id}/edit`)
      expect((await owner.post(`${PATH}/${hook.id}`, { url, ...fields })).status).toBe(303)
      return (await sendPrivileged(site.tenant, 'GET', `/webhooks/${hook.id}`)).types
    }
    const type = ['talk.created']
    expect(await typesAfter({ everything: 'yes', type })).toEqual(['*'])
    const { text } = await owner.get(`${PATH}/${hook.id}/edit`)
    expect(/<input type="radio"[^>]*value="yes"[^>]*checked/.test(text)).toBe(true)
    expect(await typesAfter({ everything: 'no', type })).toEqual(type)
  })

  test('sees no query values of the URL, and keeps them by saving the form unchanged', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await using endpoint = await startEndpoint()
    const { id } = await sendPrivileged(site.tenant, 'POST', '/webhooks', {
      url: `${endpoint.url}?token=s3cr3t`,
    })
    const masked = `${endpoint.url}?token=•••`
    const edit = await owner.get(`${PATH}/${id}/edit`)
    expect(edit.text).toContain(`value="${masked}"`)
    expect((await owner.post(`${PATH}/${id}`, { ...fields, url: masked })).status).toBe(303)
    for (const path of [PATH, `${PATH}/${id}`, `${PATH}/${id}/delete`, '/backoffice/audit'])
      expect((await owner.get(path)).text).not.toContain('s3cr3t')
    await sendPrivileged(site.tenant, 'POST', `/webhooks/${id}/test`)
    const [request] = await endpoint.waitForCount(1)
    expect(request?.path).toBe('/hook?token=s3cr3t')

    await owner.get(`${PATH}/${id}/edit`)
    const refused = await owner.post(`${PATH}/${id}`, { ...fields, url: masked.replace('/hook?', '/moved?') })
    expect([refused.status, summaryProblems(refused)]).toEqual([
      422,
      [['URL', 'must contain the values of its query instead of •••, or stay unchanged']],
    ])
  })

  test('has the deliveries and the form on separate tabs, each with its own problems', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await using hook = await openWebhook(site.tenant, { types: ['talk.deleted'] })
    const page = `${PATH}/${hook.id}`
    const [log, form] = [await owner.get(page), await owner.get(`${page}/edit`)]
    expect([log, form].map((one) => one.text.includes('name="url"'))).toEqual([false, true])
    expect([log, form].map((one) => one.text.includes('<h2>Deliveries</h2>'))).toEqual([true, false])
    const refused = await owner.post(page, { url: 'x', everything: 'no', enabled: 'on' })
    expect([refused.status, summaryProblems(refused).map(([label]) => label)]).toEqual([
      422,
      ['URL', 'Events'],
    ])
    const span = await owner.post(`${page}/redeliver`, { from: '', to: '' })
    expect([
      span.status,
      summaryProblems(span)[0]?.[0],
      span.text.includes('<details class="disclosure" open'),
    ]).toEqual([422, 'From', true])
    const admin = await signInAtSite(site, 'admin')
    expect((await admin.get(`${page}/edit`)).status).toBe(403)
  })

  test('changes, tests, rotates, and deletes a webhook', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await using hook = await openWebhook(site.tenant, { types: ['talk.deleted'] })
    const page = `${PATH}/${hook.id}`
    const offersRedelivery = async () => (await owner.get(page)).text.includes(`${page}/redeliver`)
    expect(await offersRedelivery()).toBe(true)
    const tested = await owner.post(`${page}/test`, {})
    expect([tested.status, tested.headers.location]).toEqual([303, `${page}?done=test`])
    expect((await hook.endpoint.waitForCount(1))[0]?.payload.type).toBe('webhook.test')
    const saved = await owner.post(page, { url: hook.endpoint.url, description: '', everything: 'yes' })
    expect(saved.headers.location).toBe(`${page}?done=saved`)
    const shown = { types: ['*'], enabled: false, description: null, version: 2 }
    expect(await sendPrivileged(site.tenant, 'GET', `/webhooks/${hook.id}`)).toMatchObject(shown)
    expect(await offersRedelivery()).toBe(false)
    const { password: currentPassword } = owner.account
    const unasked = await owner.post(`${page}/rotate`, { graceMinutes: '60' })
    expect([unasked.status, unasked.text.includes('whsec_')]).toEqual([422, false])
    const rotated = await owner.submit(`${page}/rotate`, { graceMinutes: '60', currentPassword })
    expect([rotated.status, rotated.text.includes('whsec_')]).toEqual([200, true])
    const deleted = await owner.post(`${page}/delete`, {})
    expect(deleted.headers.location).toBe(`${PATH}?done=webhook-deleted`)
    expect((await owner.get(page)).status).toBe(404)
  })

  test('sees each attempt with its response, and redelivers one delivery or a time span', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    await using hook = await openWebhook(site.tenant, { types: ['talk.created'] })
    hook.endpoint.answer = respondWith(500, {}, '<b>broken</b>')
    await site.talk('A talk')
    const { id } = await waitForAttempts(site.tenant, hook, 1)
    const delivery = await owner.get(`/backoffice/settings/deliveries/${id}`)
    for (const text of ['talk.created', id, hook.endpoint.url, '&lt;b>broken&lt;/b>', '500'])
      expect([text, delivery.text.includes(text)]).toEqual([text, true])
    hook.endpoint.answer = respondWith(204)
    const again = await owner.post(`/backoffice/settings/deliveries/${id}/redeliver`, {})
    expect(again.headers.location).toBe(`${PATH}/${hook.id}?done=queued&count=1`)
    await waitForDeliveries(site.tenant, hook, ([one]) => one?.state === 'delivered')
    const span = { from: '2027-03-01T00:00', to: '' }
    const all = await owner.post(`${PATH}/${hook.id}/redeliver`, span)
    expect(all.headers.location).toBe(`${PATH}/${hook.id}?done=queued&count=1`)
    const received = await hook.endpoint.waitForCount(3)
    expect(received.map((one) => one.id)).toEqual([id, id, id])
    const wrong = await owner.post(`${PATH}/${hook.id}/redeliver`, { from: '2026-01-01T00:00', to: '' })
    expect([wrong.status, wrong.text.includes('must not be more than 30 days ago')]).toEqual([422, true])
  })

  test('sees failing webhooks among the integrations, but not working ones', async () => {
    const site = await createSite(server)
    const owner = await signInAtSite(site, 'owner')
    const integrations = async () => (await owner.get('/backoffice/integrations')).text
    expect(await integrations()).toContain('No webhooks yet.')
    await using hook = await openWebhook(site.tenant, {
      types: ['talk.created'],
      description: 'The one that fails',
    })
    expect(await integrations()).toContain('All webhooks are working.')
    hook.endpoint.answer = respondWith(500)
    await site.talk('A talk')
    await waitForAttempts(site.tenant, hook, 1)
    expect(await integrations()).toContain('The one that fails')
  })
})

test('an admin sees webhooks and their deliveries, but cannot change anything', async () => {
  const site = await createSite(server)
  const admin = await signInAtSite(site, 'admin')
  await using hook = await openWebhook(site.tenant)
  await sendPrivileged(site.tenant, 'POST', `/webhooks/${hook.id}/test`)
  const { id } = (await waitForDeliveries(site.tenant, hook, (all) => all[0]?.state === 'delivered'))[0] ?? {
    id: '',
  }
  const page = `${PATH}/${hook.id}`
  for (const path of [PATH, page, `/backoffice/settings/deliveries/${id}`]) {
    const { status: shown, text } = await admin.get(path)
    expect([path, shown, text.includes(`method="post" action="${path}`)]).toEqual([path, 200, false])
  }
  const before = await sendPrivileged(site.tenant, 'GET', '/webhooks')
  const { password: currentPassword } = admin.account
  for (const [path, body] of [
    [PATH, { ...fields, currentPassword }],
    [page, fields],
    [`${page}/test`, {}],
    [`${page}/rotate`, { graceMinutes: '0', currentPassword }],
    [`${page}/redeliver`, { from: '2027-03-01T00:00', to: '' }],
    [`${page}/delete`, {}],
    [`/backoffice/settings/deliveries/${id}/redeliver`, {}],
  ] as const) {
    expect([path, (await admin.post(path, body)).status]).toEqual([path, 403])
  }
  expect(await sendPrivileged(site.tenant, 'GET', '/webhooks')).toEqual(before)
  expect(await listDeliveries(site.tenant, hook)).toHaveLength(1)
})
