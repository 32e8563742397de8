// Switches between the time zone of the event, the visitor's own, and any other.
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { HiddenField } from '../../kit/site/search-form.tsx'
import { type AgendaView, agendaLink, facets, firstShown } from './page-url.ts'

/** The visitor's own time zone comes from the account. Without an account, `agenda.js` asks the browser. */
export function ZoneSwitch({ view: { agenda, address, choice }, now }: { view: AgendaView; now: number }) {
  const { kind, zone, unknown } = choice
  const { agenda: messages, time } = useMessages()
  const texts = messages.zone
  const name = time.zone(firstShown(agenda) ?? now, zone)
  return (
    <details class="popover zone-switch" open={unknown !== undefined}>
      <summary class="button">
        <Icon name="globe" />
        <span class="zone-name">{name}</span>
      </summary>
      <div class="zone-choices popover-panel">
        <p>{texts.heading({ zone: <strong>{name}</strong>, kind: texts.kinds[kind] })}</p>
        {unknown ? (
          <p class="problem" role="alert">
            {texts.unknown[unknown]}
          </p>
        ) : null}
        <a class="button" href={agendaLink(address, { zone: '', day: '' })}>
          {texts.useEvent}
        </a>
        <a
          class="button"
          href={agendaLink(address, { zone: 'own', day: '' })}
          data-own-zone={texts.useBrowser({ zone: '{zone}' })}
        >
          {texts.useOwn}
        </a>
        <form method="get" action="/agenda" class="zone-form">
          {(['q', ...facets, 'speaker', 'recommended', 'view'] as const).flatMap((name) =>
            [address[name]].flat().map((value) => <HiddenField name={name} value={value} />),
          )}
          <label for="zone">{texts.other}</label>
          <input
            type="text"
            dir="auto"
            id="zone"
            name="zone"
            value={kind === 'chosen' ? zone : ''}
            placeholder={texts.example}
            maxLength={64}
            autocomplete="off"
            required
          />
          <button type="submit">{texts.apply}</button>
        </form>
      </div>
    </details>
  )
}
