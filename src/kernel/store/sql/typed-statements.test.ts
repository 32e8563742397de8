// What the compiler checks about a statement. `tsc --noEmit` fails if an expected error does not occur.
import { expect, test } from 'vitest'
import { sponsors } from '../../../features/sponsors/tables.ts'
import { talks } from '../../../features/talks/tables.ts'
import { webhooks } from '../../../features/webhooks/tables.ts'
import { boolean, instant, text, textList } from './columns.ts'
import { defineFilter, defineFilteredQuery, equals } from './filters.ts'
import { rowWrites } from './row-writes.ts'
import { allRows, defineQuery, defineWrite, firstRow } from './statements.ts'
import { selectColumns } from './table.ts'

const parameters = { platformId: text(), now: instant() }
const listed = selectColumns(talks, ['id', 'startAt', 'tags'])

const live = defineQuery(
  'test.live',
  parameters,
  ({ db }, p) =>
    db
      .selectFrom('talks')
      .select(listed.qualifiedNames)
      .where('platform_id', '=', p.platformId)
      .where('end_at', '>', p.now),
  allRows(listed.decode),
)
const insertTag = defineWrite('test.tag', { platformId: text(), name: text() }, ({ db }, p) =>
  db.insertInto('tags').values({ platform_id: p.platformId, name: p.name }),
)

test('a statement is built once for each dialect and binds its values in order', () => {
  let built = 0
  const query = defineQuery(
    'test.once',
    { since: instant(), isOpen: boolean(), types: textList() },
    ({ db, isAmong }, p) => {
      built += 1
      return db
        .selectFrom('webhooks')
        .select('id')
        .where((eb) => isAmong(eb.ref('disabled_reason'), p.types))
        .where('enabled', '=', p.isOpen)
        .where('created_at', '>=', p.since)
        .where('position', '=', 7)
    },
    firstRow(({ id }) => id),
  )
  const values = { since: 5, isOpen: true, types: ['gone'] }
  const bound = (['sqlite', 'sqlite', 'postgres'] as const).map((dialect) => {
    const { statement, values: stored } = query(values)
    return statement.for(dialect).bind(stored)
  })
  expect(bound).toEqual(Array.from({ length: 3 }, () => ['["gone"]', 1, 5, 7]))
  expect(built).toBe(2)
})

test('two statements cannot have one name, because a connection prepares each name once', () => {
  const define = () => defineWrite('test.twice', {}, ({ db }) => db.deleteFrom('tags'))
  define()
  expect(define).toThrow('test.twice')
})

test('no name is so long that PostgreSQL would cut it off', () => {
  const define = (name: string) => () => defineWrite(name, {}, ({ db }) => db.deleteFrom('tags'))
  expect(define('test.'.padEnd(54, 'x'))).toThrow('too long')
  define('test.'.padEnd(53, 'x'))()
})

test('a query with many filters has a short name of its own', () => {
  const list = defineFilteredQuery(
    'talks',
    'test.filtered',
    {},
    ({ db }) => db.selectFrom('talks').select('id'),
    allRows(({ id }) => id),
  )
  const filter = defineFilter('talks', 'a_filter_with_a_long_name', text(), ({ eb }, id) =>
    eb('talks.id', '=', id),
  )('1')
  const nameWith = (count: number) =>
    list(
      {},
      Array.from({ length: count }, () => filter),
    ).statement.name
  expect(nameWith(1)).toBe('talks.test.filtered.a_filter_with_a_long_name')
  expect([2, 3].map(nameWith)).toEqual(['talks.test.filtered.1', 'talks.test.filtered.2'])
})

test('a query returns what its decoder makes of the rows', () => {
  const row = { id: 'a', start_at: 5, tags: '["x"]' }
  expect(live({ platformId: 'p', now: 1 }).decode([row])).toEqual([{ id: 'a', startAt: 5, tags: ['x'] }])
})

test('filters of the same kind share a statement', () => {
  const hasTrack = (track: string) => equals(talks, 'track', track)
  const list = defineFilteredQuery(
    'talks',
    'test',
    { platformId: text() },
    ({ db }, p, isMatch) =>
      db.selectFrom('talks').select('id').where('platform_id', '=', p.platformId).where(isMatch),
    allRows(({ id }) => id),
  )
  const one = list({ platformId: 'p' }, [hasTrack('A'), equals(talks, 'featured', true)])
  const other = list({ platformId: 'p' }, [hasTrack('B'), equals(talks, 'featured', false)])
  expect(one.statement).toBe(other.statement)
  expect(one.statement.for('sqlite').bind(other.values)).toEqual(['p', 'B', 0])
  expect(list({ platformId: 'p' }, []).statement).not.toBe(one.statement)
})

test('mistakes in statements and their values do not compile', () => {
  const nothing = () => null
  defineQuery(
    'test.column_in_select',
    parameters,
    // @ts-expect-error: a misspelled column.
    ({ db }) => db.selectFrom('talks').select('start_att'),
    allRows((row) => row),
  )
  defineQuery(
    'test.column_in_where',
    parameters,
    // @ts-expect-error: a misspelled column.
    ({ db }, p) => db.selectFrom('talks').select('id').where('start_att', '<', p.now),
    nothing,
  )
  defineQuery(
    'test.parameter',
    parameters,
    // @ts-expect-error: a misspelled parameter.
    ({ db }, p) => db.selectFrom('talks').select('id').where('platform_id', '=', p.platfrom),
    nothing,
  )
  defineQuery(
    'test.parameter_type',
    parameters,
    // @ts-expect-error: a text compared to a number.
    ({ db }, p) => db.selectFrom('talks').select('id').where('platform_id', '=', p.now),
    nothing,
  )
  defineQuery(
    'test.list_type',
    parameters,
    ({ db, isAmong }, p) =>
      db
        .selectFrom('talks')
        .select('id')
        // @ts-expect-error: a text where a list is needed.
        .where((eb) => isAmong(eb.ref('id'), p.platformId)),
    nothing,
  )
  defineQuery(
    'test.decoded_column',
    parameters,
    ({ db }) => db.selectFrom('talks').select('id'),
    // @ts-expect-error: a column that is not selected.
    allRows(({ title }) => title),
  )
  defineQuery(
    'test.decoder',
    parameters,
    ({ db }) => db.selectFrom('talks').select(['id', 'start_at']),
    // @ts-expect-error: a decoder that needs more columns.
    allRows(listed.decode),
  )
  defineWrite('test.write_column', parameters, ({ db }, p) =>
    // @ts-expect-error: a misspelled column.
    db.insertInto('tags').values({ platfrom_id: p.platformId, name: 'a' }),
  )
  defineWrite('test.write_missing_column', parameters, ({ db }, p) =>
    // @ts-expect-error: a missing column.
    db.insertInto('tags').values({ platform_id: p.platformId }),
  )
  defineWrite('test.write_type', parameters, ({ db }, p) =>
    // @ts-expect-error: a number for a text.
    db.updateTable('talks').set({ title: p.now }),
  )
  const ofTalks = defineFilteredQuery(
    'talks',
    'test',
    {},
    ({ db }) => db.selectFrom('talks').select('id'),
    nothing,
  )
  const mistaken: (() => unknown)[] = [
    // @ts-expect-error: no such column.
    () => selectColumns(talks, ['id', 'beginsAt']),
    // @ts-expect-error: a sponsor has no track.
    () => equals(sponsors, 'track', 'A'),
    // @ts-expect-error: a text for a boolean.
    () => equals(talks, 'featured', 'yes'),
    // @ts-expect-error: a misspelled column.
    () => defineFilter('talks', 'test', text(), ({ eb }, value) => eb('talks.trak', '=', value)),
    // @ts-expect-error: a missing value.
    () => live({ platformId: 'p' }),
    // @ts-expect-error: a misspelled value.
    () => live({ platfromId: 'p', now: 1 }),
    // @ts-expect-error: a value of the wrong type.
    () => live({ platformId: 'p', now: '1' }),
    // @ts-expect-error: a missing value.
    () => insertTag({ name: 'a' }),
    // @ts-expect-error: a row without its columns.
    () => rowWrites(webhooks).insert({ id: 'a' }),
    // @ts-expect-error: a filter of another table.
    () => ofTalks({}, [equals(sponsors, 'level', 1)]),
  ]
  expect(mistaken).toHaveLength(10)
})
