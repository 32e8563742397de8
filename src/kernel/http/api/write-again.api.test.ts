// Writing again without reading: responses to writes have an entity tag for If-Match, and results of bulk requests name their
// objects.
import { expect, test } from 'vitest'
import { attendee, sponsor, talk } from '../../../../test/support/bodies.ts'
import { importedTalk, importProgramme } from '../../../../test/support/imports.ts'
import { get, put, useApi } from '../../../../test/support/scenarios.ts'

const server = useApi()

test.each([
  ['/talks', talk(), { title: 'Renamed' }],
  ['/sponsors', sponsor(), { name: 'Renamed' }],
  ['/users', attendee('uma'), { job: 'Renamed' }],
  [
    '/surveys',
    { title: 'Feedback', opens: 'by_hand', questions: [{ kind: 'text', text: 'Well?' }] },
    { title: 'Renamed' },
  ],
])(
  'a response to a write below %s has the entity tag of the object, without a header',
  async (path, body, change) => {
    const tenant = await server.createTenant()
    const created = await tenant.send('PUT', `${path}/ext:x`, { body })
    expect([created.status, created.headers.etag]).toEqual([201, undefined])
    const send = (etag: string, sent: object) =>
      tenant.send('PUT', `${path}/ext:x`, { body: sent, headers: { 'if-match': etag } })
    const changed = await send(created.body.etag, change)
    expect([changed.status, changed.headers.etag]).toEqual([200, undefined])
    expect(changed.body.etag).not.toBe(created.body.etag)
    const unchanged = await send(changed.body.etag, change)
    expect([unchanged.status, unchanged.body.etag]).toEqual([200, changed.body.etag])
    expect((await send(created.body.etag, { externalId: 'y' })).status).toBe(412)

    // Another object with the same version has another tag.
    await tenant.send('DELETE', `${path}/ext:x`)
    await tenant.send('PUT', `${path}/ext:x`, { body })
    expect((await send(created.body.etag, change)).status).toBe(412)
    const dryRun = await tenant.send('PUT', `${path}/ext:x?dryRun=true`, { body: change })
    expect(dryRun.body).not.toHaveProperty('etag')
  },
)

test('results of batches and streams have their index and the externalId of their object', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/sponsors/ext:s', sponsor())
  const { id } = await put(tenant, '/talks/ext:own', talk())
  const operations = [
    { method: 'PUT', path: '/talks/ext:a%20b', body: talk() },
    { method: 'PUT', path: '/talks/ext:a%20b', body: { title: '' } },
    { method: 'POST', path: '/talks', body: talk() },
    { method: 'PUT', path: `/talks/${id}`, body: { title: 'Renamed' } },
    { method: 'POST', path: '/users', body: { ...attendee('ada'), externalId: 'u', email: 'no' } },
    { method: 'DELETE', path: '/sponsors/ext:s' },
    { method: 'DELETE', path: '/sponsors/ext:%ff' },
  ]
  const expected = ['a b', 'a b', null, 'own', 'u', 's', null].map((externalId, index) => ({
    index,
    externalId,
  }))
  const named = ({ index, externalId }: { index: number; externalId: string | null }) => ({
    index,
    externalId,
  })
  const batch = { body: { operations } }
  expect((await tenant.send('POST', '/batch?dryRun=true', batch)).body.results.map(named)).toEqual(expected)
  const { text } = await tenant.send('POST', '/batch?dryRun=true', {
    raw: operations.map((operation) => JSON.stringify(operation)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(named)).toEqual(expected)
  const answer = await tenant.send('POST', '/batch', batch)
  expect(answer.body.results.map(named)).toEqual(expected)
  const [first] = answer.body.results
  const again = { headers: { 'if-match': first.body.etag }, body: { title: 'Again' } }
  expect((await tenant.send('PUT', '/talks/ext:a%20b', again)).status).toBe(200)
})

test('refusals and changes of an import have their index and the externalId of their object', async () => {
  const tenant = await server.createTenant()
  await importProgramme(tenant, { talks: [importedTalk('t1'), importedTalk('gone')] })
  const programme = { talks: [importedTalk('t1'), importedTalk('t2'), importedTalk('t3', { title: '' })] }
  const prune = { ...programme, source: 'crm', prune: true, confirm: true }
  const { body } = await tenant.send('PUT', '/programme?dryRun=true', { body: prune })
  expect(body.refused).toMatchObject([{ pointer: '/talks/2', index: 2, externalId: 't3' }])
  expect(body.changes).toMatchObject([
    { action: 'created', index: 1, externalId: 't2' },
    { action: 'removed', externalId: 'gone' },
  ])
  expect(await get(tenant, '/talks')).toMatchObject({ items: [{}, {}] })
})
