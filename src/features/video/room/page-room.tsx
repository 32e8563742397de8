// The stage of a room for those who speak: a preview, the devices, and the people on stage.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Layout } from '../../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../../kit/pages/render.tsx'
import { messagesOf, requireUser } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { type OfTalk, talkOf } from '../../live/page-request.ts'
import { requireVisibleTalk } from '../../talks/programme/visible-talk.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { readPlace, requireRole } from './rights.ts'

export const roomPage: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get<OfTalk>(
    '/talks/:id/room',
    { config: { operation: 'roomPage' }, onRequest: requireUser },
    async (request, reply) => {
      const { visit } = request
      const talk = await requireVisibleTalk(services, visit, talkOf(request).value)
      const place = await readPlace(services, { ...visit, talk })
      if (!place.mayPublish) throw new Refusal('speakers_only')
      await requireRole(services, { ...visit, talk }, 'publish')
      const csrf = reply.generateCsrf()
      const title = messagesOf(request).room.title({ talk: talk.title })
      return sendPrivatePage(
        reply,
        (nonce) => (
          <Layout
            visit={visit}
            title={title}
            path={`/talks/${talk.id}`}
            styles={['room.css']}
            scripts={['room-stage.js']}
            nonce={nonce}
          >
            <Stage talk={talk} csrf={csrf} mayModerate={place.mayModerate} />
          </Layout>
        ),
        visit.language,
        { frames: ["'self'"] },
      )
    },
  )
}

type StageProps = { talk: TalkRow; csrf: string; mayModerate: boolean }

function Stage({ talk, csrf, mayModerate }: StageProps) {
  const { room: texts, stage } = useMessages()
  return (
    <div
      class="room-page"
      data-room={`/talks/${talk.id}/room`}
      data-csrf={csrf}
      {...(mayModerate ? { 'data-moderates': true } : {})}
    >
      <h1>{texts.title({ talk: <bdi>{talk.title}</bdi> })}</h1>
      <p>
        <a href={`/talks/${talk.id}`}>{texts.back}</a>
      </p>
      <Problems />
      <div class="room-columns">
        <section aria-labelledby="preview">
          <h2 id="preview">{texts.preview}</h2>
          <p class="quiet" data-intro>
            {texts.intro}
          </p>
          <video
            class="room-preview"
            data-preview
            autoplay
            playsInline
            muted
            aria-label={texts.preview}
          ></video>
          <Devices />
          <p class="actions" data-controls>
            <button type="button" class="primary" data-enter disabled>
              {texts.goOnStage}
            </button>
            <button type="button" data-leave hidden>
              {texts.leave}
            </button>
          </p>
        </section>
        <section aria-labelledby="on-stage">
          <h2 id="on-stage">{texts.onStage}</h2>
          <iframe
            class="room-audience"
            src={`/talks/${talk.id}/player`}
            title={stage.video({ title: talk.title })}
            allow="autoplay; fullscreen; picture-in-picture"
          ></iframe>
          <ul class="room-people" data-people></ul>
          <p class="quiet" data-nobody>
            {texts.nobody}
          </p>
        </section>
      </div>
      <PersonTemplate mayModerate={mayModerate} />
    </div>
  )
}

/** What can be wrong, hidden until it is. */
function Problems() {
  const { room: texts } = useMessages()
  const { denied, missing, busy, insecure, lost, removed, live, unseen } = texts
  const known = { denied, missing, busy, insecure, lost, removed }
  return (
    <>
      {Object.entries(known).map(([name, text]) => (
        <p class="notice warning" role="alert" data-problem={name} hidden>
          {text}
        </p>
      ))}
      <p class="notice warning" role="alert" data-problem="refused" hidden></p>
      <p class="notice" role="status" data-live hidden>
        {live}
      </p>
      <p class="notice warning" role="status" data-unseen hidden>
        {unseen}
      </p>
    </>
  )
}

function Devices() {
  const { room: texts } = useMessages()
  return (
    <>
      <label class="field">
        {texts.camera}
        <select data-devices="videoinput">
          <option value="">{texts.none}</option>
        </select>
      </label>
      <label class="field">
        {texts.microphone}
        <select data-devices="audioinput">
          <option value="">{texts.none}</option>
        </select>
      </label>
      <label>
        {texts.level}
        <meter class="room-level" min={0} max={100} value={0} data-level></meter>
      </label>
      <p class="actions room-switches">
        <button type="button" aria-pressed data-switch="camera">
          {texts.cameraOn}
        </button>
        <button type="button" aria-pressed data-switch="microphone">
          {texts.microphoneOn}
        </button>
        <button type="button" aria-pressed={false} data-switch="screen" hidden>
          {texts.shareScreen}
        </button>
      </p>
    </>
  )
}

/** A person on stage, for the script to fill. */
function PersonTemplate({ mayModerate }: { mayModerate: boolean }) {
  const { room: texts } = useMessages()
  return (
    <template data-person>
      <li>
        <strong dir="auto" data-name></strong>{' '}
        {(['microphone', 'camera', 'screen'] as const).map((kind) => (
          <span class="badge" data-kind={kind} hidden>
            {texts.states[kind]}
          </span>
        ))}
        <span class="badge" data-muted hidden>
          {texts.muted}
        </span>
        {mayModerate ? (
          <span class="room-moderation">
            <button type="button" data-do="mute" hidden>
              {texts.mute}
            </button>
            <button type="button" data-do="unmute" hidden>
              {texts.unmute}
            </button>
            <button type="button" data-do="stop_screen" hidden>
              {texts.stopScreen}
            </button>
            <button type="button" data-do="remove">
              {texts.remove}
            </button>
          </span>
        ) : null}
      </li>
    </template>
  )
}
