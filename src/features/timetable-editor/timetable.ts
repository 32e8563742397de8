// What the editor shows: the talks with their people, and the days to choose from.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { dayOf, startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { readTrackColors } from '../talks/programme/talk-cards.ts'
import { MAX_EVENT_DAYS, MAX_SHOWN_TALKS } from './limits.ts'
import { type TimetableTalk, timetablePeople, timetableTalks } from './store.ts'

type Name = { firstName: string | null; lastName: string | null; username: string }

export type ShownTalk = TimetableTalk & {
  /** The color of the track; null without one. */
  color: number | null
  /** Places in `people`. */
  speakers: number[]
  moderators: number[]
}
export type Timetable = {
  talks: ShownTalk[]
  people: Name[]
  /** Whether there are more talks than the editor shows. */
  isPartial: boolean
  /** Days with talks, and those of the event, in order: `2027-05-20`. */
  days: string[]
}

export type EventDates = { zone: string; firstDay: string | null; lastDay: string | null }

export async function readTimetable(
  services: Pick<Services, 'store'>,
  { platform }: Caller,
  dates: EventDates,
): Promise<Timetable> {
  const { store } = services
  const limit = MAX_SHOWN_TALKS + 1
  const [found, colors] = await Promise.all([
    store.read(timetableTalks({ platformId: platform.id, limit })),
    readTrackColors(services, platform),
  ])
  const shown = found.slice(0, MAX_SHOWN_TALKS)
  const attached = await store.read(timetablePeople({ talkIds: shown.map(({ id }) => id) }))
  const people = [...new Map(attached.map((person) => [person.id, person])).values()]
  const places = new Map(people.map(({ id }, place) => [id, place]))
  const byTalk = Map.groupBy(attached, ({ talkId }) => talkId)
  return {
    people: people.map(({ firstName, lastName, username }) => ({ firstName, lastName, username })),
    isPartial: found.length > MAX_SHOWN_TALKS,
    days: daysOf(shown, dates),
    talks: shown.map((talk) => {
      const of = (kind: 'speaker' | 'moderator') =>
        (byTalk.get(talk.id) ?? []).filter((one) => one.kind === kind).map(({ id }) => places.get(id) ?? 0)
      const color = talk.track === null ? null : (colors.get(talk.track) ?? null)
      return { ...talk, color, speakers: of('speaker'), moderators: of('moderator') }
    }),
  }
}

/** The talks are in order of their starts, so that a day is found once and not for each of its talks. */
function daysOf(talks: readonly TimetableTalk[], { zone, firstDay, lastDay }: EventDates): string[] {
  const days = new Set<string>()
  let end = Number.NEGATIVE_INFINITY
  for (const { startAt } of talks) {
    if (startAt < end) continue
    const day = dayOf(startAt, zone)
    days.add(day)
    end = calendarDayBounds(day, zone).to
  }
  const last = lastDay ?? firstDay
  for (let later = 0; firstDay !== null && last !== null && later < MAX_EVENT_DAYS; later += 1) {
    const start = startOfDay(firstDay, zone, later)
    const day = start === undefined ? last : dayOf(start, zone)
    if (day > last) break
    days.add(day)
  }
  return [...days].sort()
}

/** The start of a day, and of the next one (epoch milliseconds). */
export const calendarDayBounds = (day: string, zone: string): { from: number; to: number } => ({
  from: startOfDay(day, zone) ?? Number.NEGATIVE_INFINITY,
  to: startOfDay(day, zone, 1) ?? Number.POSITIVE_INFINITY,
})

/** The requested day, otherwise today or the next day with talks, or the last one. */
export function chooseDay({ days }: Timetable, { asked, today }: { asked: string; today: string }): string {
  if (days.includes(asked)) return asked
  return days.find((day) => day >= today) ?? days.at(-1) ?? today
}
