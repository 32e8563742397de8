// The address of the agenda: its parameters, and links that change them.
import type { FastifyRequest } from 'fastify'
import { clockOf } from '../../kernel/lib/time/calendar-days.ts'
import { queryListOf, queryOf } from '../../kit/pages/query.ts'
import { addressOf } from '../../kit/site/site-urls.ts'
import type { ZoneChoice } from '../../kit/site/time-zones.ts'
import type { Agenda } from './agenda.ts'

/** Layouts: the columns of a day, or a list. */
const layouts = ['rooms', 'tracks', 'list'] as const
export type AgendaLayout = (typeof layouts)[number]

/** Parameters that can have several values. */
export const facets = ['room', 'track', 'language', 'tag'] as const
export type Facet = (typeof facets)[number]

/** The parameters of the address as text; '' for absent ones. */
export type AgendaAddress = Record<Facet, readonly string[]> & {
  q: string
  speaker: string
  recommended: string
  day: string
  from: string
  /** '' for the default layout. */
  view: AgendaLayout | ''
  zone: string
  page: string
}

export type AgendaView = {
  agenda: Agenda
  address: AgendaAddress
  choice: ZoneChoice
  /** The language of the event. */
  language: string
}

export const agendaParameters = [
  ...['q', ...facets, 'speaker', 'recommended'],
  ...['day', 'from', 'view', 'zone', 'page'],
] as const satisfies readonly (keyof AgendaAddress)[]

/** The address of the same agenda with some parameters changed, at its first page. '' removes a parameter. */
export const agendaLink = (address: AgendaAddress, changes: Partial<AgendaAddress>): string =>
  addressOf('/agenda', { ...address, from: '', page: '', ...changes })

/** The id of the page section with the talks that start at an instant, for links within a day. */
export const slotId = (at: number, zone: string): string => `at-${clockOf(at, zone).replace(':', '')}`

/** The start of the first talk on the page; undefined without talks. */
export const firstShown = ({ sections }: Agenda): number | undefined => sections[0]?.talks[0]?.startAt

export function readAgendaAddress(request: FastifyRequest): AgendaAddress {
  const query = queryOf(request)
  const list = queryListOf(request)
  const view = query('view')
  return {
    q: query('q'),
    room: list('room'),
    track: list('track'),
    language: list('language'),
    tag: list('tag'),
    speaker: query('speaker'),
    recommended: query('recommended') === '' ? '' : '1',
    day: query('day'),
    from: query('from'),
    view: layouts.find((layout) => layout === view) ?? '',
    zone: query('zone'),
    page: query('page'),
  }
}
