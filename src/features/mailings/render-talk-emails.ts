// The parts of e-mails about talks: changes, and talks that start soon.

import { HOUR_MS } from '../../kernel/lib/time/units.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { hasNoLink } from '../mail-delivery/render-names.ts'
import type { PlaceholderValues } from '../mail-delivery/render-texts.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow, TalkSlot } from '../talks/tables.ts'
import type { MailingTalkRow } from './tables.ts'
import { endOf } from './talk-announcements.ts'

type Values = Pick<PlaceholderValues, 'summary' | 'changes' | 'talks' | 'time'>
type Site = { platform: Pick<PlatformRow, 'settings'>; origin: string }
type ChangedTalk = Omit<MailingTalkRow, 'mailingId'>

/** The values of an e-mail about changes, by start. */
export function valuesOfChanges(
  messages: Messages,
  { platform, origin }: Site,
  talks: readonly ChangedTalk[],
): Values {
  const { changes: texts } = messages.emails
  const sorted = talks.toSorted((one, other) => one.after.startAt - other.after.startAt)
  const blocks = sorted.map((talk) => {
    const zone = talk.timezone ?? platform.settings.timezone
    const [before, after] = [talk.before, talk.after].map((slot) => slotText(messages, slot, zone))
    return [talk.title, ...linesOf(texts, talk, { before, after }), `${origin}/talks/${talk.talkId}`].join(
      '\n',
    )
  })
  const [only] = sorted
  const isNamed = only && sorted.length === 1 && hasNoLink(only.title)
  const summary = isNamed ? summaryOf(texts, only) : texts.talks({ count: sorted.length })
  return { summary, changes: blocks.join('\n\n') }
}

type ChangeTexts = Messages['emails']['changes']

function linesOf(
  texts: ChangeTexts,
  { before, after }: ChangedTalk,
  slots: { before?: string | undefined; after?: string | undefined },
): string[] {
  const [earlier, later] = [slots.before ?? '', slots.after ?? '']
  if (after.state === 'cancelled') return [texts.wasPlanned({ slot: earlier })]
  if (before.state === 'cancelled') return [texts.takesPlace({ slot: later })]
  return [texts.now({ slot: later }), texts.before({ slot: earlier })]
}

function summaryOf(texts: ChangeTexts, { title, before, after }: ChangedTalk): string {
  if (after.state === 'cancelled') return texts.isCanceled({ title })
  if (before.state === 'cancelled') return texts.isPublished({ title })
  const isSameTime = before.startAt === after.startAt && before.duration === after.duration
  return isSameTime ? texts.newRoom({ title }) : texts.newTime({ title })
}

/** `Thu, May 20, 2027, 09:00–10:00, Europe/Brussels (GMT+2), Great Hall` */
function slotText({ time }: Messages, slot: TalkSlot, zone: string): string {
  const clocks = `${time.clock(slot.startAt, zone)}–${time.clock(endOf(slot), zone)}`
  return [time.weekdayDate(slot.startAt, zone), clocks, time.zone(slot.startAt, zone), slot.room ?? '']
    .filter((part) => part !== '')
    .join(', ')
}

type StartingTalk = Pick<TalkRow, 'id' | 'title' | 'room'>

/** The values of a reminder of talks that start at the same time (epoch milliseconds). */
export function valuesOfReminder(
  { time, emails: texts }: Messages,
  { platform, origin }: Site,
  { startAt, talks }: { startAt: number; talks: readonly StartingTalk[] },
): Values {
  const zone = platform.settings.timezone
  const clock = time.clock(startAt, zone)
  const blocks = talks.map(({ id, title, room }) =>
    [title, ...(room === null ? [] : [room]), `${origin}/talks/${id}`].join('\n'),
  )
  const [only] = talks
  return {
    summary:
      only && talks.length === 1 && hasNoLink(only.title)
        ? texts.starts({ title: only.title, clock })
        : texts.start({ count: talks.length, clock }),
    talks: blocks.join('\n\n'),
    time: `${clock}, ${time.zone(startAt, zone)}`,
  }
}

/** 09:00 UTC on a Thursday. */
const SAMPLE_START = Date.UTC(2027, 4, 20, 9)

/** Sample values of an e-mail about changes, for organizers. */
export function sampleOfChanges(messages: Messages, site: Site): Values {
  const { sampleTalk: title, sampleRoom: room } = messages.emails
  const before = { state: 'published' as const, startAt: SAMPLE_START, duration: 60, room }
  const after = { ...before, startAt: SAMPLE_START + HOUR_MS }
  return valuesOfChanges(messages, site, [{ talkId: 'example', title, timezone: null, before, after }])
}

export function sampleOfReminder(messages: Messages, site: Site): Values {
  const { sampleTalk: title, sampleRoom: room } = messages.emails
  return valuesOfReminder(messages, site, { startAt: SAMPLE_START, talks: [{ id: 'example', title, room }] })
}
