// What features keep only for a while, and remove later.

import { DAY_MS } from '../lib/time/units.ts'
import type { Query, Write } from '../store/sql/statements.ts'

type Context = {
  /** Epoch milliseconds. */
  now: number
  /** With the days that the settings of each platform keep things; null for ever. */
  platforms: readonly { id: string; settings: { retention: Readonly<Record<string, number | null>> } }[]
}

export type Retention<State = undefined> = {
  /** What `writes` needs to know. */
  load?(now: number): Query<State>
  /** Removes what has expired on all platforms. */
  writes(context: Context, state: State): readonly Write[]
}

/** A retention of any state. */
export type AnyRetention = {
  load?(now: number): Query<unknown>
  writes(context: Context, state: never): readonly Write[]
}

type Removal = (span: { platformId: string; before: number }) => Write | readonly Write[]

/** Removes what is older than a setting of each platform says. */
export const keptForDays = (setting: string, removeBefore: Removal): Retention => ({
  writes: ({ now, platforms }) =>
    platforms.flatMap(({ id, settings: { retention } }) => {
      const days = retention[setting]
      if (days === undefined) throw new Error(`No setting says how long ${setting} are kept.`)
      return days === null ? [] : removeBefore({ platformId: id, before: now - days * DAY_MS })
    }),
})
