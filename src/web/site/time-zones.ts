// Which time zone the times of a page are in: that of the event, the visitor's own, or a chosen one.
import { isTimeZone } from '../../lib/time/instants.ts'
import type { Visit } from '../pages/visit.ts'

export type ZoneChoice = {
  kind: 'event' | 'own' | 'chosen'
  zone: string
  /** What links carry on: '' for the time zone of the event. */
  parameter: string
  /** What was asked for and could not be given. */
  unknown: 'own' | 'name' | undefined
}

/** `own` is the time zone of the visitor's account; without one, pages ask the browser or let choose by name. */
export function chooseZone(asked: string, { platform, user }: Visit): ZoneChoice {
  const event = {
    kind: 'event',
    zone: platform.settings.timezone,
    parameter: '',
    unknown: undefined,
  } as const
  if (asked === '' || asked === 'event') return event
  if (asked === 'own') {
    if (!user?.timezone) return { ...event, unknown: 'own' }
    return { kind: 'own', zone: user.timezone, parameter: 'own', unknown: undefined }
  }
  // People write “America/New York”; the name has an underscore.
  const name = asked.replaceAll(' ', '_')
  if (!isTimeZone(name)) return { ...event, unknown: 'name' }
  return { kind: 'chosen', zone: name, parameter: name, unknown: undefined }
}
