// The stream of a talk: what an encoder needs to push it, and whether it is live. Speakers and moderators have the page in
// their account, and staff in the Back Office.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { hostOf } from '../../../kernel/http/server/hosts.ts'
import { Copyable } from '../../../kit/components/copyable.tsx'
import { Form } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Fact } from '../../../kit/office/facts.tsx'
import { queryOf } from '../../../kit/office/query-string.ts'
import { callerOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { emptySlot, fillSlot } from '../../access/one-time-pages/one-time-slots.ts'
import { sendAccountPage } from '../../access/page-account-layout.tsx'
import { isModerator, speaksAt } from '../../live/rights.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { attachedToTalk } from '../../talks/talk-people-store.ts'
import type { PushedStreams, StreamStatus } from './live-streams.ts'
import { renewStreamKey, takesPush } from './stream-keys.ts'
import { streamKeyOfTalk } from './stream-keys-store.ts'

type Ids = { Params: { id: string } }

const pathOf = (talkId: string): string => `/account/talks/${talkId}/stream`

export const streamAccountRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options

  // No HEAD route, because HEAD would use up the key.
  account.get<Ids>(
    '/talks/:id/stream',
    { config: { operation: 'ownStreamPage' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id, title } = await requireOwnTalk(options, request)
      const slot = queryOf(request)('key')
      const newKey = slot === undefined ? undefined : await emptySlot(services, callerOf(request), slot)
      const view = await readStreamView(options, request, id)
      const props = { ...view, newKey, action: pathOf(id) }
      const assets = { styles: ['office-panels.css'], scripts: ['copy.js'] }
      return sendAccountPage(request, reply, title, (csrf) => <StreamView {...{ ...props, csrf }} />, assets)
    },
  )

  account.post<Ids>(
    '/talks/:id/stream',
    { config: { operation: 'renewOwnStreamKey' } },
    async (request, reply) => {
      const { id } = await requireOwnTalk(options, request)
      const caller = callerOf(request)
      const slot = await fillSlot(services, caller, await renewKey(options, request, id))
      return reply.redirect(`${pathOf(id)}?key=${slot}`, 303)
    },
  )
}

/** A talk that takes a push, for the people who speak at it or moderate it. */
async function requireOwnTalk({ services }: WebOptions, request: FastifyRequest<Ids>): Promise<TalkRow> {
  const { platform, user } = callerOf(request)
  const reference = { platformId: platform.id, by: 'id', value: request.params.id } as const
  const [talk, attached] = await Promise.all([
    services.store.read(talkObjects.find(reference)),
    services.store.read(attachedToTalk(reference)),
  ])
  const isTheirs = speaksAt(user, attached) || isModerator(user, attached)
  if (!talk || !takesPush(talk) || !isTheirs) throw new Refusal('not_found')
  return talk
}

/** Renews the key and cuts a stream that runs with the old one. */
export async function renewKey({ services, pushes }: WebOptions, request: FastifyRequest, talkId: string) {
  const key = await renewStreamKey(services, callerOf(request), talkId)
  await pushes?.check()
  return key
}

type View = {
  talkId: string
  pushes: PushedStreams | undefined
  server: string
  keyCreatedAt: number | null
  now: number
  zone: string
}

export async function readStreamView(
  { services, pushes }: WebOptions,
  request: FastifyRequest,
  talkId: string,
): Promise<View> {
  const { platform } = callerOf(request)
  const key = await services.store.read(streamKeyOfTalk({ platformId: platform.id, talkId }))
  return {
    ...{ talkId, pushes, server: serverOf(pushes, request) },
    keyCreatedAt: key?.createdAt ?? null,
    now: services.clock.now(),
    zone: zoneOf(request.visit),
  }
}

/** The address that encoders call the server. */
export function serverOf(pushes: PushedStreams | undefined, request: FastifyRequest): string {
  const { rtmpPort, isRtmpPlain } = request.server.config
  const { hostname } = new URL(`https://${hostOf(request)}`)
  return `${isRtmpPlain ? 'rtmp' : 'rtmps'}://${hostname}:${pushes?.state.port ?? rtmpPort}/live`
}

type ViewProps = View & {
  csrf: string
  action: string
  /** Shown once. */
  newKey?: string | undefined
}

export function StreamView({ pushes, ...view }: ViewProps) {
  const { streams: texts } = useMessages().office
  if (!pushes) return <p class="notice warning">{texts.unavailable}</p>
  const { talkId, server, now, zone, action } = view
  const { problem } = pushes.state
  return (
    <>
      <p>{texts.intro}</p>
      {problem === null ? null : (
        <p class="notice warning">{texts.portProblem({ port: new URL(server).port, problem })}</p>
      )}
      <section>
        <h2>{texts.status}</h2>
        <Status status={pushes.streams.statusOf(talkId)} {...{ now, zone }} />
        <div class="actions">
          <a class="button" href={action}>
            {texts.refresh}
          </a>
        </div>
      </section>
      <Encoder {...view} />
    </>
  )
}

function Encoder({ server, keyCreatedAt, newKey, now, action, csrf }: Omit<ViewProps, 'pushes'>) {
  const { office, time } = useMessages()
  const { streams: texts } = office
  return (
    <section>
      <h2>{texts.encoder}</h2>
      <p>{texts.settings}</p>
      <p class="field-name">{texts.server}</p>
      <Copyable id="stream-server" text={server} />
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

function Status({ status, now, zone }: { status: StreamStatus; now: number; zone: string }) {
  const { office, time, formats } = useMessages()
  const { streams: texts } = office
  const { liveSince, picture, lastEnd } = status
  return (
    <>
      <p>
        {liveSince !== null ? (
          <span class="badge success">{texts.states.live({ time: time.clock(liveSince, zone) })}</span>
        ) : picture ? (
          texts.states.lost
        ) : (
          texts.states.waiting
        )}
      </p>
      {lastEnd ? (
        <p class="quiet">{texts.reasons[lastEnd.reason]({ time: time.fromNow(lastEnd.at, now) })}</p>
      ) : null}
      {picture && liveSince !== null ? (
        <dl class="facts">
          <Fact name={texts.picture}>
            {texts.pictureSize({ width: String(picture.width), height: String(picture.height) })}
          </Fact>
          <Fact name={texts.bitRate}>
            {texts.bitRateValue({ rate: formats.average(picture.bitsPerSecond / 1_000_000) })}
          </Fact>
          <Fact name={texts.keyFrames}>
            {texts.keyFramesValue({ seconds: formats.average(picture.keyFramesMs / 1000) })}
          </Fact>
        </dl>
      ) : null}
    </>
  )
}
