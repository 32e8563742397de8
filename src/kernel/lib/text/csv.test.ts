// CSV that is safe to open in a spreadsheet.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('escapes %j so that it does not start a formula', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('quotes commas, semicolons, quotes, and line breaks, and nothing else', () => {
  expect(csvLine(['a', 'b,c', 'b;c', 'd "e"', 'f\ng', '', null, -5])).toBe(
    'a,"b,c","b;c","d ""e""","f\ng",,,-5\r\n',
  )
})

test('never starts a cell with a character that starts a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(csvLine([text])).not.toMatch(/^"?[=+\-@\t]|^"?\r(?!\n)/)
    }),
  )
})
