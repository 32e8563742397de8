// Bulk requests say once, with a count and the first place, what many of their items are warned about.
import { expect, test } from 'vitest'
import { person, sponsor } from '../../../test/support/bodies.ts'
import { parseLines, sendStream } from '../../../test/support/idempotency.ts'
import { put, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()

/** Saves a sponsor with a speaker who has another name in their account. */
const renamed = (id: string) =>
  sponsor({ externalId: id, speakers: [person('ada', { lastName: `Other ${id}` })] })
const COUNTED = { code: 'person_not_updated', message: expect.any(String), count: 3 }

async function createTenant() {
  const tenant = await server.createTenant()
  await put(tenant, '/sponsors/ext:first', sponsor({ speakers: [person('ada')] }))
  return tenant
}

test('a batch and a stream count equal warnings, beside those of each item', async () => {
  const tenant = await createTenant()
  const operations = ['a', 'b', 'c'].map((id) => ({ method: 'POST', path: '/sponsors', body: renamed(id) }))
  const { body } = await tenant.send('POST', '/batch?dryRun=true', { body: { operations } })
  expect(body.summary).toEqual({ warnings: [{ ...COUNTED, first: '/operations/0/body/speakers/0' }] })

  const streamed = await sendStream(tenant, operations)
  const lines = parseLines(streamed.text)
  expect(lines).toHaveLength(4)
  expect(lines[2].body.warnings).toHaveLength(1)
  expect(lines[3]).toMatchObject({
    status: 200,
    summary: { warnings: [{ ...COUNTED, first: '/operations/0/body/speakers/0' }] },
  })
})

test('an import counts equal warnings, and a request without warnings has no summary', async () => {
  const tenant = await createTenant()
  const sponsors = ['a', 'b', 'c'].map(renamed)
  const answer = await put(tenant, '/programme', { source: 'crm', sponsors })
  expect(answer.summary).toEqual({ warnings: [{ ...COUNTED, first: '/sponsors/0/speakers/0' }] })
  expect(answer.warnings).toHaveLength(3)
  const quiet = await put(tenant, '/programme', { source: 'crm', sponsors: [sponsor({ externalId: 'd' })] })
  expect(quiet).not.toHaveProperty('summary')
})
