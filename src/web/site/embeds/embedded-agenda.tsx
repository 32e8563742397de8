// The agenda for other sites: a line per talk, day by day.
import type { Agenda } from '../../../domain/site/agenda.ts'
import type { TalkCard as Talk } from '../../../domain/site/talk-cards.ts'
import { speakerNames, TalkMarks } from '../../components/talk-card.tsx'
import { FromTo } from '../../components/time.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import type { Visit } from '../../pages/visit.ts'
import { firstShown } from '../agenda/agenda-url.ts'
import { addressOf } from '../site-urls.ts'
import type { ZoneChoice } from '../time-zones.ts'
import { EmbedPage, TabLink } from './embed-page.tsx'

type Filters = { track: string; tag: string; zone: string; scheme: string }
type AgendaProps = { visit: Visit; filters: Filters; agenda: Agenda; choice: ZoneChoice; now: number }

export function EmbeddedAgenda({ visit, filters, agenda, choice, now }: AgendaProps) {
  const { track, tag, zone } = filters
  const { agenda: texts, embeds, time } = useMessages()
  const days = agenda.days.filter(({ talks }) => talks.length > 0)
  return (
    <EmbedPage
      visit={visit}
      title={texts.title}
      heading={texts.titleOf(visit.platform.name)}
      scheme={filters.scheme}
    >
      <Days agenda={agenda} filters={filters} choice={choice} />
      {days.length === 0 ? <p class="notice">{texts.noTalks}</p> : null}
      {days.map(({ from, talks }) => (
        <section aria-labelledby={`day-${from}`}>
          <h2 id={`day-${from}`}>{time.day(from, choice.zone)}</h2>
          <ul class="embed-talks">
            {talks.map((talk) => (
              <TalkLine talk={talk} choice={choice} />
            ))}
          </ul>
        </section>
      ))}
      {agenda.hiddenCount > 0 ? <p class="quiet">{embeds.hiddenTalks(agenda.hiddenCount)}</p> : null}
      <footer class="embed-foot">
        <span>{embeds.timeZone(time.zone(firstShown(agenda) ?? now, choice.zone))}</span>
        <TabLink href={addressOf('/agenda', { track, tag, zone })}>
          {embeds.fullAgenda(visit.platform.name)}
        </TabLink>
      </footer>
    </EmbedPage>
  )
}

/** Links between the days that stay inside the frame. */
function Days({ agenda, filters, choice }: Pick<AgendaProps, 'agenda' | 'filters' | 'choice'>) {
  const { agenda: texts, time } = useMessages()
  if (agenda.days.length < 2) return null
  return (
    <nav class="days" aria-label={texts.days}>
      {agenda.days.map(({ day, from }) => (
        <a
          href={addressOf('/embed/agenda', { ...filters, day })}
          {...(agenda.day === day ? { 'aria-current': 'true' as const } : {})}
        >
          {time.shortDay(from, choice.zone)}
        </a>
      ))}
    </nav>
  )
}

function TalkLine({ talk, choice: { zone, parameter } }: { talk: Talk; choice: ZoneChoice }) {
  const { talk: texts } = useMessages()
  return (
    <li class={talk.keynote ? 'embed-talk keynote' : 'embed-talk'}>
      <p class="embed-time">
        <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
      </p>
      <div>
        <h3>
          <TabLink href={addressOf(`/talks/${talk.id}`, { zone: parameter })}>{talk.title}</TabLink>
        </h3>
        <p class="quiet">{[speakerNames(texts, talk.speakers), talk.track].filter(Boolean).join(' · ')}</p>
        <TalkMarks talk={talk} />
      </div>
    </li>
  )
}
