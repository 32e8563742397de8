// Deprecations: marked in the OpenAPI document and announced in the headers of every response.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/support/http/test-server.ts'
import { Refusal } from '../../changes/errors.ts'
import { announceDeprecations } from './deprecations.ts'

const dates = { since: '2028-03-01', sunset: '2029-03-01' }
const Body = Type.Object({
  name: Type.Optional(Type.String()),
  label: Type.Optional(Type.String({ deprecated: true })),
})
const schema = (operationId: string) => ({ operationId, response: { 200: Type.Object({}) } })

function addRoutes(app: FastifyInstance): void {
  app.register(swagger, { openapi: { openapi: '3.1.0' } })
  app.register(async (scope) => {
    announceDeprecations(scope)
    scope.get('/new', { schema: schema('readNew') }, () => ({}))
    scope.get('/old', { schema: schema('readOld'), config: { deprecated: dates } }, () => ({}))
    scope.get('/old/none', { schema: schema('readNone'), config: { deprecated: dates } }, () => {
      throw new Refusal('talk_not_found')
    })
    scope.put(
      '/names',
      {
        schema: { ...schema('updateName'), body: Body },
        config: { deprecated: { ...dates, attributes: ['label'] } },
      },
      () => ({}),
    )
  })
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(addRoutes)
})
afterAll(() => server.app.close())

const readHeaders = async (path: string, body?: object) => {
  const { headers } = await server.request(path, {
    method: body ? 'PUT' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return [headers.deprecation, headers.sunset]
}
// 1835481600 is 2028-03-01T00:00:00Z.
const deprecated = ['@1835481600', 'Thu, 01 Mar 2029 00:00:00 GMT']
const none = [undefined, undefined]

test('announces a deprecated operation in all of its responses, refusals included, and in no others', async () => {
  expect([await readHeaders('/new'), await readHeaders('/old'), await readHeaders('/old/none')]).toEqual([
    none,
    deprecated,
    deprecated,
  ])
})

test('announces a deprecated attribute to callers who send it', async () => {
  expect([
    await readHeaders('/names', { name: 'a' }),
    await readHeaders('/names', { name: 'a', label: 'b' }),
    await readHeaders('/names', {}),
  ]).toEqual([none, deprecated, none])
})

test('marks a deprecated operation in the document, or only the attribute if that is deprecated', () => {
  // This test registered the paths itself, so it knows their shape.
  const { paths } = server.app.swagger() as unknown as {
    paths: Record<string, Record<string, { deprecated?: boolean; requestBody?: object }>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => [path, operation.deprecated]),
  )
  expect(operations).toEqual([
    ['/new', undefined],
    ['/old', true],
    ['/old/none', true],
    ['/names', undefined],
  ])
  expect(JSON.stringify(paths['/names']?.put?.requestBody)).toContain(
    '"label":{"type":"string","deprecated":true}',
  )
})
