import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestName, countCodePoints, cutAtWord, isStorableText } from './text.ts'

describe('storable text', () => {
  test.each([
    ['', true],
    ['Zoë 🎤', true],
    ['a\u0000b', false],
    ['\ud83c', false],
    ['\udfa4\ud83c', false],
  ])('isStorableText(%j) is %j', (s, expected) => {
    expect(isStorableText(s)).toBe(expected)
  })

  test('is counted in code points, not code units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (s) => {
        expect(countCodePoints(s)).toBe([...s].length)
      }),
    )
    expect(countCodePoints('🎤\ud83c')).toBe(2)
  })
})

describe('cutting at a word', () => {
  test.each([
    ['Fits as it is', 13, 'Fits as it is'],
    ['One two three', 12, 'One two…'],
    ['One two three', 8, 'One two…'],
    ['One two three', 7, 'One…'],
    ['Hello, world', 8, 'Hello…'],
    ['Incomprehensibilities', 5, 'Inco…'],
    ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
    ['One', 1, '…'],
    ['One', 0, ''],
  ])('cuts %j at %i to %j', (s, max, expected) => {
    expect(cutAtWord(s, max)).toBe(expected)
  })

  test('never exceeds the maximum and keeps a text that fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(70), (s, max) => {
        const cut = cutAtWord(s, max)
        expect(countCodePoints(cut)).toBeLessThanOrEqual(max)
        if (countCodePoints(s) <= max) expect(cut).toBe(s)
        else if (max > 0) expect(s.startsWith(cut.slice(0, -1)) && cut.endsWith('…')).toBe(true)
      }),
    )
  })
})

describe('the closest known name', () => {
  const known = ['title', 'description', 'speakers', 'firstName', 'lastName', 'tags']
  test.each([
    ['titel', 'title'],
    ['tag', 'tags'],
    ['speaker', 'speakers'],
    ['firstname', 'firstName'],
    ['FIRST_NAME', 'firstName'],
    ['descripton', 'description'],
    ['x', undefined],
    ['price', undefined],
    ['', undefined],
    ['title'.repeat(13), undefined],
  ])('is for %j: %j', (name, expected) => {
    expect(closestName(name, known)).toBe(expected)
  })
})
