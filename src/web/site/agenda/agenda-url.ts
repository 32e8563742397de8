// The address of the agenda: what it says, and how to say something else.
import type { FastifyRequest } from 'fastify'
import type { Agenda } from '../../../domain/site/agenda.ts'
import { addressOf, queryOf } from '../site-urls.ts'
import type { ZoneChoice } from '../time-zones.ts'

/** What the address of the agenda says, in its own words. */
export type AgendaAddress = {
  q: string
  track: string
  tag: string
  speaker: string
  recommended: string
  day: string
  view: string
  zone: string
}

export type AgendaView = { agenda: Agenda; asked: AgendaAddress; choice: ZoneChoice }

/** The address of the same agenda with something changed; '' takes a part away. */
export const agendaLink = (asked: AgendaAddress, changes: Partial<AgendaAddress>): string =>
  addressOf('/agenda', { ...asked, ...changes })

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
  }
}
