// Talk numbers of the frab feeds, which identify a talk by an integer.
import { expect, test } from 'vitest'
import { newId } from '../../../src/lib/data/ids.ts'
import { numbersOf } from '../../../src/web/site/feeds/frab-schedule.ts'

test('gives each talk a positive number of its own that does not depend on the other talks', () => {
  const ids = Array.from({ length: 2000 }, () => newId())
  const numbers = numbersOf(ids)
  expect(new Set(numbers.values()).size).toBe(2000)
  for (const number of numbers.values()) expect(number > 0 && number < 2 ** 31).toBe(true)
  const [first = '', ...rest] = ids
  expect(numbersOf(rest.reverse()).get(rest[0] ?? '')).toBe(numbers.get(rest[0] ?? ''))
  expect(numbersOf([first]).get(first)).toBe(numbers.get(first))
})

test('gives the number to the older of two talks that collide', () => {
  const [older, newer] = ['019a0000-0000-7000-8000-000000000005', '019b0000-0000-7000-8000-000080000005']
  expect([...numbersOf([newer, older])]).toEqual([
    [older, 5],
    [newer, 6],
  ])
  expect(numbersOf(['019a0000-0000-7000-8000-000000000000'])).toEqual(
    new Map([['019a0000-0000-7000-8000-000000000000', 1]]),
  )
})
