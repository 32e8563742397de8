// The agenda: one day or all days, as a grid by track or as a list, filtered by its address.
import type { FastifyPluginAsync } from 'fastify'
import { NumberedPager } from '../../kit/components/pager.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { FIVE_MINUTES_MS } from '../../kit/pages/public-response.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage, SocialCard } from '../../kit/site/site-page.tsx'
import { chooseZone } from '../../kit/site/time-zones.ts'
import { readAgenda, withDetails } from './agenda.ts'
import { FeedLinks } from './feeds/page-feed-links.tsx'
import { ActiveFilters, AgendaFilters } from './page-filters.tsx'
import { DayPager, HourLinks } from './page-hours.tsx'
import { ZoneSwitch } from './page-time-zone.tsx'
import { Days, LayoutSwitch, RoomChips } from './page-toolbar.tsx'
import { type AgendaView, agendaLink, agendaParameters, firstShown, readAgendaAddress } from './page-url.ts'
import { currentSlot, DaySlots, type RenderedDay, renderDays } from './timetable/page-slots.tsx'

/** Only wide screens have room for a timetable. */
const WIDE_SCREENS = 'screen and (min-width: 60rem)'

export const agendaRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  const route = { operation: 'agendaPage', parameters: agendaParameters, hasStars: true }
  publicPages.route(site, '/agenda', route, async (request) => {
    const { visit } = request
    const texts = messagesOf(request).agenda
    const address = readAgendaAddress(request)
    const choice = chooseZone(address.zone, visit)
    const found = await readAgenda(services, visit.platform, {
      day: address.day,
      zone: choice.zone,
      from: address.from,
      rooms: address.room,
      tracks: address.track,
      languages: address.language,
      tags: address.tag,
      speaker: address.speaker,
      isRecommended: address.recommended !== '',
      words: address.q,
      page: Number.parseInt(address.page, 10) || 1,
    })
    const agenda = await withDetails(services, found)
    const { language } = visit.platform.settings
    const view = { agenda, address: { ...address, zone: choice.parameter }, choice, language }
    const days = await renderDays(request, view)
    const summary = texts.summary({ platform: visit.platform.name })
    const head = (
      <>
        <SocialCard
          request={request}
          title={texts.titleOf({ platform: visit.platform.name })}
          path="/agenda"
          type="website"
          summary={summary}
          picture={visit.platform.settings.banner ?? '/agenda/card.png'}
        />
        <FeedLinks />
      </>
    )
    return publicPage(
      request,
      <PublicPage
        visit={visit}
        title={texts.title}
        path="/agenda"
        summary={summary}
        head={head}
        styles={[{ name: 'timetable.css', media: WIDE_SCREENS }]}
        scripts={['popovers.js', 'agenda.js']}
      >
        <AgendaPage view={view} days={days} now={services.clock.now()} />
      </PublicPage>,
      { periodMs: FIVE_MINUTES_MS },
    )
  })
}

type PageProps = { view: AgendaView; days: readonly RenderedDay[]; now: number }

function AgendaPage({ view, days, now }: PageProps) {
  const { agenda, address, choice } = view
  const { agenda: texts, time } = useMessages()
  return (
    <>
      <h1>{texts.title}</h1>
      <div class="toolbar">
        <Days view={view} hasNow={currentSlot(agenda, now) !== undefined} />
        <div class="tools">
          <AgendaFilters view={view} />
          <ZoneSwitch view={view} now={now} />
          <LayoutSwitch view={view} />
          <RoomChips view={view} />
        </div>
      </div>
      <ActiveFilters view={view} />
      <HourLinks view={view} />
      <Found view={view} days={days} now={now} />
      <DayPager view={view} />
      <NumberedPager
        page={agenda.page}
        pages={agenda.pages}
        isMore={agenda.isMore}
        linkTo={(page) => agendaLink(address, { from: address.from, page: String(page) })}
      />
      <p class="quiet">{texts.timeZone({ zone: time.zone(firstShown(agenda) ?? now, choice.zone) })}</p>
    </>
  )
}

/** The matching talks, day by day. */
function Found({ view, days, now }: PageProps) {
  if (days.length === 0) return <NothingFound view={view} />
  return (
    <>
      {days.map((day) => (
        <DaySlots view={view} day={day} now={now} />
      ))}
    </>
  )
}

function NothingFound({ view: { agenda, address } }: { view: AgendaView }) {
  const { agenda: texts } = useMessages()
  if (!agenda.isFiltered) return <p class="notice">{texts.noTalks}</p>
  if (agenda.day !== 'all')
    return (
      <p class="notice">
        {texts.noTalksOfDay} <a href={agendaLink(address, { day: 'all' })}>{texts.searchAllDays}</a>
      </p>
    )
  return (
    <p class="notice">
      {texts.noMatches} <a href="/agenda">{texts.showAll}</a>
    </p>
  )
}
