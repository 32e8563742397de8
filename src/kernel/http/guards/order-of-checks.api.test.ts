// A request with several faults is refused for the first one, in the documented order.
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, createUserWithRole } from '../../../../test/support/accounts.ts'
import { attendee, person } from '../../../../test/support/bodies.ts'
import { type Tenant, useApi } from '../../../../test/support/scenarios.ts'
import { changeSettings } from '../../../features/platforms/platforms.ts'

const server = useApi()

/** Each fault and its refusal, in the order in which they are checked. */
const ORDER = {
  framing: [400, 'bad_request'],
  credentials: [401, 'invalid_api_key'],
  limit: [429, 'too_many_requests'],
  route: [404, 'not_found'],
  method: [405, 'method_not_allowed'],
  privilege: [403, 'insufficient_permissions'],
  mediaType: [415, 'unsupported_media_type'],
  size: [413, 'body_too_large'],
  json: [400, 'invalid_json'],
  schema: [422, 'invalid_data'],
  object: [404, 'user_not_found'],
  protection: [403, 'protected_account'],
  conflict: [409, 'email_taken'],
} as const
type Fault = keyof typeof ORDER
const IN_ORDER = Object.keys(ORDER) as Fault[]

/** A platform with an admin and other users, and one whose keys have reached the rate limit. */
let tenant: Tenant
let limitedTenant: Tenant
beforeAll(async () => {
  tenant = await server.createTenant()
  await createUserWithRole(tenant, 'admin', attendee('ada', { externalId: 'admin' }))
  await createUser(tenant, attendee('bob', { externalId: 'attendee' }))
  await createUser(tenant, attendee('taken'))
  limitedTenant = await server.createTenant()
  await changeSettings(limitedTenant.api.installation, limitedTenant.caller, { requestsPerMinute: 1 })
  for (const key of [limitedTenant.standard, limitedTenant.privileged])
    await limitedTenant.send('GET', '/talks', { key })
})

type Has = (fault: Fault) => boolean
type Operation = {
  faults: Fault[]
  method(has: Has): string
  path(has: Has): string
  body(has: Has): object
  isPrivileged(has: Has): boolean
  success: number
}

const updates: Operation = {
  faults: IN_ORDER.filter((fault) => fault !== 'privilege' && fault !== 'method'),
  method: () => 'PUT',
  path: (has: Has) => {
    const collection = has('route') ? '/userz' : '/users'
    if (has('object')) return `${collection}/01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11`
    return `${collection}/ext:${has('protection') ? 'admin' : 'attendee'}`
  },
  body: (has: Has) => ({
    email: has('conflict') ? 'taken@example.org' : has('protection') ? 'new@example.org' : undefined,
  }),
  isPrivileged: () => false,
  success: 200,
}
const owners: Operation = {
  faults: IN_ORDER.filter((fault) => !['route', 'object', 'protection'].includes(fault)),
  method: (has: Has) => (has('method') ? 'PATCH' : 'POST'),
  path: () => '/users/owner',
  body: (has: Has) => person(has('conflict') ? 'taken' : 'owner'),
  isPrivileged: (has: Has) => !has('privilege'),
  success: 201,
}

let senders = 0

async function send({ method, path, body, isPrivileged }: Operation, has: Has) {
  const { standard, privileged } = has('limit') ? limitedTenant : tenant
  const value = {
    ...body(has),
    ...(has('schema') ? { unknown: 7 } : {}),
    ...(has('size') ? { padding: 'x'.repeat(300_000) } : {}),
  }
  senders += 1
  const answer = await tenant.send(method(has), `${path(has)}${has('framing') ? '%zz' : ''}`, {
    key: has('credentials') ? `lecs_${'0'.repeat(64)}` : isPrivileged(has) ? privileged : standard,
    raw: `${JSON.stringify(value)}${has('json') ? '}' : ''}`,
    headers: {
      // Each request has its own address, so that it does not reach the limit of wrong keys.
      'x-forwarded-for': `2001:db8:0:${senders.toString(16)}::1`,
      ...(has('mediaType') ? { 'content-type': 'text/plain' } : {}),
    },
  })
  return [answer.status, answer.body.code]
}

describe.each([
  ['PUT /users/:param', updates],
  ['POST /users/owner', owners],
] as const)('%s', (_name, operation) => {
  const { faults, success } = operation

  test('accepts a request without a fault', async () => {
    expect(await send(operation, () => false)).toEqual([success, 'ok'])
    if (operation === owners)
      await tenant.send('DELETE', '/users/owner@example.org', { key: tenant.privileged })
  })

  test.each(faults)('reports %s before any later fault', async (first) => {
    const later = faults.slice(faults.indexOf(first) + 1)
    for (const others of [...upToTwo(later), later]) {
      const present = new Set<Fault>([first, ...others])
      expect([...present, await send(operation, (fault) => present.has(fault))]).toEqual([
        ...present,
        [...ORDER[first]],
      ])
    }
  })
})

const upToTwo = (faults: readonly Fault[]): Fault[][] => [
  [],
  ...faults.flatMap((one, index) => [[one], ...faults.slice(index + 1).map((other) => [one, other])]),
]
