// The routes with which encoders push streams by WHIP (RFC 9725). They need no cookies, so pages of other sites can use them, too.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { bearerToken } from '../../../kernel/http/guards/api-caller.ts'
import { requireAllowed } from '../../../kernel/http/guards/rate-limit.ts'
import { hostNameOf } from '../../../kernel/http/server/hosts.ts'
import { countedClient, isSecure } from '../../../kernel/http/server/trusted-proxies.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { PUSHES_PER_MINUTE } from '../limits.ts'
import { WHIP_PATH } from './stream-keys.ts'

type OfSession = { Params: { session: string } }

const SDP = 'application/sdp'

export const whipRoutes: FastifyPluginAsync<WebOptions> = async (routes, { streams, limiter }) => {
  routes.removeAllContentTypeParsers()
  routes.addContentTypeParser(SDP, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  routes.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })

  routes.post(
    WHIP_PATH,
    { config: { operation: 'pushStream', acceptedFiles: [SDP] }, schema: { hide: true } },
    async (request, reply) => {
      if (!isSecure(request)) throw new Refusal('https_required')
      await requireAllowed(limiter, `whip:${countedClient(request)}`, PUSHES_PER_MINUTE)
      const key = bearerToken(request)
      if (key === undefined) throw new Refusal('invalid_stream_key')
      const offer = typeof request.body === 'string' ? request.body : ''
      const { session, answer } = await streams.whip.begin({ host: hostNameOf(request), key }, offer)
      return reply
        .code(201)
        .header('access-control-expose-headers', 'location')
        .header('location', `${WHIP_PATH}/${session}`)
        .type(SDP)
        .send(answer)
    },
  )

  routes.delete<OfSession>(
    `${WHIP_PATH}/:session`,
    // Only the encoder knows the address.
    { config: { operation: 'endPushedStream' }, schema: { hide: true } },
    async (request, reply) => {
      await requireAllowed(limiter, `whip:${countedClient(request)}`, PUSHES_PER_MINUTE)
      if (!(await streams.whip.end(request.params.session))) throw new Refusal('not_found')
      return reply.send()
    },
  )

  // Browsers ask before they send a request of another site.
  for (const [path, method] of [
    [WHIP_PATH, 'POST'],
    [`${WHIP_PATH}/:session`, 'DELETE'],
  ] as const)
    routes.options(
      path,
      { config: { operation: 'whipOptions' }, schema: { hide: true } },
      async (_request, reply) =>
        reply
          .header('accept-post', SDP)
          .header('access-control-allow-methods', method)
          .header('access-control-allow-headers', 'authorization, content-type')
          .send(),
    )
}
