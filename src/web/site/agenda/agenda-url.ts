// The address of the agenda: its parameters, and links that change them.
import type { FastifyRequest } from 'fastify'
import type { Agenda } from '../../../domain/site/agenda.ts'
import { queryOf } from '../../pages/query.ts'
import { addressOf } from '../site-urls.ts'
import type { ZoneChoice } from '../time-zones.ts'

/** The parameters of the address, as text; '' for those that are absent. */
export type AgendaAddress = {
  q: string
  track: string
  tag: string
  speaker: string
  recommended: string
  day: string
  view: string
  zone: string
  page: string
}

export type AgendaView = { agenda: Agenda; address: AgendaAddress; choice: ZoneChoice }

export const agendaParameters = [
  ...['q', 'track', 'tag', 'speaker', 'recommended'],
  ...['day', 'view', 'zone', 'page'],
] as const satisfies readonly (keyof AgendaAddress)[]

/** The address of the same agenda with some parameters changed, at its first page; '' removes one. */
export const agendaLink = (address: AgendaAddress, changes: Partial<AgendaAddress>): string =>
  addressOf('/agenda', { ...address, page: '', ...changes })

/** When the first talk on the page begins; undefined without talks. */
export const firstShown = ({ days }: Agenda): number | undefined =>
  days.find(({ talks }) => talks.length > 0)?.talks[0]?.startAt

export function readAgendaAddress(request: FastifyRequest): AgendaAddress {
  const query = queryOf(request)
  return {
    q: query('q'),
    track: query('track'),
    tag: query('tag'),
    speaker: query('speaker'),
    recommended: query('recommended') === '' ? '' : '1',
    day: query('day'),
    view: query('view') === 'list' ? 'list' : '',
    zone: query('zone'),
    page: query('page'),
  }
}
