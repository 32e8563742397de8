// The stage of a room for those who speak: a preview, the devices, the people on stage, and what moderators do.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Layout, Page } from '../../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../../kit/pages/render.tsx'
import { messagesOf, requireUser } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { type OfTalk, talkOf } from '../../live/page-request.ts'
import { requireVisibleTalk } from '../../talks/programme/visible-talk.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { recordsTalks } from '../recordings/recordings.ts'
import { Moderation } from './page-room-moderation.tsx'
import { RoomPlayer } from './page-room-player.tsx'
import { type Place, requireRole } from './rights.ts'

type Shown = { talk: TalkRow; place: Place; isRecorded: boolean; csrf: string; nonce: string }

export const roomPage: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  const page = (path: string, operation: string, isFramed: boolean, render: Render) =>
    site.get<OfTalk>(path, { config: { operation }, onRequest: requireUser }, async (request, reply) => {
      const { visit } = request
      const talk = await requireVisibleTalk(services, visit, talkOf(request).value)
      const place = await requireRole(services, { ...visit, talk }, 'follow')
      const isRecorded = await recordsTalks(services, visit.platform)
      const csrf = reply.generateCsrf()
      return sendPrivatePage(
        reply,
        (nonce) => render(request, { talk, place, isRecorded, csrf, nonce }),
        visit.language,
        isFramed ? { isFramed } : { frames: ["'self'"] },
      )
    })
  page('/talks/:id/room', 'roomPage', false, stagePage)
  // The player of the talk opens when it starts, and the stage does earlier.
  page('/talks/:id/room/view', 'roomView', true, viewPage)
}

type Render = (request: FastifyRequest, shown: Shown) => VNode

const stagePage: Render = (request, { talk, place, isRecorded, csrf, nonce }) => (
  <Layout
    visit={request.visit}
    title={messagesOf(request).room.title({ talk: talk.title })}
    path={`/talks/${talk.id}`}
    styles={['room.css']}
    scripts={['room-stage.js', 'live-times.js']}
    nonce={nonce}
  >
    <Stage {...{ talk, csrf, mayModerate: place.mayModerate, isRecorded }} />
  </Layout>
)

const viewPage: Render = (request, { talk, place, csrf, nonce }) => {
  const title = messagesOf(request).stage.video({ title: talk.title })
  return (
    <Page
      visit={request.visit}
      title={title}
      sheet="player.css"
      scripts={['room-player.js']}
      nonce={nonce}
      isInFrame
    >
      <main id="main" class="player">
        <h1 class="visually-hidden">{title}</h1>
        <RoomPlayer talkId={talk.id} place={place} csrf={csrf} view="everyone" />
      </main>
    </Page>
  )
}

type StageProps = { talk: TalkRow; csrf: string; mayModerate: boolean; isRecorded: boolean }

function Stage({ talk, csrf, mayModerate, isRecorded }: StageProps) {
  const { room: texts, stage } = useMessages()
  return (
    <div class="room-page" data-room={`/talks/${talk.id}/room`} data-csrf={csrf}>
      <h1>{texts.title({ talk: <bdi>{talk.title}</bdi> })}</h1>
      <p>
        <a href={`/talks/${talk.id}`}>{texts.back}</a>
      </p>
      <p class="notice" data-recorded hidden={!isRecorded}>
        {texts.isRecorded}
      </p>
      <Problems />
      <Status talk={talk} />
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
            src={`/talks/${talk.id}/room/view`}
            title={stage.video({ title: talk.title })}
            allow="autoplay; fullscreen; picture-in-picture"
          ></iframe>
          <ul class="room-people" data-people></ul>
          <p class="quiet" data-nobody>
            {texts.nobody}
          </p>
          {mayModerate ? <Moderation /> : null}
        </section>
      </div>
      <PersonTemplate mayModerate={mayModerate} />
    </div>
  )
}

/** What can be wrong, hidden until it is. */
function Problems() {
  const { room: texts } = useMessages()
  const { denied, missing, busy, insecure, lost, removed, ended } = texts
  const known = { denied, missing, busy, insecure, lost, removed, ended }
  return (
    <>
      {Object.entries(known).map(([name, text]) => (
        <p class="notice warning" role="alert" data-problem={name} hidden>
          {text}
        </p>
      ))}
      <p class="notice warning" role="alert" data-problem="refused" hidden></p>
    </>
  )
}

/** Who sees the person, and what happens on stage, for screen readers as well. */
function Status({ talk: { startAt } }: Pick<StageProps, 'talk'>) {
  const { room: texts, time } = useMessages()
  const at = (
    <time dateTime={formatInstant(startAt)} data-local-time>
      {time.clock(startAt, 'UTC')}
    </time>
  )
  return (
    <>
      <div role="status">
        <p class="notice" data-early hidden>
          {texts.early({ time: at })}
        </p>
        <p class="notice success" data-live hidden>
          {texts.live}
        </p>
        <p class="notice warning" data-unseen hidden>
          {texts.unseen}
        </p>
        <p class="notice warning" data-locked hidden>
          {texts.locked}
        </p>
      </div>
      <p
        class="visually-hidden"
        role="status"
        data-news
        data-muted-text={texts.mutedYou}
        data-hand-text={texts.handRaised({ name: '{name}' })}
      ></p>
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
        <span class="room-initials" aria-hidden="true" data-initials></span>
        <strong dir="auto" data-name></strong>
        <span class="badge" data-own hidden>
          {texts.you}
        </span>
        {(['microphone', 'camera', 'screen'] as const).map((kind) => (
          <span class="badge" data-kind={kind} hidden>
            {texts.states[kind]}
          </span>
        ))}
        <span class="badge warning" data-muted hidden>
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
