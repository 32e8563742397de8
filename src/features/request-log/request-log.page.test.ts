// The pages of the request log.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { talk } from '../../../test/support/bodies.ts'
import { waitForRequests } from '../../../test/support/logged-requests.ts'
import { decoded } from '../../../test/support/office.ts'
import { pdf } from '../../../test/support/pictures.ts'
import { recordReads } from '../../../test/support/reads.ts'
import { waitUntil } from '../../../test/support/until.ts'
import { signInAs, type Visitor } from '../../../test/support/visitors.ts'
import { newId } from '../../kernel/lib/data/ids.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

describe('the pages of the request log', () => {
  let owner: Visitor
  beforeEach(async () => {
    owner = await signInAs(api, 'owner')
  })

  test('link a request to the objects that it changed', async () => {
    const sent = await api.send('PUT', '/talks/ext:page', {
      key: api.platform.standard,
      body: talk({ title: 'Sourdough' }),
    })
    const id = sent.headers['x-request-id'] ?? ''
    await waitUntil(
      () => owner.get(`/backoffice/requests/${id}`),
      ({ text }) => text.includes('updateTalk'),
    )
    const page = await owner.get(`/backoffice/requests/${id.toUpperCase()}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('>Sourdough</a>')
    const list = await owner.get('/backoffice/requests?operation=updateTalk')
    expect(list.text).toContain(`href="/backoffice/requests/${id}"`)
  })

  test('lead from each row to its request, with a command that repeats it but for the key', async () => {
    const body = talk({ title: 'It\'s "bread" & $butter' })
    const sent = await api.send('PUT', '/talks/ext:curl', { key: api.platform.standard, body })
    const id = sent.headers['x-request-id'] ?? ''
    const list = await waitUntil(
      () => owner.get('/backoffice/requests'),
      ({ text }) => text.includes(id),
    )
    const row = list.text.split('<tr>').find((html) => html.includes(id)) ?? ''
    expect(row).toContain(`<a class="row-link" href="/backoffice/requests/${id}">`)
    const page = await owner.get(`/backoffice/requests/${id}`)
    const [, command = ''] = /<code id="curl">(.*?)<\/code>/s.exec(page.text) ?? []
    const words = wordsOf(decoded(command))
    const [data = ''] = words.splice(words.indexOf('--data') + 1, 1)
    expect(words).toEqual([
      ...['-X', 'PUT', '-H', 'Authorization: Bearer YOUR_API_KEY', '-H', 'Content-Type: application/json'],
      ...['--data', `${api.url}/api/external/v1/talks/ext:curl`],
    ])
    const logged = await waitForRequests(api, api.platform.caller, 1, { operation: 'updateTalk' })
    expect(data).toBe(logged.find((request) => request.id === id)?.body)
    expect(JSON.parse(data)).toMatchObject({ title: body.title, start: body.start })
    expect(page.text).not.toContain(api.platform.standard)
  })

  test('show no body of an uploaded file, and a command that sends one', async () => {
    const sent = await api.send('POST', '/files', {
      key: api.platform.standard,
      raw: pdf(),
      headers: { 'content-type': 'application/pdf' },
    })
    const page = await waitUntil(
      () => owner.get(`/backoffice/requests/${sent.headers['x-request-id']}`),
      ({ text }) => text.includes('uploadFile'),
    )
    expect(page.text).toContain('No readable body.')
    const [, command = ''] = /<code id="curl">(.*?)<\/code>/s.exec(page.text) ?? []
    expect(wordsOf(decoded(command))).toEqual([
      ...['-X', 'POST', '-H', 'Authorization: Bearer YOUR_API_KEY'],
      ...['-H', 'Content-Type: application/octet-stream', '--data-binary', '@FILE'],
      `${api.url}/api/external/v1/files`,
    ])
  })

  test('find a request by its id', async () => {
    const id = newId()
    const found = await owner.get(`/backoffice/requests?id=${id}`)
    expect([found.status, found.headers.location]).toEqual([303, `/backoffice/requests/${id}`])
    expect((await owner.get(`/backoffice/requests/${id}`)).status).toBe(404)
  })

  test('show the changes of a request from a page of the Back Office', async () => {
    await owner.get('/backoffice/settings/features')
    const saved = await owner.post('/backoffice/settings/features', { chat: 'on' })
    const page = await owner.get(`/backoffice/requests/${saved.headers['x-request-id']}`)
    expect(page.text).toContain('it was made on a page')
    expect(page.text).toContain('/features/questions')
  })

  test('escape text that people wrote', async () => {
    const payload = '<script>alert(1)</script>'
    const sent = await api.send('PUT', '/talks/ext:xss', {
      key: api.platform.standard,
      body: { ...talk({ title: payload }), [payload]: payload },
    })
    const id = sent.headers['x-request-id'] ?? ''
    const page = await waitUntil(
      () => owner.get(`/backoffice/requests/${id}`),
      ({ status }) => status === 200,
    )
    for (const { text } of [
      page,
      await owner.get('/backoffice/requests'),
      await owner.get('/backoffice/audit'),
    ])
      expect(text).not.toContain(payload)
  })

  test.each(['/backoffice', '/backoffice/requests', '/backoffice/audit', '/backoffice/audit.csv'])(
    'include %s, which only staff can open',
    async (path) => {
      expect((await (await signInAs(api, 'speaker')).get(path)).status).toBe(404)
      expect((await (await signInAs(api, 'admin')).get(path)).status).toBe(200)
    },
  )

  test('use the same number of queries for any number of requests', async () => {
    const recordQueries = () =>
      recordReads(api.installation.store, async () => {
        await owner.get('/backoffice/requests')
        await owner.get('/backoffice/audit')
      })
    const before = await recordQueries()
    for (let index = 0; index < 20; index += 1)
      await api.send('PUT', `/talks/ext:many-${index}`, {
        key: api.platform.standard,
        body: talk({ title: `Talk ${index}` }),
      })
    await waitForRequests(api, api.platform.caller, 20)
    expect(await recordQueries()).toEqual(before)
  })
})

/** The words of a command as a shell passes them on, without its name. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\0'")], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
