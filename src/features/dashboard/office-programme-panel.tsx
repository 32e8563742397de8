// The panel of the dashboard with live and upcoming talks.

import { Joined } from '../../kit/components/joined.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { ListedTalk } from '../talks/programme/public-talks-store.ts'
import type { Dashboard } from './dashboard.ts'

export const LIVE_AND_UPCOMING = '/backoffice/talks?when=upcoming'

type PanelProps = { dashboard: Dashboard; zone: string }

export function Programme({ dashboard, zone }: PanelProps) {
  const { time, office } = useMessages()
  const texts = office.dashboard.programme
  const { live, liveCount, next, now } = dashboard
  const moreLive = liveCount - live.length
  if (live.length + next.length === 0)
    return <p class="quiet">{texts.empty({ add: (text) => <a href="/backoffice/talks/new">{text}</a> })}</p>
  return (
    <>
      <p class="quiet">{texts.timesIn({ zone: time.zone(now, zone) })}</p>
      <ul class="rows timed">
        {live.map((talk) => (
          <TalkRow talk={talk} when={texts.until({ time: time.clock(talk.endAt, zone) })} isLive />
        ))}
        {moreLive > 0 ? <li class="quiet">{texts.moreLive({ count: moreLive })}</li> : null}
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

function TalkRow({ talk, when, isLive = false }: { talk: ListedTalk; when: string; isLive?: boolean }) {
  const texts = useMessages().office.dashboard.programme
  return (
    <li>
      <a dir="auto" class={isLive ? 'row-link is-live' : 'row-link'} href={`/backoffice/talks/${talk.id}`}>
        {talk.title}
      </a>
      <span class="quiet">
        {isLive ? <span class="badge live dot">{texts.live}</span> : null}{' '}
        <Joined texts={[talk.room, when]} by=" · " />
      </span>
    </li>
  )
}
