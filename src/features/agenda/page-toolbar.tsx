// The bars above the talks: days, layouts, rooms (on a phone), and tracks. Each is a list of links.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { withChosen } from '../../kit/site/search-form.tsx'
import { MAX_CHIPS } from './limits.ts'
import { type AgendaView, agendaLink } from './page-url.ts'
import { layoutsOf, shownLayout } from './timetable/page-layouts.ts'

/** `hasNow` adds the way to the current talks. */
export function Days({ view: { agenda, address, choice }, hasNow }: { view: AgendaView; hasNow: boolean }) {
  const { agenda: texts, time } = useMessages()
  const { days, day: shown } = agenda
  if (days.length === 0) return null
  return (
    <nav class="days" aria-label={texts.days}>
      {days.length > 1 ? (
        <BarLink href={agendaLink(address, { day: 'all' })} isCurrent={shown === 'all'}>
          {texts.allDays}
        </BarLink>
      ) : null}
      {days.map(({ day, from }) => (
        <BarLink href={agendaLink(address, { day })} isCurrent={shown === day}>
          {time.shortDay(from, choice.zone)}
        </BarLink>
      ))}
      {hasNow ? (
        <a class="now-link dot" href="#now">
          {texts.goToNow}
        </a>
      ) : null}
    </nav>
  )
}

/** Shown only on wide screens, because narrow ones always show a list. */
export function LayoutSwitch({ view }: { view: AgendaView }) {
  const { agenda, address } = view
  const { layouts: texts } = useMessages().agenda
  const layouts = layoutsOf(agenda)
  if (layouts.length < 2) return null
  const shown = shownLayout(view)
  return (
    <nav class="layout-switch" aria-label={texts.label}>
      {layouts.map((layout, index) => (
        <BarLink
          href={agendaLink(address, {
            ...{ day: agenda.day, from: address.from },
            view: index === 0 ? '' : layout,
          })}
          isCurrent={layout === shown}
        >
          {texts[layout]}
        </BarLink>
      ))}
    </nav>
  )
}

/** The rooms, one of which can be chosen. On wide screens, each is a column instead. */
export function RoomChips({ view: { agenda, address } }: { view: AgendaView }) {
  const { agenda: texts } = useMessages()
  const rooms = useChips(agenda.choices.room, address.room)
  if (rooms.length < 2) return null
  const linkTo = (room: readonly string[]) => agendaLink(address, { day: agenda.day, room })
  return (
    <nav class="room-chips chips" aria-label={texts.filters.room}>
      <BarLink href={linkTo([])} isCurrent={address.room.length === 0} class="chip">
        {texts.allRooms}
      </BarLink>
      {rooms.map((room) => (
        <BarLink href={linkTo([room])} isCurrent={address.room.includes(room)} class="chip">
          <bdi>{room}</bdi>
        </BarLink>
      ))}
    </nav>
  )
}

/** The tracks with their colors. Each link adds or removes one. */
export function Legend({ view: { agenda, address } }: { view: AgendaView }) {
  const { agenda: texts } = useMessages()
  const tracks = useChips(agenda.choices.track, address.track)
  if (tracks.length < 2) return null
  const toggled = (track: string) =>
    address.track.includes(track)
      ? address.track.filter((other) => other !== track)
      : [...address.track, track]
  return (
    <nav class="legend chips" aria-label={texts.legend}>
      {tracks.map((track) => (
        <BarLink
          href={agendaLink(address, { day: agenda.day, track: toggled(track) })}
          isCurrent={address.track.includes(track)}
          class={`chip dot${classOf(agenda.colors.get(track))}`}
        >
          <bdi>{track}</bdi>
        </BarLink>
      ))}
    </nav>
  )
}

/** The class of a color; none for a track without talks. */
const classOf = (color: number | undefined): string => (color === undefined ? '' : ` track-${color}`)

/** Also those chosen ones that the shown days do not have. */
function useChips(options: readonly string[], chosen: readonly string[]): string[] {
  const { compare } = useMessages().formats
  return withChosen(options.toSorted(compare), chosen).slice(0, MAX_CHIPS)
}

type LinkProps = { href: string; isCurrent: boolean; class?: string; children: ComponentChildren }

function BarLink({ href, isCurrent, class: className, children }: LinkProps) {
  return (
    <a
      {...(className ? { class: className } : {})}
      href={href}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      {children}
    </a>
  )
}
