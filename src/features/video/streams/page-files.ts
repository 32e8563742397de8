// The playlists and segments of streams. Their addresses are signed and need no cookies, so that a CDN can keep them.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { checkStreamSignature, PLAYLIST } from './stream-keys.ts'

type Address = { Params: { talk: string; signature: string; file: string } }

/** A CDN keeps it for a second. In a browser, that second would be added to the delay of the stream. */
const PLAYLIST_CACHING = 'public, max-age=0, s-maxage=1'

export const streamFileRoutes: FastifyPluginAsync<WebOptions> = async (
  files,
  { services, streams, rooms },
) => {
  files.get<Address>(
    '/streams/:talk/:signature/:file',
    { config: { operation: 'readStream' }, schema: { hide: true } },
    async (request, reply) => {
      const { talk, signature, file } = request.params
      const state = checkStreamSignature(services, talk, signature)
      if (state === 'wrong') throw new Refusal('not_found')
      // Players ask for another address.
      if (state === 'expired') return reply.code(410).send()
      const isPlaylist = file === PLAYLIST
      const content = rooms.streamFile(talk, file) ?? (await streams.readFile(talk, file))
      if (content === undefined) throw new Refusal('not_found')
      return reply
        .header('cache-control', isPlaylist ? PLAYLIST_CACHING : 'public, max-age=60, immutable')
        .type(isPlaylist ? 'application/vnd.apple.mpegurl' : 'video/mp4')
        .send(content)
    },
  )
}
