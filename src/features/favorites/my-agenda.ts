// A person's agenda: the talks that they have starred, by day, with those that overlap.

import type { Services } from '../../kernel/changes/services.ts'
import { dayOf, startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { listedTalksByIds } from '../talks/programme/public-talks-store.ts'
import { readTrackColors, type TalkCard, withSpeakers } from '../talks/programme/talk-cards.ts'
import { MAX_CLASHES } from './limits.ts'

export type MyAgendaTalk = TalkCard & {
  /** The titles of the other starred talks that take place at the same time, at most ten. */
  clashes: string[]
}

/** Others do not wait while so many talks are read. */
const PORTION = 50

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
  const talks = await readTalks(services, platform, ids)
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

/** The talks in order of time. */
async function readTalks(
  services: Pick<Services, 'store' | 'clock'>,
  platform: PlatformRow,
  ids: readonly string[],
): Promise<TalkCard[]> {
  const { store } = services
  const colors = await readTrackColors(services, platform)
  const work = new SlicedWork()
  const wanted = [...new Set(ids)]
  const talks: TalkCard[] = []
  for (let start = 0; start < wanted.length; start += PORTION) {
    if (work.isDue) await work.pause()
    const portion = wanted.slice(start, start + PORTION)
    const listed = await store.read(listedTalksByIds({ platformId: platform.id, ids: portion }))
    talks.push(...(await withSpeakers(services, platform, listed, colors)))
  }
  return talks.sort((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
}

/** Expects the talks in order of time. A replay can be watched at any time, so it never clashes. */
function withClashes(talks: readonly TalkCard[]): MyAgendaTalk[] {
  const found = talks.map((talk): MyAgendaTalk => ({ ...talk, clashes: [] }))
  const note = ({ clashes }: MyAgendaTalk, { title }: TalkCard) => {
    if (clashes.length < MAX_CLASHES) clashes.push(title)
  }
  const exclusive = found.filter(({ type, phase }) => type !== 'replay' && phase !== 'cancelled')
  for (const [index, talk] of exclusive.entries())
    for (let next = index + 1; next < exclusive.length; next += 1) {
      const other = exclusive[next]
      if (!other || other.startAt >= talk.endAt) break
      note(talk, other)
      note(other, talk)
    }
  return found
}
