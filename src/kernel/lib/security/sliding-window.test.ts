import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlidingWindow } from './sliding-window.ts'

const WINDOW_MS = 60_000

describe('a sliding window of 60 seconds', () => {
  test('accepts up to the limit and reports what is left and when the next slot frees up', () => {
    const window = new SlidingWindow(WINDOW_MS)
    expect(window.take(2, 1_000)).toEqual({ isAllowed: true, left: 1, resetSeconds: 60 })
    expect(window.take(2, 11_500)).toEqual({ isAllowed: true, left: 0, resetSeconds: 50 })
    expect(window.take(2, 31_001)).toEqual({ isAllowed: false, left: 0, resetSeconds: 30 })
    expect(window.take(2, 60_999)).toEqual({ isAllowed: false, left: 0, resetSeconds: 1 })
    expect(window.take(2, 61_000)).toEqual({ isAllowed: true, left: 0, resetSeconds: 11 })
  })

  test('does not accept twice the limit at a boundary', () => {
    const window = new SlidingWindow(WINDOW_MS)
    const accepted = (nowMs: number) =>
      Array.from({ length: 100 }, () => window.take(100, nowMs)).filter((v) => v.isAllowed)
    expect([59_999, 60_001, 119_998, 119_999].map((nowMs) => accepted(nowMs).length)).toEqual([
      100, 0, 0, 100,
    ])
  })

  test('applies a lowered limit at once and waits until enough requests have expired', () => {
    const window = new SlidingWindow(WINDOW_MS)
    for (const nowMs of [0, 10_000, 20_000]) window.take(3, nowMs)
    expect(window.take(2, 20_000)).toEqual({ isAllowed: false, left: 0, resetSeconds: 50 })
    expect(window.take(1, 20_000)).toEqual({ isAllowed: false, left: 0, resetSeconds: 60 })
    expect(window.take(4, 20_000)).toEqual({ isAllowed: true, left: 0, resetSeconds: 40 })
  })

  test('accepts nothing with a limit of zero', () => {
    expect(new SlidingWindow(WINDOW_MS).take(0, 5)).toEqual({ isAllowed: false, left: 0, resetSeconds: 60 })
  })

  test('frees nothing early when the clock steps back', () => {
    const window = new SlidingWindow(WINDOW_MS)
    window.take(1, 100_000)
    expect(window.take(1, 0)).toEqual({ isAllowed: false, left: 0, resetSeconds: 60 })
    expect(window.take(1, 160_000).isAllowed).toBe(true)
  })

  test('is idle again when the last accepted request has expired', () => {
    const window = new SlidingWindow(WINDOW_MS)
    expect(window.isIdle(0)).toBe(true)
    window.take(1, 0)
    expect([window.isIdle(59_999), window.isIdle(60_000)]).toEqual([false, true])
  })
})

const stepMs = fc.oneof(
  fc.constantFrom(0, 0, 1, 999, 1000, 59_999, 60_000),
  fc.nat(20_000),
  fc.double({ min: 0, max: 3000, noNaN: true }),
)
const startMs = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }))

/** The rule in its plainest form: counts from scratch, without a ring buffer. */
function countSince(acceptedMs: readonly number[], nowMs: number): number {
  return acceptedMs.filter((at) => nowMs < at + WINDOW_MS).length
}

test('accepts exactly as many requests as the last 60 seconds leave room for, whatever the limits', () => {
  const requests = fc.array(fc.tuple(stepMs, fc.integer({ min: 1, max: 12 })), { maxLength: 200 })
  fc.assert(
    fc.property(startMs, requests, (start, all) => {
      const window = new SlidingWindow(WINDOW_MS)
      const acceptedMs: number[] = []
      let nowMs = start
      for (const [step, limit] of all) {
        nowMs += step
        const before = countSince(acceptedMs, nowMs)
        const verdict = window.take(limit, nowMs)
        expect(verdict.isAllowed).toBe(before < limit)
        if (verdict.isAllowed) acceptedMs.push(nowMs)
        expect(verdict.left).toBe(Math.max(0, limit - countSince(acceptedMs, nowMs)))
        expect(Number.isInteger(verdict.resetSeconds)).toBe(true)
        expect(verdict.resetSeconds).toBeGreaterThanOrEqual(1)
        expect(verdict.resetSeconds).toBeLessThanOrEqual(60)
      }
    }),
  )
})

test('never accepts more than the limit in any half-open span of 60 seconds', () => {
  fc.assert(
    fc.property(
      startMs,
      fc.integer({ min: 1, max: 20 }),
      fc.array(stepMs, { maxLength: 300 }),
      (start, limit, steps) => {
        const window = new SlidingWindow(WINDOW_MS)
        const acceptedMs: number[] = []
        let nowMs = start
        for (const step of steps) {
          nowMs += step
          if (window.take(limit, nowMs).isAllowed) acceptedMs.push(nowMs)
        }
        // A span with too many requests could be moved so that it starts with an accepted one.
        for (const from of acceptedMs) {
          expect(acceptedMs.filter((at) => at >= from && at < from + WINDOW_MS).length).toBeLessThanOrEqual(
            limit,
          )
        }
      },
    ),
  )
})

test('accepts the next request after the reported seconds, however many requests were refused', () => {
  const limits = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }))
  fc.assert(
    fc.property(
      startMs,
      limits,
      fc.array(stepMs, { maxLength: 50 }),
      fc.nat(20),
      (start, [first, then], steps, refusals) => {
        const window = new SlidingWindow(WINDOW_MS)
        let nowMs = start
        for (const step of steps) {
          nowMs += step
          window.take(first, nowMs)
        }
        const verdict = window.take(then, nowMs)
        fc.pre(!verdict.isAllowed)
        for (let i = 0; i < refusals; i++) expect(window.take(then, nowMs)).toEqual(verdict)
        expect(window.take(then, nowMs + verdict.resetSeconds * 1000).isAllowed).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
