// Whether the process lives, and whether it can serve: for orchestrators and load balancers, without a key.
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Refusal } from '../../domain/changes/errors.ts'

const RETRY_SECONDS = 2
const Healthy = Type.Object({ code: Type.Literal('ok'), message: Type.String() })

/** `GET /live` and `GET /ready`; the second answers 503 while `isReady` says false or fails. */
export function addHealth(app: FastifyInstance, { isReady }: { isReady: () => Promise<boolean> }): void {
  const schema = (operationId: string) => ({ operationId, hide: true, response: { 200: Healthy } })
  app.get('/live', { schema: schema('getLive') }, async () => ({
    code: 'ok',
    message: 'The process is running.',
  }))
  app.get('/ready', { schema: schema('getReady') }, async () => {
    const isFit = await isReady().catch(() => false)
    if (!isFit) throw new Refusal('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    return { code: 'ok', message: 'The store can be reached.' }
  })
}
