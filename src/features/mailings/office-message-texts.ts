// The group and the time of a message in words.
import type { Messages } from '../../kit/messages/messages.ts'
import type { AudienceFilter, MailingRow } from './tables.ts'

type Group = { audience: MailingRow['audience']; filter?: AudienceFilter | undefined }

export function groupText({ office }: Messages, { audience, filter = {} }: Group): string {
  if (audience === null || audience === 'sender') return ''
  const { groups, ofTrack, tagged, states } = office.messages
  const { track, tag, state } = filter
  const parts = [
    groups[audience],
    ...(track === undefined ? [] : [ofTrack({ track })]),
    ...(tag === undefined ? [] : [tagged({ tag })]),
    ...(state === undefined ? [] : [states[state]]),
  ]
  return parts.join(' · ')
}

/** `Thu, May 20, 2027, 09:00, Europe/Brussels (GMT+2)` */
export const timeText = ({ time }: Messages, at: number, zone: string): string =>
  [time.weekdayDate(at, zone), time.clock(at, zone), time.zone(at, zone)].join(', ')
