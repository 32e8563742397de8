// JSON objects that gained members over time.
import { expect, test } from 'vitest'
import { jsonWithDefaults } from './columns.ts'

test('a member that an older row lacks takes its default, also in the objects of the row', () => {
  const column = jsonWithDefaults({ name: 'None', days: { chat: 1, questions: 3 }, list: [1] })
  const older = JSON.stringify({ days: { chat: 2 }, list: [] })
  // The store returns text.
  expect(column.fromStored(older as never)).toEqual({
    name: 'None',
    days: { chat: 2, questions: 3 },
    list: [],
  })
})
