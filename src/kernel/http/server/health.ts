// Health checks for orchestrators and load balancers: liveness and readiness. They need no API key.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Refusal } from '../../changes/errors.ts'

const RETRY_SECONDS = 2
const Healthy = Type.Object({ code: Type.Literal('ok'), message: Type.String() })

/** `GET /live` and `GET /ready`, which answers 503 while the server drains, and while `isReady` returns false or rejects. */
export function addHealth(app: FastifyInstance, { isReady }: { isReady: () => Promise<boolean> }): void {
  const schema = (operationId: string) => ({ operationId, hide: true, response: { 200: Healthy } })
  const config = { isForAnyHost: true }
  app.get('/live', { config, schema: schema('getLive') }, async () => ({
    code: 'ok',
    message: 'The process is running.',
  }))
  app.get('/ready', { config, schema: schema('getReady') }, async () => {
    const isServing = app.drainingSinceMs === null && (await isReady().catch(() => false))
    if (!isServing) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    return { code: 'ok', message: 'The store is reachable.' }
  })
}
