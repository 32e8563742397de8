// The switch between the time zone of the event, the visitor's own, and any other.
import { zoneText } from '../../components/time.tsx'
import { type AgendaView, agendaLink } from './agenda-url.ts'

const problems = {
  own: 'Your own time zone is not known here. Choose it by its name.',
  name: 'There is no time zone of this name. Names look like Europe/Paris.',
}
const kinds = { event: 'time of the event', own: 'your time', chosen: 'as chosen' }

/** The own time zone is that of the account; where there is none, `agenda.js` asks the browser for it. */
export function ZoneSwitch({ view: { agenda, asked, choice }, now }: { view: AgendaView; now: number }) {
  const { kind, zone, unknown } = choice
  return (
    <details class="zone-switch" open={unknown !== undefined}>
      <summary>
        Times in <strong>{zoneText(agenda.talks[0]?.startAt ?? now, zone)}</strong>, {kinds[kind]}
      </summary>
      {unknown ? (
        <p class="problem" role="alert">
          {problems[unknown]}
        </p>
      ) : null}
      <div class="zone-choices">
        <a class="button" href={agendaLink(asked, { zone: '', day: '' })}>
          Event time
        </a>
        <a class="button" href={agendaLink(asked, { zone: 'own', day: '' })} data-own-zone>
          My time
        </a>
        <form method="get" action="/agenda" class="zone-form">
          {(['q', 'track', 'tag', 'speaker', 'recommended', 'view'] as const).map((name) =>
            asked[name] === '' ? null : <input type="hidden" name={name} value={asked[name]} />,
          )}
          <label for="zone">Other time zone</label>
          <input
            type="text"
            id="zone"
            name="zone"
            value={kind === 'chosen' ? zone : ''}
            placeholder="Asia/Tokyo"
            maxLength={64}
            autocomplete="off"
            required
          />
          <button type="submit">Show</button>
        </form>
      </div>
    </details>
  )
}
