// The time zone of a page: the event's, the visitor's own, or a selected one.
import { isTimeZone } from '../../kernel/lib/time/instants.ts'
import type { Visit } from '../pages/visit.ts'

export type ZoneChoice = {
  kind: 'event' | 'own' | 'chosen'
  zone: string
  /** The `zone` parameter for links: '' for the time zone of the event. */
  parameter: string
  /** The kind of request that could not be fulfilled. */
  unknown: 'own' | 'name' | undefined
}

/** `own` is the time zone of the visitor's account. Without one, pages ask the browser or offer names. */
export function chooseZone(requested: string, { platform, user }: Visit): ZoneChoice {
  const event = {
    kind: 'event',
    zone: platform.settings.timezone,
    parameter: '',
    unknown: undefined,
  } as const
  if (requested === '' || requested === 'event') return event
  if (requested === 'own') {
    if (!user?.timezone) return { ...event, unknown: 'own' }
    return { kind: 'own', zone: user.timezone, parameter: 'own', unknown: undefined }
  }
  // People write “America/New York”, but the name has an underscore.
  const name = requested.replaceAll(' ', '_')
  if (!isTimeZone(name)) return { ...event, unknown: 'name' }
  return { kind: 'chosen', zone: name, parameter: name, unknown: undefined }
}
