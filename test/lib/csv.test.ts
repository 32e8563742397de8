// CSV that a spreadsheet opens and does not run.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../src/lib/text/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('%j begins no formula', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('commas, quotes and line ends are quoted, everything else is not', () => {
  expect(csvLine(['a', 'b,c', 'd "e"', 'f\ng', '', null, -5])).toBe('a,"b,c","d ""e""","f\ng",,,-5\r\n')
})

test('no cell begins with what a spreadsheet runs', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(csvLine([text])).not.toMatch(/^"?[=+\-@\t]|^"?\r(?!\n)/)
    }),
  )
})
