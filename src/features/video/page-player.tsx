// The player of a talk: a separate page inside the stage, so that only this page may load from the host of the video,
// and only people who may watch get the video's address.
import type { FastifyPluginAsync } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { youtubePageUrl } from '../../kernel/lib/web/youtube-urls.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { Faces } from '../../kit/components/person.tsx'
import { Picture } from '../../kit/components/picture.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { ROOM_SETTINGS } from '../../kit/office/paths.ts'
import { assetPath } from '../../kit/pages/assets.ts'
import { Page } from '../../kit/pages/layout.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Cover } from '../files/page-cover.tsx'
import type { CreditLock } from '../live/watch-lock.ts'
import type { UserRow } from '../people/tables.ts'
import { readTrackColors } from '../talks/programme/talk-cards.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import { hasRoom } from '../talks/schema.ts'
import { watchedToOf } from '../viewers/attendance-store.ts'
import { captionsOfTalk } from './captions/captions-store.ts'
import { captionsPath } from './captions/page-files.ts'
import { ROOM_STREAM_BEHIND_MS } from './limits.ts'
import { RoomPlayer } from './room/page-room-player.tsx'
import { NO_PLACE, type Place, readPlace, requireRole } from './room/rights.ts'
import type { Signing } from './signed-paths.ts'
import { type OpenStage, playsRecording, requireStage, type Stage } from './stage.ts'
import { streamUrl } from './streams/stream-keys.ts'
import { takesStream } from './streams/stream-sources.ts'

/**
 * `play` is where a video of another site begins: nothing loads from there before somebody asks for it. `delayed` is
 * the player of a room for viewers who do not fit in it.
 */
const playerRoute = { operation: 'talkPlayer', parameters: ['play', 'delayed'], isFramed: true }
const SECONDS = /^\d{1,6}$/

export const playerRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route<{ id: string }>(site, '/talks/:id/player', playerRoute, async (request, csrf) => {
    const { visit } = request
    const { platform, user } = visit
    const talk = await requireVisibleTalk(services, request.visit, request.params.id)
    const opened = await requireStage(services, { platform, talk, user, origin: originOf(request) })
    const isOwnRoom = opened.source === 'own-room'
    const isDelayed = isOwnRoom && queryOf(request)('delayed') !== ''
    if (isDelayed) await requireRole(services, { platform, talk, user }, 'watch')
    const stage = isDelayed && 'url' in opened ? asStream(services, opened, originOf(request)) : opened
    const place = isOwnRoom ? await readPlace(services, { platform, talk, user }) : NO_PLACE
    const play = queryOf(request)('play')
    const startAt = SECONDS.test(play) ? Number(play) : undefined
    const [watchedTo, captions, colors] = await Promise.all([
      readWatchedTo(services, { stage, user }),
      readCaptionLanguages(services, stage),
      hasArt({ stage, startAt }) ? readTrackColors(services, platform) : undefined,
    ])
    const color = colors?.get(talk.track ?? '')
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
        scripts={'url' in stage ? (SCRIPTS[stage.source] ?? []) : []}
      >
        <main
          id="main"
          class={[
            ...(stage.source === 'external' && 'url' in stage ? ['player hand-over'] : ['player']),
            ...(color === undefined ? [] : [`track-${color}`]),
          ].join(' ')}
        >
          <h1 class="visually-hidden">{title}</h1>
          {'url' in stage ? (
            <Screen {...{ stage, startAt, place, csrf, watchedTo, captions }} />
          ) : (
            <Poster stage={stage}>
              {'lock' in stage ? <LockScreen lock={stage.lock} talkId={talk.id} /> : <NoRoom user={user} />}
            </Poster>
          )}
        </main>
      </Page>,
      {
        ...('url' in stage ? sourcesOf({ stage, startAt, captions }) : {}),
        isFramed: true,
        periodMs: MINUTE_MS,
      },
    )
  })
}

/** A room as a stream, for viewers who do not fit in it. */
const asStream = (services: Signing, stage: OpenStage, origin: string): OpenStage => ({
  ...stage,
  source: 'media',
  url: streamUrl(services, { talkId: stage.talk.id, origin }),
})

/** Whether this server makes the segments: of a live stream, or of a room. */
const isOwnStream = ({ talk, phase }: Stage): boolean =>
  phase === 'live' && (takesStream(talk) || hasRoom(talk.type))

/** Whether the segments are on this server. */
const isOwn = (stage: Stage): boolean => isOwnStream(stage) || playsRecording(stage.talk, stage.phase)

/** Where an account stopped in the recording, in seconds; undefined for visitors, who have their place in the browser. */
async function readWatchedTo(
  { store }: Pick<Services, 'store'>,
  { stage, user }: { stage: Stage; user: UserRow | null },
): Promise<number | undefined> {
  if (user === null || stage.source !== 'media' || stage.phase !== 'replay') return undefined
  return (await store.read(watchedToOf({ talkId: stage.talk.id, viewer: user.id }))) ?? 0
}

async function readCaptionLanguages(
  { store }: Pick<Services, 'store'>,
  { source, phase, talk: { id: talkId, platformId } }: Stage,
): Promise<readonly string[]> {
  if (source !== 'media' || phase !== 'replay') return []
  return (await store.read(captionsOfTalk({ platformId, talkId }))).map(({ language }) => language)
}

/** The screen of the feature that has locked the talk. */
function LockScreen(props: { lock: CreditLock; talkId: string }) {
  return pageHooks.of('panel').map(({ LockScreen: Screen }) => (Screen ? <Screen {...props} /> : null))
}

const isPlaylist = (url: string) => /\.m3u8$/i.test(new URL(url).pathname)

/**
 * The host that the player loads from. The segments of an HLS playlist may be on any host, and scripts play them from
 * memory.
 */
function sourcesOf({ stage, startAt, captions }: ScreenProps & Start & Captions) {
  const { source, url } = stage
  if (source === 'media' && isOwn(stage)) return { media: ["'self'", 'blob:'] }
  const { origin } = new URL(url)
  if (source === 'room' || playsAtOnce({ stage, startAt })) return { frames: [origin] }
  if (source !== 'media') return {}
  const own = captions.length > 0 ? ["'self'"] : []
  return isPlaylist(url)
    ? { media: ['https:', 'blob:', ...own], connections: ['https:'] }
    : { media: [origin, ...own] }
}

const SCRIPTS: Partial<Record<OpenStage['source'], readonly string[]>> = {
  media: ['player.js'],
  'own-room': ['room-player.js'],
}

type ScreenProps = { stage: OpenStage }
/** The languages that have captions. */
type Captions = { captions: readonly string[] }
type Progress = { watchedTo: number | undefined }
type Start = {
  /** In seconds. Undefined until somebody asks for the video. */
  startAt: number | undefined
}

/** Whether a video of another site plays without being asked for: only while everybody watches it at the same time. */
const playsAtOnce = ({ stage: { source, phase }, startAt }: ScreenProps & Start): boolean =>
  source === 'frame' && (phase === 'live' || startAt !== undefined)

/** Whether the art of the track is shown: before a video plays, and where nothing can be opened. */
const hasArt = ({ stage, startAt }: { stage: Stage | OpenStage } & Start): boolean =>
  stage.picture === null &&
  stage.talk.track !== null &&
  (!('url' in stage) ||
    stage.source === 'own-room' ||
    (stage.source === 'media' && stage.phase === 'replay') ||
    (stage.source === 'frame' && !playsAtOnce({ stage, startAt })))

function Screen({
  stage,
  startAt,
  place,
  csrf,
  watchedTo,
  captions,
}: ScreenProps & Start & Progress & Captions & { place: Place; csrf: string }) {
  switch (stage.source) {
    case 'own-room':
      return (
        <RoomPlayer talkId={stage.talk.id} place={place} csrf={csrf}>
          <div class={posterClass(stage)}>
            <PosterPicture stage={stage} />
          </div>
        </RoomPlayer>
      )
    case 'room':
      return <Frame stage={stage} startAt={undefined} />
    case 'frame':
      return playsAtOnce({ stage, startAt }) ? <Frame {...{ stage, startAt }} /> : <Offer stage={stage} />
    case 'media':
      return <Media {...{ stage, watchedTo, captions }} />
    case 'external':
      return <External stage={stage} />
  }
}

const ROOM_RIGHTS = 'camera; microphone; display-capture; autoplay; fullscreen; clipboard-write'
const VIDEO_RIGHTS = 'autoplay; encrypted-media; picture-in-picture; fullscreen'
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation'

/** A room, or a video on another host. */
function Frame({ stage: { url, source, talk }, startAt }: ScreenProps & Start) {
  const { stage: texts } = useMessages()
  const isRoom = source === 'room'
  return (
    <>
      <iframe
        class="screen"
        src={isRoom ? url : addressAt(url, startAt)}
        title={isRoom ? texts.room({ title: talk.title }) : texts.video({ title: talk.title })}
        allow={isRoom ? ROOM_RIGHTS : VIDEO_RIGHTS}
        sandbox={SANDBOX}
        referrerpolicy="strict-origin-when-cross-origin"
        allowFullScreen
      ></iframe>
      <WayOut
        href={isRoom ? url : youtubePageUrl(url)}
        text={isRoom ? texts.player.openRoom : texts.player.openYoutube}
      />
    </>
  )
}

/** The address of an embedded video that somebody asked for. */
function addressAt(url: string, startAt: number | undefined): string {
  if (startAt === undefined) return url
  const address = new URL(url)
  if (startAt > 0) address.searchParams.set('start', String(startAt))
  address.searchParams.set('autoplay', '1')
  return address.href
}

/** A video of another site, of which nothing loads before somebody asks for it. */
function Offer({ stage }: ScreenProps) {
  const { player: texts } = useMessages().stage
  const { talk, key } = stage
  return (
    <Poster stage={stage}>
      <p class="actions">
        <a class="button primary large" href={`/talks/${talk.id}/player?key=${key}&play=0`}>
          <Icon name="play" />
          {texts.play}
        </a>
      </p>
      <p>{texts.fromYoutube}</p>
    </Poster>
  )
}

/** An outside room whose key is missing or cannot be read any more. */
function NoRoom({ user }: { user: UserRow | null }) {
  const { player: texts } = useMessages().stage
  return (
    <>
      <p>
        <strong>{texts.roomClosed}</strong>
      </p>
      <p>{texts.roomClosedAdvice}</p>
      {user !== null && isProtectedRole(user.role) ? (
        <p>
          {texts.roomClosedForStaff({
            settings: (text) => (
              <a href={ROOM_SETTINGS} target="_top">
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
    </>
  )
}

/** The way to watch if the player does not work. */
function WayOut({ href, text }: { href: string; text: string }) {
  const { player: texts } = useMessages().stage
  return (
    <p class="player-way-out">
      {texts.problems}{' '}
      <a href={href} target="_blank" rel="noopener">
        {text}
      </a>
    </p>
  )
}

/** A stream or a recording that the browser plays, with a script for HLS if necessary. */
function Media({ stage, watchedTo, captions }: ScreenProps & Progress & Captions) {
  const { talk, url, picture, phase } = stage
  const messages = useMessages()
  const { formats } = messages
  const { player: texts } = messages.stage
  const isOfRoom = hasRoom(talk.type) && phase === 'live'
  return (
    <>
      {phase === 'replay' ? <StartScreen {...{ stage, watchedTo }} /> : null}
      <video
        class="screen"
        src={url}
        controls
        playsInline
        preload="none"
        {...(picture ? { poster: picture } : {})}
        {...(phase === 'live' ? { 'data-live': true } : {})}
        {...(isPlaylist(url) ? { 'data-hls': assetPath('hls.js') } : {})}
        {...(isOfRoom ? { 'data-behind': ROOM_STREAM_BEHIND_MS } : {})}
      >
        {captions.map((language) => (
          <track
            kind="captions"
            src={captionsPath(talk.id, language)}
            srclang={language}
            label={formats.languageName(language)}
          />
        ))}
      </video>
      <div class="player-buttons">
        <button type="button" data-unmute hidden>
          {texts.unmute}
        </button>
        <button type="button" data-go-live hidden>
          {texts.goLive}
        </button>
      </div>
      {isOwnStream(stage) ? <OwnStreamMessages /> : <Waiting text={texts.waiting} />}
      <div class="player-message" role="alert" data-unplayable hidden>
        <p>
          <strong>{texts.unplayable}</strong>
        </p>
        <p>{texts.unplayableAdvice}</p>
      </div>
      {isOfRoom ? <p class="player-note">{texts.delayed}</p> : null}
      <WayOut href={url} text={phase === 'replay' ? texts.openRecording : texts.openStream} />
    </>
  )
}

/** Over a recording until it plays. The script offers to continue where the reader stopped. */
function StartScreen({ stage, watchedTo }: { stage: Stage } & Progress) {
  const { player: texts } = useMessages().stage
  return (
    <div
      class={posterClass(stage)}
      data-cover
      data-talk={stage.talk.id}
      data-resume={texts.resume({ time: '{time}' })}
      data-again={texts.startOver}
      {...(watchedTo === undefined ? {} : { 'data-watched': watchedTo })}
    >
      <PosterPicture stage={stage} />
      <p class="actions">
        <button type="button" class="primary large" data-continue hidden></button>
        <button type="button" class="primary large" data-start>
          <Icon name="play" />
          <span>{texts.play}</span>
        </button>
      </p>
    </div>
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
function External({ stage: { url } }: ScreenProps) {
  const { player: texts } = useMessages().stage
  const host = new URL(url).hostname
  return (
    <>
      <div>
        <p>
          <strong>{texts.otherSite({ host: <bdi>{host}</bdi> })}</strong>
        </p>
        <p class="quiet">{texts.newTab}</p>
      </div>
      <a class="button primary" href={url} target="_blank" rel="noopener">
        {texts.join({ host })}
        <Icon name="external-link" />
      </a>
    </>
  )
}

type OfStage = { stage: Pick<Stage, 'picture' | 'speakers' | 'talk'> }

const MAX_FACES = 3

const posterClass = ({ picture }: Pick<Stage, 'picture'>) => (picture === null ? 'poster art' : 'poster')

/** The picture, or the art of the track with the faces of the speakers, which are not shown as large as a video. */
function PosterPicture({ stage: { picture, speakers, talk } }: OfStage) {
  if (picture !== null) return <Picture src={picture} sizes="100vw" isFirst />
  return (
    <>
      <Cover id={talk.id} />
      <Faces people={speakers.filter(({ avatar }) => avatar !== null)} most={MAX_FACES} />
    </>
  )
}

function Poster({ stage, children }: OfStage & { children: ComponentChildren }) {
  return (
    <div class={posterClass(stage)}>
      <PosterPicture stage={stage} />
      <div class="poster-words">{children}</div>
    </div>
  )
}
