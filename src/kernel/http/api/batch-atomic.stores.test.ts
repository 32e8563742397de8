// POST /batch with `atomic`: all operations are executed, or none.
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/api.ts'
import { codesOf, executeBatch, sendBatch } from '../../../../test/support/batches.ts'
import { attendee, person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { comparable, findPasswords, isReplayed, withKey } from '../../../../test/support/idempotency.ts'
import { readEvents, readRows } from '../../../../test/support/rows.ts'
import { put, type Tenant, useApi } from '../../../../test/support/scenarios.ts'

const server = useApi()

describe('an atomic batch', () => {
  const valid = [
    { method: 'PUT', path: '/talks/ext:t', body: talk({ speakers: [person('ada'), person('eve')] }) },
    { method: 'POST', path: '/users', body: attendee('uma') },
    { method: 'POST', path: '/sponsors', body: sponsor() },
  ]
  const expectNoChange = async (tenant: Tenant) => {
    expect(await readEvents(tenant)).toEqual([])
    for (const table of ['talks', 'users', 'sponsors', 'tags'] as const)
      expect(await readRows(tenant, table)).toEqual([])
  }

  test('executes all operations', async () => {
    const tenant = await server.createTenant()
    const answer = await sendBatch(tenant, valid, { atomic: true })
    expect(codesOf(answer.body.results)).toEqual(['201 ok', '201 ok', '201 ok'])
    expect(findPasswords(answer).length).toBe(3)
    expect((await readEvents(tenant)).length).toBe(5)
  })

  test('executes 100 operations', async () => {
    const tenant = await server.createTenant()
    const many = Array.from({ length: 100 }, (_, i) => ({
      method: 'PUT',
      path: `/talks/ext:t${i}`,
      body: talk(),
    }))
    expect(codesOf(await executeBatch(tenant, many, { atomic: true }))).toEqual(many.map(() => '201 ok'))
  })

  test.each([
    ['has a taken e-mail', { method: 'POST', path: '/users', body: attendee('ada') }, '409', 'email_taken'],
    [
      'has a stale version',
      { method: 'DELETE', path: '/talks/ext:t', ifMatch: '"4"' },
      '412',
      'precondition_failed',
    ],
    ['has an unknown path', { method: 'DELETE', path: '/nothing' }, '404', 'not_found'],
    [
      'needs the privileged level',
      { method: 'POST', path: '/users/owner', body: person('o') },
      '403',
      'insufficient_permissions',
    ],
  ])('does nothing if one operation %s', async (_name, bad, _status, code) => {
    const tenant = await server.createTenant()
    for (const position of [0, 1, 3]) {
      const operations =
        position === 0 && code === 'email_taken'
          ? [valid[0], bad]
          : valid.toSpliced(position, 0, bad as never)
      if (position < 1 && code === 'precondition_failed') continue
      const answer = await sendBatch(tenant, operations, { atomic: true })
      const at = operations.indexOf(bad as never)
      expect({ status: answer.status, code: answer.body.code, errors: answer.body.errors }).toEqual({
        status: 422,
        code: 'atomic_refused',
        errors: [
          expect.objectContaining({ pointer: `/operations/${at}`, code }),
          ...(code === 'email_taken'
            ? [expect.objectContaining({ pointer: `/operations/${at}/body/email`, code })]
            : []),
        ],
      })
      expect(answer.text).not.toMatch(/password"/)
      await expectNoChange(tenant)
    }
  })

  test('reports all refusals at once, also in a dry run and when repeated', async () => {
    const tenant = await server.createTenant()
    const operations = [
      { method: 'POST', path: '/users', body: { ...attendee('eve'), city: 7 } },
      ...valid,
      { method: 'POST', path: '/users', body: attendee('uma', { username: 'other' }) },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"7"' },
      { method: 'PUT', path: '/talks/ext:t', body: { title: 'New' }, ifMatch: '"1"' },
      { method: 'DELETE', path: '/nothing' },
      { method: 'POST', path: '/users/owner', body: person('o') },
      { method: 'DELETE', path: '/sponsors/ext:none' },
      { method: 'POST', path: '/users', body: attendee('zoe') },
    ]
    const refusals = [
      ['/operations/0', 'invalid_data'],
      ['/operations/0/body/city', 'type'],
      ['/operations/4', 'email_taken'],
      ['/operations/4/body/email', 'email_taken'],
      ['/operations/5', 'precondition_failed'],
      ['/operations/7', 'not_found'],
      ['/operations/8', 'insufficient_permissions'],
      ['/operations/9', 'sponsor_not_found'],
    ]
    const summarize = ({ status, body }: Answer) => ({
      status,
      code: body.code,
      errors: body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code]),
    })
    const expected = { status: 422, code: 'atomic_refused', errors: refusals }
    expect(summarize(await sendBatch(tenant, operations, { atomic: true }))).toEqual(expected)
    const body = { operations, atomic: true }
    expect(summarize(await tenant.send('POST', '/batch?dryRun=true', { body }))).toEqual(expected)
    const first = await tenant.send('POST', '/batch', { body, ...withKey('once') })
    expect(summarize(first)).toEqual(expected)
    await expectNoChange(tenant)
    await put(tenant, '/sponsors/ext:none', sponsor())
    const again = await tenant.send('POST', '/batch', { body, ...withKey('once') })
    expect(comparable(again)).toEqual(comparable(first))
    expect(isReplayed(again)).toBe(true)
    expect((await readRows(tenant, 'users')).length).toBe(0)
  })

  test('reports problems of bodies with pointers into the batch', async () => {
    const tenant = await server.createTenant()
    const operations = [
      ...valid,
      { method: 'POST', path: '/users', body: { ...attendee('eve'), email: 'eve', city: 7 } },
    ]
    const answer = await sendBatch(tenant, operations, { atomic: true })
    const pointers = answer.body.errors.map((one: { pointer: string; code: string }) => one.pointer)
    expect(pointers).toEqual(['/operations/3', '/operations/3/body/email', '/operations/3/body/city'])
    await expectNoChange(tenant)
  })
})
