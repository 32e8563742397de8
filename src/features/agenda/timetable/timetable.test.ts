// The places of a timetable: rows by time, and columns with strips for what overlaps.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_TALKS_AT_ONCE } from '../limits.ts'
import { windowsOf } from '../windows.ts'
import { arrangeColumns } from './page-timetable-columns.ts'
import { createScale } from './page-timetable-scale.ts'

const MINUTE = 60_000
const NINE = Date.parse('2027-03-01T09:00:00Z')
const span = (start: number, minutes: number) => ({
  from: NINE + start * MINUTE,
  to: NINE + (start + minutes) * MINUTE,
})
const isFullHour = (at: number) => at % (60 * MINUTE) === 0
const clock = (at: number) => new Date(at).toISOString().slice(11, 16)

describe('the scale', () => {
  const scaleOf = (...spans: ReturnType<typeof span>[]) => createScale(spans, isFullHour)

  test('has a row for every five minutes, from a quarter of an hour on, and a mark at every full hour', () => {
    const talks = [span(20, 40), span(20, 25), span(60, 90)]
    const scale = scaleOf(...talks)
    expect(talks.map(scale.rowsOf)).toEqual([
      { row: 2, rows: 8 },
      { row: 2, rows: 5 },
      { row: 10, rows: 18 },
    ])
    expect(scale.marks.map(({ at, row }) => [clock(at), row])).toEqual([
      ['09:15', 1],
      ['10:00', 10],
      ['11:00', 22],
    ])
    expect([scale.rows, scale.pauses]).toEqual([27, []])
  })

  test('shortens hours without talks, and hours in which none starts or ends', () => {
    const scale = scaleOf(span(0, 60), span(300, 30), span(300, 600))
    expect(scale.pauses.map(({ row, rows, until, isIdle }) => [row, rows, clock(until), isIdle])).toEqual([
      [13, 6, '14:00', true],
      [25, 6, '00:00', false],
    ])
    expect(scale.rowsOf(span(300, 600))).toEqual({ row: 19, rows: 12 })
    expect(scale.marks.map(({ at }) => clock(at))).toEqual(['09:00', '10:00', '14:00'])
  })

  test('knows the row of the current time, and none outside', () => {
    const scale = scaleOf(span(0, 60))
    expect([-1, 0, 4, 59, 60].map((minute) => scale.rowAt(NINE + minute * MINUTE))).toEqual([
      ...[undefined, 1, 1, 12],
      undefined,
    ])
  })

  test('gives talks of any length rows in their order, in fewer than 600', () => {
    const talk = fc.record({
      from: fc.integer({ min: 0, max: 1439 }),
      minutes: fc.integer({ min: 1, max: 1440 }),
    })
    fc.assert(
      fc.property(fc.array(talk, { minLength: 1, maxLength: 40 }), (talks) => {
        const spans = talks.map(({ from, minutes }) => span(from, minutes))
        const scale = scaleOf(...spans)
        const placed = spans.map((one) => ({ ...one, ...scale.rowsOf(one) }))
        expect(scale.rows).toBeLessThan(600)
        for (const a of placed) {
          expect(a.row + a.rows).toBeLessThanOrEqual(scale.rows + 1)
          for (const b of placed) if (a.from < b.from) expect(a.row).toBeLessThanOrEqual(b.row)
        }
      }),
    )
  })
})

describe('the columns', () => {
  const compare = (a: string, b: string) => (a < b ? -1 : 1)
  const item = (id: string, column: string, row: number, rows: number, mayBeWide = false) => ({
    ...{ id, column, row, rows, mayBeWide },
  })
  const arrange = (...items: ReturnType<typeof item>[]) => {
    const { columns, places, strips } = arrangeColumns(items, compare)
    return {
      columns: columns.map(({ name, strip, strips }) => [name, strip, strips]),
      places: Object.fromEntries([...places].map(([id, { strip, strips }]) => [id, [strip, strips]])),
      strips,
    }
  }

  test('put what overlaps side by side, and let what overlaps nothing use the whole column', () => {
    expect(
      arrange(
        item('long', 'a', 1, 6),
        item('first', 'a', 1, 3),
        item('second', 'a', 4, 3),
        item('single', 'a', 7, 3),
        item('other', 'b', 1, 9),
      ),
    ).toEqual({
      columns: [
        ['a', 1, 2],
        ['b', 3, 1],
      ],
      places: { long: [1, 1], first: [2, 1], second: [2, 1], single: [1, 2], other: [3, 1] },
      strips: 3,
    })
  })

  test('let a keynote span all of them unless something else takes place', () => {
    const keynote = item('keynote', 'a', 1, 6, true)
    const items = [item('one', 'a', 7, 3), item('two', 'b', 7, 3)]
    expect(arrange(keynote, ...items).places.keynote).toEqual([1, 2])
    expect(arrange(keynote, ...items, item('beside', 'b', 6, 1)).places.keynote).toEqual([1, 1])
  })

  test('never put two things in the same place', () => {
    const any = fc.record({
      column: fc.constantFrom('a', 'b', 'c'),
      row: fc.integer({ min: 1, max: 60 }),
      rows: fc.integer({ min: 1, max: 30 }),
      mayBeWide: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 40 }), (drawn) => {
        const items = drawn.map((one, index) => ({ ...one, id: String(index) }))
        const { places, strips } = arrangeColumns(items, compare)
        const cells = items.flatMap(({ id, row, rows }) => {
          const place = places.get(id) ?? { strip: 0, strips: 0 }
          expect(place.strip + place.strips - 1).toBeLessThanOrEqual(strips)
          return Array.from({ length: rows }, (_, r) =>
            Array.from({ length: place.strips }, (_, l) => `${row + r} ${place.strip + l}`),
          ).flat()
        })
        expect(new Set(cells).size).toBe(cells.length)
      }),
    )
  })
})

test('the windows of a day have about the same number of talks, at most as many as fit on a page, and leave none out', () => {
  const slots = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(slots, (counts) => {
      const windows = windowsOf(
        counts.map((count, at) => ({ at, count })),
        counts.length,
      )
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(windows.reduce((sum, { count }) => sum + count, 0)).toBe(total)
      expect(windows.flatMap(({ from, to }) => [from, to]).slice(1, -1)).toEqual(
        windows.slice(1).flatMap(({ from }) => [from, from]),
      )
      expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([0, counts.length])
      expect(Math.max(...windows.map(({ count }) => count))).toBeLessThanOrEqual(MAX_TALKS_AT_ONCE)
      expect(windows.length).toBeLessThanOrEqual(Math.ceil(total / MAX_TALKS_AT_ONCE) + 2)
    }),
  )
})
