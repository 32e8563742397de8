// The agenda: one day or all days, as a grid by track or as a list, filtered by its address.
import type { FastifyPluginAsync } from 'fastify'
import { readAgenda } from '../../../domain/site/agenda.ts'
import { NumberedPager } from '../../components/pager.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { QUARTER_HOUR_MS } from '../../pages/public-response.ts'
import { publicPage } from '../../pages/render.tsx'
import { messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { PublicPage, SocialCard } from '../site-page.tsx'
import { chooseZone } from '../time-zones.ts'
import { AgendaFilters } from './agenda-filters.tsx'
import { DaySlots } from './agenda-slots.tsx'
import { ZoneSwitch } from './agenda-time-zone.tsx'
import { type AgendaView, agendaLink, agendaParameters, firstShown, readAgendaAddress } from './agenda-url.ts'

export const agendaRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  const route = { operation: 'agendaPage', parameters: agendaParameters }
  publicPages.route(site, '/agenda', route, async (request) => {
    const { visit } = request
    const texts = messagesOf(request).agenda
    const address = readAgendaAddress(request)
    const choice = chooseZone(address.zone, visit)
    const agenda = await readAgenda(services, visit.platform, {
      day: address.day,
      zone: choice.zone,
      track: address.track,
      tag: address.tag,
      speaker: address.speaker,
      isRecommended: address.recommended !== '',
      words: address.q,
      page: Number.parseInt(address.page, 10) || 1,
    })
    const view = { agenda, address: { ...address, zone: choice.parameter }, choice }
    const summary = texts.summary(visit.platform.name)
    const head = (
      <SocialCard
        request={request}
        title={texts.titleOf(visit.platform.name)}
        path="/agenda"
        type="website"
        summary={summary}
        picture={visit.platform.settings.banner}
      />
    )
    return publicPage(
      request,
      <PublicPage
        visit={visit}
        title={texts.title}
        path="/agenda"
        summary={summary}
        head={head}
        scripts={['agenda.js']}
      >
        <AgendaPage view={view} now={services.clock.now()} />
      </PublicPage>,
      { periodMs: QUARTER_HOUR_MS },
    )
  })
}

function AgendaPage({ view, now }: { view: AgendaView; now: number }) {
  const { agenda, address, choice } = view
  const { agenda: texts, time } = useMessages()
  return (
    <>
      <h1>{texts.title}</h1>
      <AgendaFilters view={view} />
      <ZoneSwitch view={view} now={now} />
      <Days view={view} />
      <Found view={view} now={now} />
      <NumberedPager
        page={agenda.page}
        pages={agenda.pages}
        linkTo={(page) => agendaLink(address, { page: String(page) })}
      />
      <p class="quiet">{texts.timeZone(time.zone(firstShown(agenda) ?? now, choice.zone))}</p>
    </>
  )
}

function Days({ view: { agenda, address, choice } }: { view: AgendaView }) {
  const { agenda: texts, time } = useMessages()
  const { days, day: shown } = agenda
  const count = days.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return null
  return (
    <nav class="days" aria-label={texts.days}>
      {days.length > 1 ? (
        <DayLink
          href={agendaLink(address, { day: 'all' })}
          isShown={shown === 'all'}
          text={texts.allDays}
          count={count}
        />
      ) : null}
      {days.map(({ day, from, count }) => (
        <DayLink
          href={agendaLink(address, { day })}
          isShown={shown === day}
          text={time.shortDay(from, choice.zone)}
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

/** The matching talks, day by day. */
function Found({ view, now }: { view: AgendaView; now: number }) {
  const days = view.agenda.days.filter(({ talks }) => talks.length > 0)
  if (days.length === 0) return <NothingFound isFiltered={view.agenda.isFiltered} />
  return (
    <>
      {days.map((day, index) => (
        <DaySlots view={view} day={day} now={now} hasSwitch={index === 0} />
      ))}
    </>
  )
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const { agenda: texts } = useMessages()
  if (!isFiltered) return <p class="notice">{texts.noTalks}</p>
  return (
    <p class="notice">
      {texts.noMatches} <a href="/agenda">{texts.showAll}</a>
    </p>
  )
}
