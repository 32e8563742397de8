// The agenda in pages of other sites: one line a talk, day by day.
import type { Agenda } from '../../../domain/site/agenda.ts'
import type { TalkCard as Talk } from '../../../domain/site/home.ts'
import { namesOf, TalkMarks } from '../../components/talk-card.tsx'
import { dayText, FromTo, shortDayText, zoneText } from '../../components/time.tsx'
import type { Visit } from '../../pages/visit.ts'
import { addressOf } from '../site-urls.ts'
import type { ZoneChoice } from '../time-zones.ts'
import { EmbedPage, TabLink } from './embed-page.tsx'

type Asked = { track: string; tag: string; zone: string; scheme: string }
type AgendaProps = { visit: Visit; asked: Asked; agenda: Agenda; choice: ZoneChoice; now: number }

export function EmbeddedAgenda({ visit, asked, agenda, choice, now }: AgendaProps) {
  const { track, tag, zone } = asked
  return (
    <EmbedPage visit={visit} title="Agenda" scheme={asked.scheme}>
      <Days agenda={agenda} asked={asked} choice={choice} />
      {agenda.talks.length === 0 ? <p class="notice">No talk has been announced yet.</p> : null}
      {talksByDay(agenda).map(({ from, talks }) => (
        <section aria-labelledby={`day-${from}`}>
          <h2 id={`day-${from}`}>{dayText(from, choice.zone)}</h2>
          <ul class="embed-talks">
            {talks.map((talk) => (
              <TalkLine talk={talk} choice={choice} />
            ))}
          </ul>
        </section>
      ))}
      {agenda.leftOut > 0 ? (
        <p class="quiet">{agenda.leftOut} further talks are in the whole agenda.</p>
      ) : null}
      <footer class="embed-foot">
        <span>Times in {zoneText(agenda.talks[0]?.startAt ?? now, choice.zone)}</span>
        <TabLink href={addressOf('/agenda', { track, tag, zone })}>
          Whole agenda of {visit.platform.name}
        </TabLink>
      </footer>
    </EmbedPage>
  )
}

/** The talks that are shown, by the days of the agenda; both are in the order of time. */
function talksByDay({ days, talks }: Agenda): { from: number; talks: Talk[] }[] {
  const found = days.map(({ from }) => ({ from, talks: [] as Talk[] }))
  let at = 0
  for (const talk of talks) {
    while (talk.startAt >= (found[at + 1]?.from ?? Number.POSITIVE_INFINITY)) at += 1
    found[at]?.talks.push(talk)
  }
  return found.filter(({ talks }) => talks.length > 0)
}

/** From day to day without leaving the frame. */
function Days({ agenda, asked, choice }: Pick<AgendaProps, 'agenda' | 'asked' | 'choice'>) {
  if (agenda.days.length < 2) return null
  return (
    <nav class="days" aria-label="Days">
      {agenda.days.map(({ day, from }) => (
        <a
          href={addressOf('/embed/agenda', { ...asked, day })}
          {...(agenda.day === day ? { 'aria-current': 'true' as const } : {})}
        >
          {shortDayText(from, choice.zone)}
        </a>
      ))}
    </nav>
  )
}

function TalkLine({ talk, choice: { zone, parameter } }: { talk: Talk; choice: ZoneChoice }) {
  return (
    <li class={talk.keynote ? 'embed-talk keynote' : 'embed-talk'}>
      <p class="embed-time">
        <FromTo start={talk.startAt} end={talk.endAt} zone={zone} />
      </p>
      <div>
        <h3>
          <TabLink href={addressOf(`/talks/${talk.id}`, { zone: parameter })}>{talk.title}</TabLink>
        </h3>
        <p class="quiet">{[namesOf(talk.speakers), talk.track].filter(Boolean).join(' · ')}</p>
        <TalkMarks talk={talk} />
      </div>
    </li>
  )
}
