// The windows of a day: hours with few enough talks to fit on one page.

import { MAX_TALKS_AT_ONCE } from './limits.ts'
import type { Span, StartSlot } from './store.ts'

/** Talks that start in this span are on the same page (`to` is exclusive). */
export type AgendaWindow = Span & { count: number }

/**
 * Divides a day into windows with about the same number of talks. Talks that start at the same time stay together, so
 * only a window with a single start can exceed a page.
 */
export function windowsOf(slots: readonly StartSlot[], end: number): AgendaWindow[] {
  const total = slots.reduce((sum, { count }) => sum + count, 0)
  const target = total / Math.ceil(total / MAX_TALKS_AT_ONCE)
  const windows: AgendaWindow[] = []
  let current: AgendaWindow | undefined
  let before = 0
  for (const { at, count } of slots) {
    const isFull = before + count / 2 > target * windows.length
    if (!current || isFull || current.count + count > MAX_TALKS_AT_ONCE) {
      if (current) current.to = at
      current = { from: at, to: end, count: 0 }
      windows.push(current)
    }
    current.count += count
    before += count
  }
  return windows
}

/** The index of the last window that begins at or before `at`; the first one if there is none. */
export const windowAt = (windows: readonly AgendaWindow[], at: number): number =>
  Math.max(
    0,
    windows.findLastIndex(({ from }) => from <= at),
  )
