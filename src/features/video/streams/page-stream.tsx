// The stream of a talk: what an encoder needs to push it, or where it is pulled from, and whether it is live. Speakers and moderators have the page in
// their account, and staff in the Back Office.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { hostOf, originOf } from '../../../kernel/http/server/hosts.ts'
import { Copyable } from '../../../kit/components/copyable.tsx'
import { Form } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Fact } from '../../../kit/office/facts.tsx'
import { queryOf } from '../../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { emptySlot, fillSlot } from '../../access/one-time-pages/one-time-slots.ts'
import { sendAccountPage } from '../../access/page-account-layout.tsx'
import { isModerator, speaksAt } from '../../live/rights.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { attachedToTalk } from '../../talks/talk-people-store.ts'
import { PULL_EARLY_MS } from '../limits.ts'
import type { PortState, StreamStatus } from './live-streams.ts'
import { hostOf as hostOfAddress } from './rtmp/stream-address.ts'
import { renewStreamKey, WHIP_PATH } from './stream-keys.ts'
import { streamKeyOfTalk } from './stream-keys-store.ts'
import { isPulled, takesStream } from './stream-sources.ts'

type Ids = { Params: { id: string } }

const pathOf = (talkId: string): string => `/account/talks/${talkId}/stream`

export const streamAccountRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options

  // No HEAD route, because HEAD would use up the key.
  account.get<Ids>(
    '/talks/:id/stream',
    { config: { operation: 'ownStreamPage' }, exposeHeadRoute: false },
    async (request, reply) => {
      const talk = await requireOwnTalk(options, request)
      const slot = queryOf(request)('key')
      const newKey = slot === undefined ? undefined : await emptySlot(services, callerOf(request), slot)
      const view = await readStreamView(options, request, talk)
      const props = { ...view, newKey, action: pathOf(talk.id) }
      const assets = { styles: ['office-panels.css'], scripts: ['copy.js'] }
      const { linkNamed } = messagesOf(request).office.streams
      return sendAccountPage(
        request,
        reply,
        linkNamed({ title: talk.title }),
        (csrf) => <StreamView {...{ ...props, csrf }} />,
        assets,
      )
    },
  )

  account.post<Ids>(
    '/talks/:id/stream',
    { config: { operation: 'renewOwnStreamKey' } },
    async (request, reply) => {
      const talk = await requireOwnTalk(options, request)
      const caller = callerOf(request)
      const { id } = talk
      const slot = await fillSlot(services, caller, await renewKey(options, request, talk))
      return reply.redirect(`${pathOf(id)}?key=${slot}`, 303)
    },
  )
}

/** A talk with a stream, for the people who speak at it or moderate it. */
async function requireOwnTalk({ services }: WebOptions, request: FastifyRequest<Ids>): Promise<TalkRow> {
  const { platform, user } = callerOf(request)
  const reference = { platformId: platform.id, by: 'id', value: request.params.id } as const
  const [talk, attached] = await Promise.all([
    services.store.read(talkObjects.find(reference)),
    services.store.read(attachedToTalk(reference)),
  ])
  const isTheirs = speaksAt(user, attached) || isModerator(user, attached)
  if (!talk || !takesStream(talk) || !isTheirs) throw new Refusal('not_found')
  return talk
}

type StreamTalk = Pick<TalkRow, 'id' | 'platformId' | 'state' | 'startAt' | 'endAt' | 'video'>

/** Renews the key and cuts a stream that runs with the old one. A stream that is pulled has none. */
export async function renewKey(
  { services, streams }: WebOptions,
  request: FastifyRequest,
  talk: Pick<StreamTalk, 'id' | 'platformId' | 'video'>,
) {
  if (await isPulled(services, talk)) throw new Refusal('not_found')
  const key = await renewStreamKey(services, callerOf(request), talk.id)
  await streams.check()
  return key
}

type View = {
  talk: StreamTalk
  status: StreamStatus
  port: PortState
  /** The host name of the source; null if an encoder pushes the stream. */
  source: string | null
  server: string
  /** The address for WHIP. */
  whip: string
  keyCreatedAt: number | null
  now: number
  zone: string
}

export async function readStreamView(
  { services, streams }: WebOptions,
  request: FastifyRequest,
  talk: StreamTalk,
): Promise<View> {
  const { id: talkId, platformId, video } = talk
  const [key, status, port, isFromSource] = await Promise.all([
    services.store.read(streamKeyOfTalk({ platformId, talkId })),
    streams.readStatus(talkId),
    streams.readPort(),
    isPulled(services, talk),
  ])
  return {
    ...{ talk, status, port, server: serverOf(port, request), whip: whipOf(request) },
    source: video !== null && isFromSource ? hostOfAddress(video) : null,
    keyCreatedAt: key?.createdAt ?? null,
    now: services.clock.now(),
    zone: zoneOf(request.visit),
  }
}

/** The address that encoders call the server. */
export function serverOf({ port }: PortState, request: FastifyRequest): string {
  const { rtmpPort, isRtmpPlain } = request.server.config
  const { hostname } = new URL(`https://${hostOf(request)}`)
  return `${isRtmpPlain ? 'rtmp' : 'rtmps'}://${hostname}:${port ?? rtmpPort}/live`
}

/** The address for encoders with WHIP. */
export const whipOf = (request: FastifyRequest): string => `${originOf(request)}${WHIP_PATH}`

type ViewProps = View & {
  csrf: string
  action: string
  /** Shown once. */
  newKey?: string | undefined
}

export function StreamView(view: ViewProps) {
  const { streams: texts } = useMessages().office
  const { talk, status, source, server, now, zone, action } = view
  const { problem } = view.port
  return (
    <>
      <p>{source === null ? texts.intro : texts.sourceIntro({ host: source })}</p>
      {problem === null || source !== null ? null : (
        <p class="notice warning">{texts.portProblem({ port: new URL(server).port, problem })}</p>
      )}
      <section>
        <h2>{texts.status}</h2>
        <Status {...{ talk, source, status, now, zone }} />
        <div class="actions">
          <a class="button" href={action}>
            {texts.refresh}
          </a>
        </div>
      </section>
      {source === null ? <Encoder {...view} /> : null}
    </>
  )
}

function Encoder({ server, whip, keyCreatedAt, newKey, now, action, csrf }: ViewProps) {
  const { office, time } = useMessages()
  const { streams: texts } = office
  return (
    <section>
      <h2>{texts.encoder}</h2>
      <p>{texts.settings}</p>
      <p class="field-name">{texts.server}</p>
      <Copyable id="stream-server" text={server} />
      <p class="field-name">{texts.whip}</p>
      <Copyable id="stream-whip" text={whip} />
      <p class="quiet">{texts.whipHint}</p>
      <p class="field-name">{texts.key}</p>
      {newKey === undefined ? (
        <p>{keyCreatedAt === null ? texts.noKey : texts.hasKey({ time: time.fromNow(keyCreatedAt, now) })}</p>
      ) : (
        <>
          <p class="notice warning">{texts.shownOnce}</p>
          <Copyable id="stream-key" text={newKey} />
        </>
      )}
      <Form action={action} csrf={csrf}>
        {keyCreatedAt === null ? null : <p class="quiet">{texts.renewHint}</p>}
        <div class="actions">
          <button class={keyCreatedAt === null ? 'primary' : 'danger'} type="submit">
            {keyCreatedAt === null ? texts.create : texts.renew}
          </button>
        </div>
      </Form>
    </section>
  )
}

type StatusProps = Pick<View, 'talk' | 'status' | 'source' | 'now' | 'zone'>

function Status({ status, ...view }: StatusProps) {
  const { office, time, formats } = useMessages()
  const { streams: texts } = office
  const { liveSince, picture, lastEnd } = status
  const { source, now } = view
  const reason =
    lastEnd && texts.reasons[lastEnd.reason]({ host: source ?? '', time: time.fromNow(lastEnd.at, now) })
  if (liveSince === null)
    return (
      <>
        <p>
          <State {...view} hasPlayed={picture !== null} hasFailed={lastEnd !== null} />
        </p>
        {reason ? <p class="quiet">{reason}</p> : null}
      </>
    )
  return (
    <>
      <p>
        <span class="badge success">{texts.states.live({ time: time.clock(liveSince, view.zone) })}</span>
      </p>
      <dl class="facts">
        {picture ? (
          <>
            <Fact name={texts.picture}>
              {texts.pictureSize({ width: String(picture.width), height: String(picture.height) })}
            </Fact>
            <Fact name={texts.bitRate}>
              {texts.bitRateValue({ rate: formats.average(picture.bitsPerSecond / 1_000_000) })}
            </Fact>
            <Fact name={texts.keyFrames}>
              {texts.keyFramesValue({ seconds: formats.average(picture.keyFramesMs / 1000) })}
            </Fact>
          </>
        ) : null}
        {reason ? <Fact name={texts.lastInterruption}>{reason}</Fact> : null}
      </dl>
    </>
  )
}

/** Shown while nothing comes. */
function State({
  talk,
  source,
  now,
  hasPlayed,
  hasFailed,
}: Omit<StatusProps, 'status' | 'zone'> & { hasPlayed: boolean; hasFailed: boolean }) {
  const { states: texts } = useMessages().office.streams
  if (talk.endAt <= now) return texts.over
  if (talk.state !== 'published') return texts.unpublished
  if (source === null) return hasPlayed ? texts.lost : texts.waiting
  if (hasPlayed) return texts.sourceLost
  if (talk.startAt - PULL_EARLY_MS > now) return texts.scheduled
  return hasFailed ? texts.retrying : texts.connecting
}
