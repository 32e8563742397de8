// Deprecations: what will go is marked in the document, and tells since when and until when with every answer.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/changes/errors.ts'
import { announceDeprecations } from '../../src/http/openapi/deprecations.ts'
import { type Shell, startShell } from './test-server.ts'

const days = { since: '2028-03-01', sunset: '2029-03-01' }
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
    scope.get('/old', { schema: schema('readOld'), config: { deprecated: days } }, () => ({}))
    scope.get('/old/none', { schema: schema('readNone'), config: { deprecated: days } }, () => {
      throw new Refusal('talk_not_found')
    })
    scope.put(
      '/names',
      {
        schema: { ...schema('updateName'), body: Body },
        config: { deprecated: { ...days, attributes: ['label'] } },
      },
      () => ({}),
    )
  })
}

let shell: Shell
beforeAll(async () => {
  shell = await startShell(addRoutes)
})
afterAll(() => shell.app.close())

const told = async (path: string, body?: object) => {
  const { headers } = await shell.ask(path, {
    method: body ? 'PUT' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return [headers.deprecation, headers.sunset]
}
// 1835481600 is 2028-03-01T00:00:00Z.
const deprecated = ['@1835481600', 'Thu, 01 Mar 2029 00:00:00 GMT']
const nothing = [undefined, undefined]

test('a deprecated operation tells it with every answer, refusals too, and no other does', async () => {
  expect([await told('/new'), await told('/old'), await told('/old/none')]).toEqual([
    nothing,
    deprecated,
    deprecated,
  ])
})

test('a deprecated attribute is told of to who sends it', async () => {
  expect([
    await told('/names', { name: 'a' }),
    await told('/names', { name: 'a', label: 'b' }),
    await told('/names', {}),
  ]).toEqual([nothing, deprecated, nothing])
})

test('the document marks the operation, and the attribute alone where it is that', () => {
  // Only paths are looked at, with what this test put there.
  const { paths } = shell.app.swagger() as unknown as {
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
