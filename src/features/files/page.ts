// Uploaded files: pictures as they were re-encoded, and documents to download. Their content never changes. A file is
// served only at hosts of its platform.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { LruMap } from 'toad-cache'
import { Refusal } from '../../kernel/changes/errors.ts'
import { fileIdOfName } from '../../kernel/lib/web/file-paths.ts'
import type { FileServices } from './services.ts'
import { filesByIds } from './store.ts'

const MAX_KNOWN = 10_000
/** If a browser opens the file itself, it cannot run scripts or use the cookies of this site. */
const SANDBOX = "default-src 'none'; sandbox"

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
}

type Options = { services: FileServices; platformOf(request: FastifyRequest): Promise<{ id: string }> }

export const fileRoutes: FastifyPluginAsync<Options> = async (app, { services, platformOf }) => {
  /** The platforms of files, which never change, by the ids of the files. */
  const platforms = new LruMap<string>(MAX_KNOWN)
  const isOfPlatform = async (id: string, platformId: string): Promise<boolean> => {
    const known = platforms.get(id)
    if (known !== undefined) return known === platformId
    const [file] = await services.store.read(filesByIds({ platformId, ids: [id] }))
    if (file) platforms.set(id, platformId)
    return file !== undefined
  }

  app.get<{ Params: { name: string } }>(
    '/files/:name',
    { config: { operation: 'readFile' }, schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params
      const id = fileIdOfName(name)
      if (id === undefined) throw new Refusal('not_found')
      const { id: platformId } = await platformOf(request)
      if (!(await isOfPlatform(id, platformId))) throw new Refusal('not_found')
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
