// What the server needs of video.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { loadCertificate, TLS_OPTIONS } from '../../kernel/http/server/certificate.ts'
import { stagePart } from './live-api.ts'
import { Pushes } from './streams/job.ts'
import type { PushedStreams } from './streams/live-streams.ts'

declare module '../../kernel/http/running.ts' {
  interface Running {
    /** Undefined with several processes, because a stream is in the memory of one. */
    pushes: PushedStreams | undefined
  }
}

function start(app: FastifyInstance, { services }: Running): Pick<Running, 'pushes'> {
  const { config } = app
  if (config.workers > 1) return { pushes: undefined }
  // Read each time that the port opens, because certificates are renewed.
  const readPort = async () => ({
    ...{ port: config.rtmpPort, host: config.host },
    tls: config.isRtmpPlain ? undefined : await readTls(config),
  })
  const pushes = runWith(
    app,
    'streams of encoders cannot be received (LECTERN_RTMP_PORT)',
    (onError) => new Pushes({ services, readPort, onError }),
  )
  return { pushes }
}

async function readTls(config: Config) {
  const { cert, key } = await loadCertificate(config)
  return { ...TLS_OPTIONS, cert, key }
}

export const videoFeature: Feature = {
  start,
  stream: stagePart,
}
