// A person's agenda: the talks that they have starred, by day, with those that overlap.
import { dayOf, startOfDay } from '../../lib/time/calendar-days.ts'
import { listedTalksByIds } from '../../store/site/public-talks.ts'
import type { PlatformRow } from '../../store/sql/tables.ts'
import type { Services } from '../services.ts'
import { type TalkCard, withSpeakers } from './talk-cards.ts'

export type MyAgendaTalk = TalkCard & {
  /** The titles of the other starred talks that take place at the same time. */
  clashes: string[]
}

export type MyAgendaDay = {
  /** The start of the day (epoch milliseconds). */
  from: number
  talks: MyAgendaTalk[]
}

export type MyAgenda = {
  /** Days with talks that are not over, in order of time. */
  days: MyAgendaDay[]
  /** Talks that are over, latest first. */
  past: MyAgendaTalk[]
  /** The number of upcoming or running talks that clash with another one. */
  clashCount: number
}

/** The agenda of these talks in an IANA time zone. Ids of other objects are skipped. */
export async function readMyAgenda(
  services: Pick<Services, 'store' | 'clock'>,
  platform: PlatformRow,
  { ids, zone }: { ids: readonly string[]; zone: string },
): Promise<MyAgenda> {
  const listed = await services.store.read(listedTalksByIds({ platformId: platform.id, ids }))
  const talks = await withSpeakers(services, platform, listed)
  const now = services.clock.now()
  const isOver = ({ endAt }: TalkCard) => endAt <= now
  const open = withClashes(talks.filter((talk) => !isOver(talk)))
  return {
    days: [...Map.groupBy(open, ({ startAt }) => dayOf(startAt, zone))].map(([day, talks]) => ({
      from: startOfDay(day, zone) ?? talks[0]?.startAt ?? 0,
      talks,
    })),
    past: talks
      .filter(isOver)
      .toReversed()
      .map((talk) => ({ ...talk, clashes: [] })),
    clashCount: open.filter(({ clashes }) => clashes.length > 0).length,
  }
}

/** Expects the talks in order of time. A replay can be watched at any time, so it never clashes. */
const withClashes = (talks: readonly TalkCard[]): MyAgendaTalk[] =>
  talks.map((talk) => ({
    ...talk,
    clashes: talks.filter((other) => other !== talk && doClash(talk, other)).map(({ title }) => title),
  }))

const doClash = (a: TalkCard, b: TalkCard): boolean =>
  [a, b].every(({ type, phase }) => type !== 'replay' && phase !== 'cancelled') &&
  a.startAt < b.endAt &&
  b.startAt < a.endAt
