// The panel of the dashboard with upcoming talks.

import { Joined } from '../../kit/components/joined.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ListedTalk } from '../talks/programme/public-talks-store.ts'
import type { Dashboard } from './dashboard.ts'

export const LIVE_AND_UPCOMING = '/backoffice/talks?when=upcoming'

type PanelProps = { dashboard: Dashboard; zone: string }

export function Programme({ dashboard, zone }: PanelProps) {
  const { time, office } = useMessages()
  const texts = office.dashboard.programme
  const { next, now } = dashboard
  if (next.length === 0)
    return <p class="quiet">{texts.empty({ add: (text) => <a href="/backoffice/talks/new">{text}</a> })}</p>
  return (
    <>
      <p class="quiet">{texts.timesIn({ zone: time.zone(now, zone) })}</p>
      <ul class="rows timed">
        {next.map((talk) => (
          <TalkRow
            talk={talk}
            when={texts.starts({
              day: time.shortDay(talk.startAt, zone),
              time: time.clock(talk.startAt, zone),
            })}
          />
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
      <a dir="auto" class="row-link" href={`/backoffice/talks/${talk.id}`}>
        {talk.title}
      </a>
      <span class="quiet">
        <Joined texts={[talk.room, when]} by=" · " />
      </span>
    </li>
  )
}
