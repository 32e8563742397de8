// The file with the questions of a talk.
import type { FastifyPluginAsync } from 'fastify'
import { sendNdjson } from '../../kit/office/ndjson-file.ts'
import { callerOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readTalk } from '../talks/read-talks.ts'
import { allQuestions } from './read-questions.ts'

type Ids = { Params: { id: string } }

export const questionFileRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/talks/:id/questions.ndjson',
    { config: { operation: 'exportQuestions' } },
    async (request, reply) => {
      const { id } = await readTalk(services, callerOf(request), request.params.id)
      return sendNdjson(reply, `questions-${id}`, allQuestions(services, callerOf(request), id))
    },
  )
}
