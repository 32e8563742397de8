// The page of a talk, and its calendar file.
import type { FastifyPluginAsync } from 'fastify'
import { addLiveState, type LiveContext, liveKey, type Recipient } from '../../../domain/live/live-items.ts'
import { type LivePanel as LivePanelContent, readLivePanel } from '../../../domain/live/live-panel.ts'
import { readUnpaidTalks } from '../../../domain/live/viewers/watching.ts'
import { hasStage } from '../../../domain/programme/talk-states.ts'
import { readTalkEvent, readTalkPage, type TalkPage } from '../../../domain/site/talk-page.ts'
import { stageAccess } from '../../../domain/site/talk-stage.ts'
import { formatPosition } from '../../../http/live/cursors.ts'
import { originOf } from '../../../http/server/hosts.ts'
import { markdownToWords } from '../../../lib/text/markdown.ts'
import { isProtectedRole } from '../../../schema/people/users.ts'
import { Icon } from '../../components/icon.tsx'
import { Star } from '../../components/star.tsx'
import { isSameClock, When } from '../../components/time.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { LIVE_MS, MINUTE_MS } from '../../pages/public-response.ts'
import { queryOf } from '../../pages/query.ts'
import { publicPage } from '../../pages/render.tsx'
import type { Visit } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { talkCalendar } from '../feeds/talk-icalendar.ts'
import { LivePanel } from '../live/live-panel.tsx'
import { PublicPage, SocialCard } from '../site-page.tsx'
import { addressOf } from '../site-urls.ts'
import { StructuredData, talkData } from '../structured-data.tsx'
import { chooseZone, type ZoneChoice } from '../time-zones.ts'
import { TalkDetails, TalkNeighbors, TalkPeople } from './talk-details.tsx'
import { StageMarks, StageNotes, TalkStage } from './talk-stage.tsx'

type ById = { id: string }

const talkRoute = { operation: 'talkPage', parameters: ['zone'], hasStars: true }
const calendarRoute = { operation: 'talkCalendar', isFeed: true }

export const talkRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route<ById>(site, '/talks/:id', talkRoute, async (request, csrf) => {
    const { visit } = request
    const page = await readTalkPage(services, visit, request.params.id)
    const live = await addLiveState(services, visit.platform, page.talk)
    const unpaid = await readUnpaidTalks(services, visit.platform, [page.talk], visit.user)
    const recipient = { user: visit.user, unpaid }
    const panel = await readLivePanel(services, live, recipient)
    const { talk } = page
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
        scripts={['talk.js', 'heartbeat.js', 'live.js', 'live-times.js', 'questions.js']}
      >
        <Talk {...{ page, visit, choice, live, recipient, panel, csrf }} now={services.clock.now()} />
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
  now: number
}

function Talk({ page, visit, choice, live, recipient, panel, csrf, now }: TalkProps) {
  const { talk, stage, speakers } = page
  const { user } = visit
  const isStaff = user !== null && isProtectedRole(user.role)
  return (
    <article
      class="talk-page"
      data-talk={talk.id}
      data-position={formatPosition({ seq: live.live.lastSeq, key: liveKey(live, recipient) })}
      data-phase={stage.phase}
      {...(user === null ? {} : { 'data-user': user.id, 'data-csrf': csrf })}
    >
      <header class={page.color === undefined ? 'talk-head' : `talk-head track-${page.color}`}>
        {talk.track ? (
          <p dir="auto" class="track dot">
            {talk.track}
          </p>
        ) : null}
        <h1 dir="auto">{talk.title}</h1>
        <StageMarks stage={stage} />
        <TalkTimes page={page} visit={visit} choice={choice} />
        <TalkPlace talk={talk} />
        <p class="actions">
          <Star talk={talk} isLabeled />
        </p>
      </header>
      <div class="talk-main">
        {talk.kind === 'talk' || hasStage(talk) ? (
          <TalkStage {...{ stage, now }} access={stageAccess(live, recipient)} />
        ) : null}
        <StageNotes {...{ stage, isStaff }} />
        <TalkDetails page={page} />
      </div>
      <div class="talk-aside">
        {panel ? <LivePanel panel={panel} csrf={csrf} /> : null}
        <TalkPeople speakers={speakers} talkId={talk.id} />
      </div>
      <TalkNeighbors page={page} choice={choice} />
    </article>
  )
}

/** The place and language of the talk. */
function TalkPlace({ talk: { room, language } }: { talk: TalkPage['talk'] }) {
  const { formats } = useMessages()
  if (room === null && language === null) return null
  return (
    <p class="talk-place">
      {room === null ? null : (
        <a dir="auto" href={addressOf('/agenda', { room })}>
          {room}
        </a>
      )}
      {room !== null && language !== null ? ' · ' : null}
      {language === null ? null : formats.languageName(language)}
    </p>
  )
}

/** The times in the time zone of the talk or event, and in the visitor's time zone if its clock differs. */
function TalkTimes({ page: { talk }, visit, choice }: Pick<TalkProps, 'page' | 'visit' | 'choice'>) {
  const { time } = useMessages()
  const held = talk.timezone ?? visit.platform.settings.timezone
  const others = [choice.zone, visit.user?.timezone ?? held].filter(
    (zone, at, all) =>
      ![held, ...all.slice(0, at)].some((other) => isSameClock(time, talk.startAt, { zone, other })),
  )
  const span = { start: talk.startAt, end: talk.endAt }
  return (
    <>
      <p class="talk-when">
        <Icon name="calendar" />
        <span>
          <When {...span} zone={held} /> · {time.duration(talk.duration)}
        </span>
      </p>
      {others.map((zone) => (
        <p class="talk-when quiet">
          <Icon name="globe" />
          <span>
            <When {...span} zone={zone} />
          </span>
        </p>
      ))}
    </>
  )
}
