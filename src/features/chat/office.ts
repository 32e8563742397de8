// The file with the messages of a talk.
import type { FastifyPluginAsync } from 'fastify'
import { sendNdjson } from '../../kit/office/ndjson-file.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readTalk } from '../talks/read-talks.ts'
import { allMessages } from './staff-messages.ts'

type Ids = { Params: { id: string } }

export const chatFileRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/talks/:id/chat.ndjson',
    { config: { operation: 'exportChat' } },
    async (request, reply) => {
      const { id } = await readTalk(services, callerOf(request), request.params.id)
      return sendNdjson(reply, `chat-${id}`, allMessages(services, id))
    },
  )
}
