// The panel of the dashboard with upcoming talks.

import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ListedTalk } from '../talks/programme/public-talks-store.ts'
import type { Dashboard } from './dashboard.ts'

export const LIVE_AND_UPCOMING = '/backoffice/talks?when=upcoming'

type PanelProps = { dashboard: Dashboard; zone: string }

export function Programme({ dashboard, zone }: PanelProps) {
  const { time, office } = useMessages()
  const texts = office.dashboard.programme
  const { next, now } = dashboard
  const today = dayOf(now, zone)
  const startOf = (at: number) =>
    dayOf(at, zone) === today
      ? time.clock(at, zone)
      : texts.starts({ day: time.shortDay(at, zone), time: time.clock(at, zone) })
  if (next.length === 0)
    return <p class="quiet">{texts.empty({ add: (text) => <a href="/backoffice/talks/new">{text}</a> })}</p>
  return (
    <>
      <ul class="rows up-next">
        {next.map((talk) => (
          <TalkRow talk={talk} when={startOf(talk.startAt)} />
        ))}
      </ul>
      <p class="panel-foot">
        <a href={LIVE_AND_UPCOMING}>{texts.all}</a>
      </p>
    </>
  )
}

function TalkRow({ talk, when }: { talk: ListedTalk; when: string }) {
  return (
    <li>
      <span class="when">{when}</span>
      <a dir="auto" class="row-link" href={`/backoffice/talks/${talk.id}`}>
        {talk.title}
      </a>
      {talk.room ? (
        <span class="quiet" dir="auto">
          {talk.room}
        </span>
      ) : null}
    </li>
  )
}
