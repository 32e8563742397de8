// The playlists and files of recordings.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { type ListedSegment, playlistOf } from '../streams/hls/playlist.ts'
import type { RecordingPartRow } from '../tables.ts'
import { checkRecordingSignature, isRecordingFile, pathIn, RECORDING_PLAYLIST } from './recording-files.ts'
import { isPlayable, partsOfRecording } from './recordings-store.ts'

type Address = { Params: { talk: string; signature: string; file: string } }

export const recordingFileRoutes: FastifyPluginAsync<WebOptions> = async (files, { services }) => {
  files.get<Address>(
    '/recordings/:talk/:signature/:file',
    { config: { operation: 'readRecording' }, schema: { hide: true } },
    async (request, reply) => {
      const { talk: talkId, signature, file } = request.params
      const state = checkRecordingSignature(services, talkId, signature)
      if (state === 'wrong') throw new Refusal('not_found')
      // Players ask for another address.
      if (state === 'expired') return reply.code(410).send()
      if (!(await services.store.read(isPlayable({ talkId, now: services.clock.now() }))))
        throw new Refusal('not_found')
      if (file === RECORDING_PLAYLIST) {
        const parts = await services.store.read(partsOfRecording({ talkId }))
        if (parts.length === 0) throw new Refusal('not_found')
        return reply
          .header('cache-control', 'public, max-age=10')
          .type('application/vnd.apple.mpegurl')
          .send(playlistOf(segmentsOf(parts), { isRecording: true }))
      }
      const content = isRecordingFile(file) ? await services.files.open(pathIn(talkId, file)) : undefined
      if (content === undefined) throw new Refusal('not_found')
      return reply.header('cache-control', 'public, max-age=3600, immutable').type('video/mp4').send(content)
    },
  )
}

/** Players have arrays of runs, so these are numbered from 0. */
function segmentsOf(parts: readonly RecordingPartRow[]): ListedSegment[] {
  const runs = [...new Set(parts.map(({ run }) => run))]
  return parts.map(({ sequence, run, durationMs }) => ({
    ...{ sequence, first: run, run: runs.indexOf(run), durationMs },
  }))
}
