// The agenda: one day or all of them, as a grid by track or as a list, filtered by its address.
import type { FastifyPluginAsync } from 'fastify'
import { readAgenda } from '../../../domain/site/agenda.ts'
import { shortDayText, zoneText } from '../../components/time.tsx'
import { sendPublicPage } from '../../pages/render.tsx'
import type { WebOptions } from '../../website.ts'
import { PublicPage, SocialCard } from '../site-page.tsx'
import { chooseZone } from '../time-zones.ts'
import { AgendaFilters } from './agenda-filters.tsx'
import { DaySlots } from './agenda-slots.tsx'
import { ZoneSwitch } from './agenda-time-zone.tsx'
import { type AgendaView, agendaLink, readAgendaAddress } from './agenda-url.ts'

export const agendaRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/agenda', { config: { operation: 'agendaPage' } }, async (request, reply) => {
    const { visit } = request
    const asked = readAgendaAddress(request)
    const choice = chooseZone(asked.zone, visit)
    const agenda = await readAgenda(services, visit.platform, {
      day: asked.day,
      zone: choice.zone,
      track: asked.track,
      tag: asked.tag,
      speaker: asked.speaker,
      isRecommended: asked.recommended !== '',
      words: asked.q,
    })
    const view = { agenda, asked: { ...asked, zone: choice.parameter }, choice }
    const summary = `The programme of ${visit.platform.name}, day by day.`
    const head = (
      <SocialCard
        request={request}
        title={`Agenda of ${visit.platform.name}`}
        path="/agenda"
        type="website"
        summary={summary}
        picture={visit.platform.settings.banner}
      />
    )
    return sendPublicPage(
      request,
      reply,
      <PublicPage
        visit={visit}
        title="Agenda"
        path="/agenda"
        summary={summary}
        head={head}
        scripts={['agenda.js']}
      >
        <AgendaPage view={view} now={services.clock.now()} />
      </PublicPage>,
    )
  })
}

function AgendaPage({ view, now }: { view: AgendaView; now: number }) {
  const { agenda, choice } = view
  return (
    <>
      <h1>Agenda</h1>
      <AgendaFilters view={view} />
      <ZoneSwitch view={view} now={now} />
      <Days view={view} />
      <Found view={view} now={now} />
      {agenda.leftOut > 0 ? (
        <p class="notice">
          {agenda.leftOut} further talks are not shown. Choose a day or a filter to see them.
        </p>
      ) : null}
      <p class="quiet">All times in {zoneText(agenda.talks[0]?.startAt ?? now, choice.zone)}.</p>
    </>
  )
}

const MOST_FOR_ALL = 200

function Days({ view: { agenda, asked, choice } }: { view: AgendaView }) {
  const { days, day: shown } = agenda
  const count = days.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return null
  const hasAll = days.length > 1 && (agenda.isFiltered || shown === 'all' || count <= MOST_FOR_ALL)
  return (
    <nav class="days" aria-label="Days">
      {hasAll ? (
        <DayLink
          href={agendaLink(asked, { day: 'all' })}
          isShown={shown === 'all'}
          text="All days"
          count={count}
        />
      ) : null}
      {days.map(({ day, from, count }) => (
        <DayLink
          href={agendaLink(asked, { day })}
          isShown={shown === day}
          text={shortDayText(from, choice.zone)}
          count={count}
        />
      ))}
    </nav>
  )
}

type DayLinkProps = { href: string; isShown: boolean; text: string; count: number }

function DayLink({ href, isShown, text, count }: DayLinkProps) {
  return (
    <a href={href} {...(isShown ? { 'aria-current': 'true' as const } : {})}>
      {text} <span class="count">{count}</span>
    </a>
  )
}

/** What was found, day by day. */
function Found({ view, now }: { view: AgendaView; now: number }) {
  const { agenda } = view
  if (agenda.talks.length === 0) return <NothingFound isFiltered={agenda.isFiltered} />
  const days = agenda.day === 'all' ? agenda.days : agenda.days.filter(({ day }) => day === agenda.day)
  return (
    <>
      {days.map(({ day, from }, index) => {
        const to = agenda.days[agenda.days.findIndex((one) => one.day === day) + 1]?.from
        const talks = agenda.talks.filter(
          ({ startAt }) => startAt >= from && (to === undefined || startAt < to),
        )
        if (talks.length === 0) return null
        return <DaySlots view={view} from={from} talks={talks} now={now} hasSwitch={index === 0} />
      })}
    </>
  )
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <p class="notice">No talk has been announced yet.</p>
  return (
    <p class="notice">
      No talk is like that. <a href="/agenda">Show the whole agenda</a>
    </p>
  )
}
