// The page that shows the secrets of a form once, and its replacement afterward.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { pageHooks } from '../../../kernel/changes/features.ts'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import type { OneTimeData, OneTimePage } from './office-show-once.ts'
import { emptySlot } from './one-time-slots.ts'

declare module '../../../kernel/changes/features.ts' {
  interface FeaturePages {
    oneTimePages?: OneTimePages
  }
}

/** Shows the data of a slot. */
type OneTimePages = {
  [Kind in keyof OneTimeData]?: (
    request: FastifyRequest,
    reply: FastifyReply,
    data: OneTimeData[Kind],
  ) => unknown
}

type Ids = { Params: { id: string } }

export const oneTimeRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  // No HEAD route, because HEAD would empty the slot and show nothing.
  office.get<Ids>(
    '/once/:id',
    { config: { operation: 'oneTimePage' }, exposeHeadRoute: false },
    async (request, reply) => {
      const text = await emptySlot(services, callerOf(request), request.params.id)
      if (text === undefined) return sendEmptied(request, reply)
      // Only `showOnce` fills slots.
      const { kind, data } = JSON.parse(text) as OneTimePage
      const pages: OneTimePages = Object.assign({}, ...pageHooks.of('oneTimePages'))
      return pages[kind]?.(request, reply, data as never)
    },
  )
}

/** The same page for slots that are empty, expired, owned by others, or unknown. */
function sendEmptied(request: FastifyRequest, reply: FastifyReply) {
  const { once } = messagesOf(request).office.forms
  reply.code(404)
  return sendOfficePage(request, reply, { title: once.title }, () => (
    <>
      <h1>{once.title}</h1>
      <p>{once.text}</p>
      <ul>
        {once.advice.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
      <div class="actions">
        <a class="button primary" href="/backoffice">
          {once.dashboard}
        </a>
      </div>
    </>
  ))
}
