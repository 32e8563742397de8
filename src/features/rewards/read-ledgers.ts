// The points and credits of a person, with the titles of the talks that their entries are about.

import type { Services } from '../../kernel/changes/services.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import { talksByIds } from '../talks/store.ts'
import { creditsOf } from './credits-store.ts'
import { SHOWN_ENTRIES } from './limits.ts'
import { readStanding } from './points.ts'
import { pointsOf, type Standing } from './points-store.ts'
import type { CreditRow, PointRow } from './tables.ts'

export type Ledgers = {
  /** Null while points are off. */
  points: (Standing & { entries: PointRow[] }) | null
  /** Null while credits are off. */
  credits: { balance: number; entries: CreditRow[] } | null
  /** By id. Deleted talks are left out. */
  titles: ReadonlyMap<string, string>
}

/** The latest entries of a person, newest first. */
export async function readLedgers(
  { store }: Pick<Services, 'store'>,
  platform: PlatformRow,
  userId: string,
): Promise<Ledgers> {
  const [standing, points, credits] = await Promise.all([
    readStanding({ store }, platform, userId),
    store.read(pointsOf({ userId, before: null, limit: SHOWN_ENTRIES })),
    store.read(creditsOf({ userId, before: Number.MAX_SAFE_INTEGER, limit: SHOWN_ENTRIES })),
  ])
  const talkIds = new Set([...points, ...credits].flatMap(({ talkId }) => talkId ?? []))
  const talks = await store.read(talksByIds({ ids: [...talkIds] }))
  return {
    points: standing && { ...standing, entries: points },
    credits: platform.settings.credits.isOn ? { balance: credits[0]?.balance ?? 0, entries: credits } : null,
    titles: new Map(talks.map(({ id, title }) => [id, title])),
  }
}
