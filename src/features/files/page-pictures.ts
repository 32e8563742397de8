// Stores a picture as soon as it was chosen in a form, for `uploads.js`. Nothing refers to it before the form is saved, and
// files that are not used are removed (`unused-files.ts`).
import type { FastifyPluginAsync } from 'fastify'
import { problemText } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { storeUploads } from './page-uploads.ts'

const FIELD = 'picture'

export const pictureRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  account.post(
    '/pictures',
    { config: { operation: 'uploadPicture', acceptsUploads: true } },
    async (request, reply) => {
      const [problem] = await storeUploads(options, request, { pictures: [FIELD] })
      if (problem) return reply.code(422).send({ problem: problemText(messagesOf(request), problem) })
      return reply.send({ path: fieldsOf(request)(FIELD) })
    },
  )
}
