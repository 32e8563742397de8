// What the server needs of video.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Feature } from '../../kernel/changes/features.ts'
import { type Running, runWith } from '../../kernel/http/running.ts'
import { loadCertificate, TLS_OPTIONS } from '../../kernel/http/server/certificate.ts'
import type { RedisServer } from '../../kernel/outbound/redis.ts'
import { stagePart } from './live-api.ts'
import { startRecordings } from './recordings/job.ts'
import { Recorder } from './recordings/recorder.ts'
import type { MediaThread } from './room/media-thread.ts'
import { measureRooms } from './room/room-metrics.ts'
import { Rooms, type VideoRooms } from './room/rooms.ts'
import { StreamsJob } from './streams/job.ts'
import type { RunningStreams } from './streams/live-streams.ts'
import type { SharedStreams } from './streams/shared-streams.ts'

declare module '../../kernel/http/running.ts' {
  interface Running {
    streams: RunningStreams
    rooms: VideoRooms
    /** The rooms that are in this process. */
    ownRooms: Rooms
  }
}

async function start(
  app: FastifyInstance,
  running: Running,
): Promise<Pick<Running, 'streams' | 'rooms' | 'ownRooms'>> {
  const { services } = running
  const onFailure = (err: unknown) => app.log.error({ err }, 'a part of a recording was lost')
  const recorder = new Recorder(services, onFailure)
  // It closes after what it records.
  runWith(app, 'recordings cannot be kept', (onError) => startRecordings({ services, recorder, onError }))
  const shared = running.redis ? await shareStreams(app, running.services, running.redis) : undefined
  const rooms = await startRooms(app, running, { recorder, shared })
  const { media } = rooms.ownRooms
  return { streams: startStreams(app, running, { recorder, shared, media }), ...rooms }
}

type Parts = { recorder: Recorder; shared: SharedStreams | undefined }

async function startRooms(app: FastifyInstance, { services, redis }: Running, { recorder, shared }: Parts) {
  const onTraffic = measureRooms(app.metrics, () => own)
  const own: Rooms = new Rooms(services, app.config.media, {
    ...{ recorder, shared },
    onError: (err) => app.log.error({ err }, 'video rooms do not work (LECTERN_MEDIA_PORT)'),
    onTraffic,
  })
  const rooms = redis ? await shareRooms(app, own, { services, redis }) : own
  // Runs before the server waits for open responses to end.
  app.addHook('preClose', () => rooms.close())
  return { rooms, ownRooms: own }
}

/** Loaded on first use, because the Redis client would slow down every start. */
async function shareRooms(
  app: FastifyInstance,
  rooms: Rooms,
  { services, redis }: { services: Running['services']; redis: RedisServer },
): Promise<VideoRooms> {
  const { SharedRooms } = await import('./room/shared-rooms.ts')
  return new SharedRooms(rooms, {
    ...{ services, redis },
    onError: (err) => app.log.warn({ err }, 'video rooms cannot be shared with other nodes right now'),
  })
}

function startStreams(
  app: FastifyInstance,
  { services }: Running,
  { recorder, shared, media }: Parts & { media: MediaThread },
): RunningStreams {
  const { config } = app
  // Read each time that the port opens, because certificates are renewed.
  const readPort = async () => ({
    ...{ port: config.rtmpPort, host: config.host },
    tls: config.isRtmpPlain ? undefined : await readTls(config),
  })
  return runWith(
    app,
    'streams of encoders cannot be received (LECTERN_RTMP_PORT)',
    (onError) =>
      new StreamsJob({
        ...{ services, shared, recorder, media, readPort, onError },
        listed: config.webhookAddresses,
        candidate: services.store.openCandidate('streams'),
      }),
  )
}

/** Loaded on first use, because the Redis client would slow down every start. */
async function shareStreams(
  app: FastifyInstance,
  services: Running['services'],
  redis: RedisServer,
): Promise<SharedStreams> {
  const { SharedStreams } = await import('./streams/shared-streams.ts')
  const failure = 'streams cannot be shared with other nodes right now'
  return runWith(app, failure, (onError) => new SharedStreams({ redis, services, onError }))
}

async function readTls(config: Config) {
  const { cert, key } = await loadCertificate(config)
  return { ...TLS_OPTIONS, cert, key }
}

export const videoFeature: Feature = {
  start,
  stream: stagePart,
}
