// The player of a talk: a separate page inside the stage, so that only this page may load from the host of the video,
// and only people who may watch get the video's address.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Picture } from '../../kit/components/picture.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { assetPath } from '../../kit/pages/assets.ts'
import { Page } from '../../kit/pages/layout.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import type { CreditLock } from '../live/watch-lock.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import { hasRoom } from '../talks/schema.ts'
import type { TalkRow } from '../talks/tables.ts'
import { RoomPlayer } from './room/page-room-player.tsx'
import { NO_PLACE, type Place, readPlace } from './room/rights.ts'
import { type OpenStage, requireStage } from './stage.ts'
import { streamUrl, type WithSecret } from './streams/stream-keys.ts'
import { takesStream } from './streams/stream-sources.ts'

/** `delayed` is the player of a room for viewers for whom it has no place. */
const playerRoute = { operation: 'talkPlayer', parameters: ['delayed'] }

export const playerRoutes: FastifyPluginAsync<WebOptions> = async (
  site,
  { services, publicPages, rooms },
) => {
  publicPages.route<{ id: string }>(site, '/talks/:id/player', playerRoute, async (request, csrf) => {
    const { visit } = request
    const { platform, user } = visit
    const talk = await requireVisibleTalk(services, request.visit, request.params.id)
    const opened = await requireStage(services, { platform, talk, user, origin: originOf(request) })
    const isOwnRoom = opened.source === 'own-room'
    const isDelayed = isOwnRoom && rooms.streams !== undefined && queryOf(request)('delayed') !== ''
    const stage = isDelayed && !('lock' in opened) ? asStream(services, opened, originOf(request)) : opened
    const place = isOwnRoom ? await readPlace(services, { platform, talk, user }) : NO_PLACE
    const { stage: texts } = messagesOf(request)
    const title =
      stage.source === 'room' ? texts.room({ title: talk.title }) : texts.video({ title: talk.title })
    return publicPage(
      request,
      <Page
        visit={visit}
        title={title}
        sheet="player.css"
        isInFrame
        scripts={'lock' in stage ? [] : (SCRIPTS[stage.source] ?? [])}
      >
        <main id="main" class="player">
          <h1 class="visually-hidden">{title}</h1>
          {'lock' in stage ? (
            <Poster picture={stage.picture}>
              <LockScreen lock={stage.lock} talkId={talk.id} />
            </Poster>
          ) : (
            <Screen stage={stage} place={place} csrf={csrf} />
          )}
        </main>
      </Page>,
      { ...('lock' in stage ? {} : sourcesOf(stage)), isFramed: true, periodMs: MINUTE_MS },
    )
  })
}

/** A room for viewers for whom it has no place. */
const asStream = (services: WithSecret, stage: OpenStage, origin: string): OpenStage => ({
  ...stage,
  source: 'media',
  url: streamUrl(services, { talkId: stage.talk.id, origin }),
})

/** Whether this server makes the segments: of a stream, or of a room. */
const isOwnStream = (talk: TalkRow): boolean => takesStream(talk) || hasRoom(talk.type)

/** The screen of the feature that has locked the talk. */
function LockScreen(props: { lock: CreditLock; talkId: string }) {
  return pageHooks.of('panel').map(({ LockScreen: Screen }) => (Screen ? <Screen {...props} /> : null))
}

const isPlaylist = (url: string) => /\.m3u8$/i.test(new URL(url).pathname)

/**
 * The host that the player loads from. The segments of an HLS playlist may be on any host, and scripts play them from
 * memory.
 */
function sourcesOf({ talk, source, url }: OpenStage) {
  if (source === 'media' && isOwnStream(talk)) return { media: ["'self'", 'blob:'] }
  const { origin } = new URL(url)
  if (source === 'room' || source === 'frame') return { frames: [origin] }
  if (source !== 'media') return {}
  return isPlaylist(url) ? { media: ['https:', 'blob:'], connections: ['https:'] } : { media: [origin] }
}

const SCRIPTS: Partial<Record<OpenStage['source'], readonly string[]>> = {
  media: ['player.js'],
  'own-room': ['room-player.js'],
}

type ScreenProps = { stage: OpenStage }

function Screen({ stage, place, csrf }: ScreenProps & { place: Place; csrf: string }) {
  switch (stage.source) {
    case 'own-room':
      return <RoomPlayer talkId={stage.talk.id} place={place} csrf={csrf} />
    case 'room':
    case 'frame':
      return <Frame stage={stage} />
    case 'media':
      return <Media stage={stage} />
    case 'external':
      return <External stage={stage} />
  }
}

const ROOM_RIGHTS = 'camera; microphone; display-capture; autoplay; fullscreen; clipboard-write'
const VIDEO_RIGHTS = 'autoplay; encrypted-media; picture-in-picture; fullscreen'
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation'

/** A room, or a video on another host. */
function Frame({ stage: { url, source, talk } }: ScreenProps) {
  const { stage: texts } = useMessages()
  const isRoom = source === 'room'
  return (
    <iframe
      class="screen"
      src={url}
      title={isRoom ? texts.room({ title: talk.title }) : texts.video({ title: talk.title })}
      allow={isRoom ? ROOM_RIGHTS : VIDEO_RIGHTS}
      sandbox={SANDBOX}
      referrerpolicy="strict-origin-when-cross-origin"
      allowFullScreen
    ></iframe>
  )
}

/** A stream or a recording that the browser plays, with a script for HLS if necessary. */
function Media({ stage: { talk, url, picture, phase } }: ScreenProps) {
  const { player: texts } = useMessages().stage
  return (
    <>
      <video
        class="screen"
        src={url}
        controls
        playsInline
        preload="none"
        {...(picture ? { poster: picture } : {})}
        {...(phase === 'live' ? { 'data-live': true } : {})}
        {...(isPlaylist(url) ? { 'data-hls': assetPath('hls.js') } : {})}
      />
      <div class="player-buttons">
        <button type="button" data-unmute hidden>
          {texts.unmute}
        </button>
        <button type="button" data-go-live hidden>
          {texts.goLive}
        </button>
      </div>
      {isOwnStream(talk) ? <OwnStreamMessages /> : <Waiting text={texts.waiting} />}
      <div class="player-message" role="alert" data-unplayable hidden>
        <p>
          <strong>{texts.unplayable}</strong>
        </p>
        <p>{texts.unplayableAdvice}</p>
      </div>
      {hasRoom(talk.type) ? <p class="player-note">{texts.delayed}</p> : null}
      <p class="player-way-out">
        {texts.problems}{' '}
        <a href={url} target="_blank" rel="noopener">
          {phase === 'replay' ? texts.openRecording : texts.openStream}
        </a>
      </p>
    </>
  )
}

function Waiting({ text, more }: { text: string; more?: string }) {
  return (
    <div class="player-message" role="alert" data-waiting hidden>
      <p>{more === undefined ? text : <strong>{text}</strong>}</p>
      {more === undefined ? null : <p>{more}</p>}
    </div>
  )
}

/** The script shows the second one while no picture comes after it has played. */
function OwnStreamMessages() {
  const { player: texts } = useMessages().stage
  return (
    <>
      <Waiting text={texts.notStarted} more={texts.startsByItself} />
      <div class="player-message" role="alert" data-interrupted hidden>
        <p>
          <strong>{texts.interrupted}</strong>
        </p>
        <p>{texts.continuesByItself}</p>
      </div>
    </>
  )
}

/** A talk on another site. */
function External({ stage: { url, picture } }: ScreenProps) {
  const { player: texts } = useMessages().stage
  return (
    <Poster picture={picture}>
      <p>
        <strong>{texts.otherSite}</strong>
      </p>
      <p class="actions">
        <a class="button primary" href={url} target="_blank" rel="noopener">
          {texts.join({ host: new URL(url).hostname })}
        </a>
      </p>
    </Poster>
  )
}

function Poster({ picture, children }: { picture: string | null; children: ComponentChildren }) {
  return (
    <div class="poster">
      {picture ? <Picture src={picture} sizes="100vw" isFirst /> : null}
      {children}
    </div>
  )
}
