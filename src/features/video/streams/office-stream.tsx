// The stream of a talk in the Back Office, and the page that shows a new key once.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { Crumb } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { sendSecretsPage } from '../../../kit/office/secrets-page.tsx'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { showOnce } from '../../access/one-time-pages/office-show-once.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { recordingPagePath } from '../recordings/office-recording.tsx'
import { readStreamView, renewKey, StreamView, serverOf, whipOf } from './page-stream.tsx'
import { takesStream } from './stream-sources.ts'

/** A stream key that has just been created. */
type StreamKeySecret = { talkId: string; title: string; server: string; whip: string; key: string }

declare module '../../access/one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    stream_key: StreamKeySecret
  }
}

type Ids = { Params: { id: string } }

export const streamPagePath = (talkId: string): string => `/backoffice/talks/${talkId}/stream`

export const streamOfficeRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get<Ids>('/talks/:id/stream', { config: { operation: 'streamPage' } }, async (request, reply) => {
    const talk = await requireStreamed(options, request)
    const { id } = talk
    const view = await readStreamView(options, request, talk)
    const { streams, recordings } = messagesOf(request).office
    const { title } = streams
    return sendOfficePage(request, reply, { title, scripts: ['copy.js'] }, (csrf) => (
      <>
        <Head {...{ id, title }} talk={talk.title} />
        <StreamView {...{ ...view, csrf }} action={streamPagePath(id)} />
        <p>
          <a href={recordingPagePath(id)}>{recordings.title}</a>
        </p>
      </>
    ))
  })

  office.post<Ids>(
    '/talks/:id/stream',
    { config: { operation: 'renewStreamKey' } },
    async (request, reply) => {
      const talk = await requireStreamed(options, request)
      const { id: talkId, title } = talk
      const key = await renewKey(options, request, talk)
      const { streams } = options
      const server = serverOf(await streams.readPort(), request)
      const data = { talkId, title, server, whip: whipOf(request), key }
      return showOnce(options, request, reply, { kind: 'stream_key', data })
    },
  )
}

async function requireStreamed({ services }: WebOptions, request: FastifyRequest<Ids>): Promise<TalkRow> {
  const { platform } = callerOf(request)
  const reference = { platformId: platform.id, by: 'id', value: request.params.id } as const
  const talk = await services.store.read(talkObjects.find(reference))
  if (!talk || !takesStream(talk)) throw new Refusal('not_found')
  return talk
}

export function sendStreamKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { talkId, title, server, whip, key }: StreamKeySecret,
) {
  const { streams: texts } = messagesOf(request).office
  return sendSecretsPage(request, reply, {
    documentTitle: texts.key,
    head: <Head id={talkId} talk={title} title={texts.key} />,
    notice: texts.shownOnce,
    secrets: [
      { id: 'stream-server', label: texts.server, text: server },
      { id: 'stream-whip', label: texts.whip, text: whip },
      { id: 'stream-key', label: texts.key, text: key },
    ],
    next: { href: streamPagePath(talkId), text: texts.done },
  })
}

function Head({ id, talk, title }: { id: string; talk: string; title: string }) {
  return (
    <>
      <Crumb href={`/backoffice/talks/${id}`} text={talk} />
      <h1>{title}</h1>
    </>
  )
}
