// Routes that echo requests, for tests of everything around a route.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Refusal, type RefusalCode } from '../../../src/kernel/changes/errors.ts'
import { watchRoutes } from '../../../src/kernel/http/server/route-rules.ts'
import { clientAddress, isSecure } from '../../../src/kernel/http/server/trusted-proxies.ts'
import { StoreUnavailable } from '../../../src/kernel/store/store.ts'

export const API = '/api/external/v1'
export const KEY = { authorization: 'Bearer good' }

const Body = Type.Object(
  { title: Type.Optional(Type.String({ maxLength: 10 })) },
  { additionalProperties: false },
)
export const Echo = Type.Object({ code: Type.Literal('ok'), body: Type.Unknown() })

export function addEchoRoutes(app: FastifyInstance): void {
  app.register(
    async (scope) => {
      const routes = watchRoutes(scope, { mustBeDescribed: true })
      scope.addHook('onRequest', async (request) => {
        if (request.headers.authorization !== KEY.authorization) throw new Refusal('missing_authorization')
        request.logFields = { key: 'lecs_0123…cdef' }
      })
      const schema = (operationId: string) => ({ operationId, response: { 200: Echo } })
      scope.put('/echo/:id', { schema: { ...schema('putEcho'), body: Body } }, async ({ body }) => ({
        code: 'ok',
        body,
      }))
      scope.get('/echo/:id', { schema: schema('getEcho') }, async ({ params }) => ({
        code: 'ok',
        body: params,
      }))
      scope.post(
        '/private',
        {
          schema: { ...schema('postPrivate'), body: Body },
          onRequest: async () => {
            throw new Refusal('insufficient_permissions')
          },
        },
        async () => ({ code: 'ok', body: null }),
      )
      scope.get('/throw/:code', { schema: schema('getThrow') }, async (request) => {
        const { code } = request.params as { code: string }
        if (code === 'store') throw new StoreUnavailable('the disk of db.internal is gone')
        if (code === 'bug') throw new TypeError('cannot read ada@example.org with lecs_00ff')
        throw new Refusal(code as RefusalCode, { retryAfterSeconds: 7 })
      })
      routes.refuseOtherMethods()
    },
    { prefix: API },
  )
  app.get('/client', async (request) => ({
    address: clientAddress(request),
    isSecure: isSecure(request),
    host: request.host,
  }))
}
