// The page of a talk, and its calendar file.
import type { FastifyPluginAsync } from 'fastify'
import { useContext } from 'preact/hooks'
import { pageHooks } from '../../kernel/changes/features.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { markdownToWords } from '../../kernel/lib/text/markdown.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { Faces } from '../../kit/components/person.tsx'
import { ClockTimes, isSameClock } from '../../kit/components/time.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { LIVE_MS } from '../../kit/pages/public-response.ts'
import { queryOf } from '../../kit/pages/query.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import type { Visit } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import { addressOf } from '../../kit/site/site-urls.ts'
import { Star, StarsContext } from '../../kit/site/star.tsx'
import { chooseZone, type ZoneChoice } from '../../kit/site/time-zones.ts'
import { talkCalendar } from '../agenda/feeds/page-talk-icalendar.ts'
import { addLiveState, audienceOf, type LiveContext, liveKey, type Recipient } from '../live/items.ts'
import { LivePanel } from '../live/page-panel.tsx'
import { type LivePanel as LivePanelContent, readLivePanel } from '../live/panel.ts'
import { formatPosition } from '../live/streams/cursors.ts'
import { watchLock } from '../live/watch-lock.ts'
import { speakerNames } from '../talks/programme/page-talk-card.tsx'
import { hasStage } from '../talks/talk-states.ts'
import { StageMarks, StageNotes, TalkStage } from '../video/page-stage.tsx'
import { RoomEntry } from '../video/room/page-room-entry.tsx'
import { type Stage, stageAccess } from '../video/stage.ts'
import { StructuredData, talkData } from './page-structured-data.tsx'
import { RelatedTalks, TalkDetails, TalkNeighbors, TalkPeople } from './page-talk-details.tsx'
import { readTalkEvent, readTalkPage, type TalkPage } from './talk-page.ts'

type ById = { id: string }

const talkRoute = { operation: 'talkPage', parameters: ['zone'], hasStars: true }
const calendarRoute = { operation: 'talkCalendar', isFeed: true }

export const talkRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages, rooms }) => {
  publicPages.route<ById>(site, '/talks/:id', talkRoute, async (request, csrf) => {
    const { visit } = request
    const page = await readTalkPage(services, visit, request.params.id)
    const live = await addLiveState(services, visit.platform, page.talk)
    const unpaid = await watchLock()?.readLocked(services, visit.platform, [page.talk], visit.user)
    const recipient = { user: visit.user, unpaid }
    const panel = await readLivePanel(services, live, recipient)
    const { talk, stage } = page
    const path = `/talks/${talk.id}`
    const summary = markdownToWords(talk.description)
    const head = (
      <>
        <SocialCard
          request={request}
          title={talk.title}
          path={path}
          type="article"
          summary={summary}
          picture={talk.image ?? `${path}/card.png`}
        />
        <StructuredData data={talkData(request, page)} />
      </>
    )
    const choice = chooseZone(queryOf(request)('zone'), visit)
    return publicPage(
      request,
      <PublicPage
        visit={visit}
        title={talk.title}
        path={path}
        summary={summary}
        head={head}
        styles={['talk-pages.css']}
        scripts={[
          ...['talk.js', 'live.js', 'live-times.js'],
          ...pageHooks.of('panel').flatMap(({ scripts = [] }) => scripts),
        ]}
        isShownWhole
      >
        <Talk
          {...{ page, visit, choice, live, recipient, panel, csrf }}
          hasTiles={stage.source === 'own-room' && rooms.hasTiles(talk.id)}
          now={services.clock.now()}
        />
      </PublicPage>,
      { frames: ["'self'"], periodMs: panel && panel.context.live.lastSeq > 0 ? LIVE_MS : MINUTE_MS },
    )
  })

  publicPages.route<ById>(site, '/talks/:id.ics', calendarRoute, async (request) => {
    const { platform } = request.visit
    const event = await readTalkEvent(services, platform, request.params.id)
    return {
      content: talkCalendar(platform, [[event]], originOf(request)),
      type: 'text/calendar; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="talk-${event.talk.id}.ics"` },
    }
  })
}

type TalkProps = {
  page: TalkPage
  visit: Visit
  choice: ZoneChoice
  live: LiveContext
  recipient: Recipient
  panel: LivePanelContent | null
  csrf: string
  hasTiles: boolean
  now: number
}

/** One document in one order. The style sheet places its parts by what the stage contains. */
function Talk({ page, visit, choice, live, recipient, panel, csrf, hasTiles, now }: TalkProps) {
  const { talk, stage, speakers } = page
  const { user } = visit
  return (
    <article
      class={page.color === undefined ? 'talk-page' : `talk-page track-${page.color}`}
      data-talk={talk.id}
      data-position={formatPosition({ seq: live.live.lastSeq, key: liveKey(live, recipient) })}
      data-phase={stage.phase}
      {...(user === null ? {} : { 'data-user': user.id, 'data-csrf': csrf })}
    >
      <div class="talk-top">
        <TalkStage {...{ stage, hasTiles, now }} access={stageAccess(live, recipient)} />
        <StageNotes stage={stage} audience={audienceOf(live, recipient)} />
        <RoomEntry visit={{ platform: visit.platform, talk, user }} attached={live.attached} now={now} />
      </div>
      <header class="talk-head">
        <StageMarks stage={stage} />
        <h1 dir="auto">{talk.title}</h1>
        <TalkFaces speakers={speakers} />
        <ul class="talk-facts">
          <TalkTimes page={page} visit={visit} choice={choice} />
          <TalkPlace talk={talk} />
        </ul>
        <TalkActions stage={stage} isOver={talk.endAt <= now} />
      </header>
      <div class="talk-main">
        <div class="talk-text">
          <TalkDetails page={page} />
        </div>
        <div class="talk-panel">{panel ? <LivePanel panel={panel} csrf={csrf} /> : null}</div>
      </div>
      <TalkPeople speakers={speakers} />
      <RelatedTalks page={page} choice={choice} language={visit.platform.settings.language} />
      <TalkNeighbors page={page} choice={choice} />
    </article>
  )
}

const MAX_FACES = 4

/** The names lead to the list of people, which has their jobs. */
function TalkFaces({ speakers }: Pick<TalkPage, 'speakers'>) {
  const messages = useMessages()
  if (speakers.length === 0) return null
  return (
    <p class="talk-faces">
      <Faces people={speakers} most={MAX_FACES} />
      <a href="#people">{speakerNames(messages, speakers)}</a>
    </p>
  )
}

/**
 * The star and, until the talk is over, its calendar file. A talk that has ended and cannot be watched has only a star to
 * remove.
 */
function TalkActions({ stage, isOver }: { stage: Stage; isOver: boolean }) {
  const { talk, phase, source } = stage
  const { talk: texts } = useMessages()
  const isStarred = useContext(StarsContext)?.ids?.has(talk.id) ?? false
  if (phase === 'ended' && source === null && !isStarred) return null
  return (
    <p class="actions">
      <Star talk={talk} isLabeled />
      {isOver ? null : (
        <a class="button" href={`/talks/${talk.id}.ics`}>
          <Icon name="calendar-plus" />
          {texts.addToCalendar}
        </a>
      )}
    </p>
  )
}

/** The place and language of the talk. */
function TalkPlace({ talk: { room, language } }: Pick<TalkPage, 'talk'>) {
  const { formats } = useMessages()
  return (
    <>
      {room === null ? null : (
        <li>
          <Icon name="map-pin" />
          <a dir="auto" href={addressOf('/agenda', { room })}>
            {room}
          </a>
        </li>
      )}
      {language === null ? null : (
        <li>
          <Icon name="languages" />
          <span>{formats.languageName(language)}</span>
        </li>
      )}
    </>
  )
}

/**
 * The times in the time zone of the event and in the visitor's, if their clocks differ. The one in which people will be
 * comes first: that of the event on site, the visitor's own in front of a video.
 */
function TalkTimes({ page: { talk }, visit, choice }: Pick<TalkProps, 'page' | 'visit' | 'choice'>) {
  const { time } = useMessages()
  const held = talk.timezone ?? visit.platform.settings.timezone
  const own = [choice.kind === 'event' ? null : choice.zone, visit.user?.timezone ?? null].filter(
    (zone) => zone !== null,
  )
  const [first = held, ...others] = [
    ...(hasStage(talk) ? [...own, held] : [held, ...own]),
    choice.zone,
  ].filter(
    (zone, at, all) => !all.slice(0, at).some((other) => isSameClock(time, talk.startAt, { zone, other })),
  )
  const span = { start: talk.startAt, end: talk.endAt }
  const dayIn = (zone: string) => time.day(talk.startAt, zone)
  return (
    <>
      <li>
        <Icon name="calendar" />
        <span>
          <strong>{dayIn(first)}</strong>{' '}
          <span class="quiet">
            <ClockTimes {...span} zone={first}>
              {' · '}
              {time.duration(talk.duration)}
            </ClockTimes>
          </span>
        </span>
      </li>
      {others.map((zone) => (
        <li class="quiet">
          <Icon name="globe" />
          <span>
            {dayIn(zone) === dayIn(first) ? null : `${dayIn(zone)}, `}
            <ClockTimes {...span} zone={zone} />
          </span>
        </li>
      ))}
    </>
  )
}
