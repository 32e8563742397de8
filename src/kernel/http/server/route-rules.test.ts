// Rules for routes that are checked when the server starts.
import { describe, expect, test } from 'vitest'
import { API, Echo } from '../../../../test/support/http/echo-routes.ts'
import { startTestServer } from '../../../../test/support/http/test-server.ts'
import { watchRoutes } from './route-rules.ts'

describe('the server start', () => {
  const declare = (schema: object) => {
    const starting = startTestServer((app) => {
      app.register(
        async (scope) => {
          watchRoutes(scope, { mustBeDescribed: true })
          scope.get('/x', { schema }, async () => ({}))
        },
        { prefix: API },
      )
    })
    return starting.then((started) => started.app.close())
  }
  test('fails for a route without operationId', async () => {
    await expect(declare({ response: { 200: Echo } })).rejects.toThrow(
      `The route GET ${API}/x has no schema.operationId.`,
    )
  })
  test('fails for a route without a schema for a 2xx response', async () => {
    const message = `The route GET ${API}/x has no schema for a 2xx response.`
    await expect(declare({ operationId: 'getX', response: { 404: Echo } })).rejects.toThrow(message)
  })
})
