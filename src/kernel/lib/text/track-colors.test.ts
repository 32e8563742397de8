// Colors of tracks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TRACK_COLORS, trackColors } from './track-colors.ts'

const names = fc.uniqueArray(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 30 })

test('up to twelve tracks have different colors, and more share them evenly', () => {
  fc.assert(
    fc.property(names, (tracks) => {
      const counts = new Map<number, number>()
      for (const color of trackColors(tracks).values()) counts.set(color, (counts.get(color) ?? 0) + 1)
      expect([...counts.keys()].every((color) => color >= 0 && color < TRACK_COLORS)).toBe(true)
      expect(Math.max(...counts.values())).toBe(Math.ceil(tracks.length / TRACK_COLORS))
    }),
  )
})

test('a track keeps its color when others are added', () => {
  fc.assert(
    fc.property(names, fc.nat(), (tracks, added) => {
      const before = trackColors(tracks.slice(0, added % tracks.length))
      expect([...trackColors(tracks)].slice(0, before.size)).toEqual([...before])
    }),
  )
})
