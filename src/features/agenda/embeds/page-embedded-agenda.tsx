// The agenda for other sites: a line per talk, day by day.

import { clockOf } from '../../../kernel/lib/time/calendar-days.ts'
import { Joined } from '../../../kit/components/joined.tsx'
import { FromTo } from '../../../kit/components/time.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Visit } from '../../../kit/pages/visit.ts'
import { addressOf } from '../../../kit/site/site-urls.ts'
import type { ZoneChoice } from '../../../kit/site/time-zones.ts'
import { speakerNames, TalkMarks } from '../../talks/programme/page-talk-card.tsx'
import type { TalkCard as Talk } from '../../talks/programme/talk-cards.ts'
import type { Agenda } from '../agenda.ts'
import { firstShown } from '../page-url.ts'
import { EmbedPage, TabLink } from './page-embed.tsx'

type Filters = Record<'room' | 'track' | 'language' | 'tag' | 'zone' | 'scheme', string>
type AgendaProps = { visit: Visit; filters: Filters; agenda: Agenda; choice: ZoneChoice; now: number }

export function EmbeddedAgenda({ visit, filters, agenda, choice, now }: AgendaProps) {
  const { scheme, ...shown } = filters
  const { agenda: texts, embeds, time } = useMessages()
  return (
    <EmbedPage
      visit={visit}
      title={texts.title}
      heading={texts.titleOf({ platform: visit.platform.name })}
      scheme={scheme}
    >
      <Days agenda={agenda} filters={filters} choice={choice} />
      {agenda.sections.length === 0 ? <p class="notice">{texts.noTalks}</p> : null}
      {agenda.sections.map(({ from, talks }) => (
        <section aria-labelledby={`day-${from}`}>
          <h2 id={`day-${from}`}>{time.day(from, choice.zone)}</h2>
          <ul class="embed-talks">
            {talks.map((talk) => (
              <TalkLine talk={talk} choice={choice} />
            ))}
          </ul>
        </section>
      ))}
      <Hours agenda={agenda} filters={filters} choice={choice} />
      <footer class="embed-foot">
        <span>{embeds.timeZone({ zone: time.zone(firstShown(agenda) ?? now, choice.zone) })}</span>
        <TabLink href={addressOf('/agenda', shown)}>
          {embeds.fullAgenda({ platform: visit.platform.name })}
        </TabLink>
      </footer>
    </EmbedPage>
  )
}

/** Links between the days. They stay inside the frame. */
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

/** Links between the hours of a day that has too many talks for one page. */
function Hours({ agenda, filters, choice: { zone } }: Pick<AgendaProps, 'agenda' | 'filters' | 'choice'>) {
  const { agenda: texts, time } = useMessages()
  const { day, windows, window: shown } = agenda
  if (windows.length < 2) return null
  return (
    <nav class="days" aria-label={texts.hours}>
      {windows.map(({ from }, index) => (
        <a
          href={addressOf('/embed/agenda', { ...filters, day, from: clockOf(from, zone) })}
          {...(index === shown ? { 'aria-current': 'true' as const } : {})}
        >
          {time.clock(from, zone)}
        </a>
      ))}
    </nav>
  )
}

function TalkLine({ talk, choice: { zone, parameter } }: { talk: Talk; choice: ZoneChoice }) {
  const messages = useMessages()
  return (
    <li class={talk.keynote ? 'embed-talk keynote' : 'embed-talk'}>
      <p class="embed-time">
        <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
      </p>
      <div>
        <h3>
          <TabLink href={addressOf(`/talks/${talk.id}`, { zone: parameter })}>
            <bdi>{talk.title}</bdi>
          </TabLink>
        </h3>
        <p class="quiet">
          <Joined texts={[speakerNames(messages, talk.speakers), talk.room, talk.track]} by=" · " />
        </p>
        <TalkMarks talk={talk} />
      </div>
    </li>
  )
}
