// Uploaded files: pictures as they were re-encoded, and documents to download. Their content never changes.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import type { FileServices } from '../../domain/services.ts'
import { isFileName } from '../../lib/web/file-paths.ts'

/** If a browser opens the file itself, it cannot run scripts or use the cookies of this site. */
const SANDBOX = "default-src 'none'; sandbox"

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
}

export const fileRoutes: FastifyPluginAsync<{ services: FileServices }> = async (app, { services }) => {
  app.get<{ Params: { name: string } }>(
    '/files/:name',
    { config: { operation: 'readFile' }, schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      if (!isFileName(name)) throw new Refusal('not_found')
      const isDocument = name.endsWith('.pdf')
      const content = await (isDocument ? services.files.open(name) : services.files.readPicture(name))
      if (!content) throw new Refusal('not_found')
      if (isDocument) reply.header('content-disposition', 'attachment')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', SANDBOX)
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('access-control-allow-origin', '*')
        .type(TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '')
        .send(content)
    },
  )
}
