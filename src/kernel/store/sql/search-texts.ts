// Search texts in the store: writes changed texts, and finds objects by the words in them.
import {
  type Expression,
  type Kysely,
  type OnConflictBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { kindOfWord, type SearchText, type WordKind } from '../../lib/text/search-texts.ts'
import { type Column, type Stored, text } from './columns.ts'
import { defineQuery, defineWrite, Parameter, type Query, type Values, type Write } from './statements.ts'
import { jsonRows, type Table } from './table.ts'
import type { Tools } from './tools.ts'

type TextColumns<Part> = {
  objectId: Column<string, string>
  part: Column<Part, string>
  platformId: Column<string, string>
  text: Column<string, string>
}
type TextTable<Part> = Table<string, TextColumns<Part>>

/** The columns of a table with texts of objects, which are folded. */
export const textColumns = <Part extends string>(): TextColumns<Part> => ({
  objectId: text(),
  part: text<Part>(),
  platformId: text(),
  text: text(),
})

const replaceText = (conflict: OnConflictBuilder<Record<string, Record<string, Stored>>, string>) =>
  conflict.columns(['object_id', 'part']).doUpdateSet(({ ref }) => ({ text: ref('excluded.text') }))

/** Defines the writes of the texts of objects. */
export function defineTexts<Searched, Part extends string>(
  table: TextTable<Part>,
  textsOf: (row: Searched) => SearchText<Part>[],
) {
  type Row = Searched & { id: string; platformId: string }
  const { name, columnNames } = table
  const insertRows = (tools: Tools, rows: Parameters<Tools['rowsOf']>[1]) =>
    unchecked(tools)
      .insertInto(name)
      .columns(columnNames)
      .expression(
        unchecked(tools)
          .selectFrom(tools.rowsOf(table, rows).as('given'))
          .select(columnNames)
          // Without a condition, SQLite parses ON CONFLICT as part of a join (sqlite.org/lang_upsert.html, section
          // 2.2).
          .where(({ lit }) => lit(true)),
      )
  const add = defineWrite(`${name}.add`, { rows: jsonRows(table) }, (tools, p) => insertRows(tools, p.rows))
  const set = defineWrite(
    `${name}.set`,
    { object_id: text(), part: text(), platform_id: text(), text: text() },
    (tools, p) => unchecked(tools).insertInto(name).values(p).onConflict(replaceText),
    (tools, all) => insertRows(tools, all).onConflict(replaceText),
  )
  const rowsOf = (row: Row) =>
    textsOf(row).map((one) => ({ objectId: row.id, platformId: row.platformId, ...one }))

  return {
    /** Stores the texts of new objects. */
    add: (rows: readonly Row[]): Write[] => (rows.length === 0 ? [] : [add({ rows: rows.flatMap(rowsOf) })]),
    /** Stores the texts that changed. A removed text becomes empty. */
    update(row: Row, before: Row): Write[] {
      const texts = new Map(textsOf(row).map((one) => [one.part, one.text]))
      const earlier = new Map(textsOf(before).map((one) => [one.part, one.text]))
      return [...new Set([...texts.keys(), ...earlier.keys()])]
        .filter((part) => texts.get(part) !== earlier.get(part))
        .map((part) =>
          set({ object_id: row.id, part, platform_id: row.platformId, text: texts.get(part) ?? '' }),
        )
    },
  }
}

/** A search for objects with a text that contains all words. */
export type WordSearch = {
  /** Searches with the same name differ only in their values. */
  name: string
  values: Values
  /** SQL for the ids of the objects. */
  ids<Part>(tools: Tools, table: TextTable<Part>, parts: readonly NoInfer<Part>[]): RawBuilder<string>
  /** Whether the object with this id matches. */
  isMatch<Part>(
    tools: Tools,
    table: TextTable<Part>,
    parts: readonly NoInfer<Part>[],
    id: string,
  ): RawBuilder<SqlBool>
}

/** A search for words, folded as `searchWords` returns them, on the platform of the surrounding statement. */
export function searchFor(prefix: string, words: readonly string[]): WordSearch {
  const name = `${prefix}_${words.map(kindOfWord).join('_')}`
  const place = (suffix: string) => new Parameter<string>(`${name}:${suffix}`)
  const values: Values = { [`${name}:grams`]: gramsOf(words), [`${name}:after`]: `${words[0]}\x7f` }
  for (const [index, word] of words.entries()) {
    values[`${name}:${index}`] = word
    values[`${name}:${index}:like`] = likeOf(word)
  }
  const conditions = (tools: Tools, parts: readonly unknown[]) =>
    sql.join(
      [
        sql`part in (${sql.join(parts.map((part) => sql.lit(part)))})`,
        ...words.map((word, index) =>
          contains(tools, kindOfWord(word), { word: place(`${index}`), like: place(`${index}:like`) }),
        ),
      ],
      sql` and `,
    )
  return {
    name,
    values,
    ids(tools, { name: table }, parts) {
      const platform = new Parameter('platformId')
      const rows = sql`select object_id from ${sql.table(table)} where ${conditions(tools, parts)}`
      if (tools.dialect === 'postgres') return sql`${rows} and platform_id = ${platform}`
      const isShort = words.every((word) => word.length < 3)
      const places = { grams: place('grams'), word: place('0'), after: place('after') }
      const indexed = indexedRows(table, isShort, places)
      // Texts that changed since they were indexed are still found by their old words, so all results are compared. The
      // plus keeps SQLite from using another index (sqlite.org/optoverview.html, section 5).
      return sql`${rows} and +platform_id = ${platform} and seq in (
        ${indexed} union all select seq from ${sql.table(`${table}_pending`)}
      )`
    },
    isMatch: (tools, { name: table }, parts, id) => sql`(
      select 1 from ${sql.table(table)} where object_id = ${sql.ref(id)} and ${conditions(tools, parts)} limit 1
    ) is not null`,
  }
}

type Place = Expression<string>

/** Whether the text of a row contains a word. */
function contains({ dialect }: Tools, kind: WordKind, { word, like }: { word: Place; like: Place }) {
  if (dialect === 'sqlite') return sql`instr(text, ${word}) > 0`
  return kind === 'usual' ? sql`text like ${like}` : sql`strpos(text, ${word}) > 0`
}

/**
 * The numbers of the texts that contained the words when they were indexed. Short words match the start of an indexed
 * part.
 */
const indexedRows = (
  table: string,
  isShort: boolean,
  { grams, word, after }: { grams: Place; word: Place; after: Place },
) => {
  const index = sql.table(`${table}_index`)
  return isShort
    ? sql`select doc from ${sql.table(`${table}_grams`)} where term >= ${word} and term < ${after}`
    : sql`select rowid from ${index} where ${index} match ${grams}`
}

/** A word is common if more texts than this contain it. */
const MAX_RARE = 5_000

const frequencyOf = (tables: readonly string[], kind: WordKind) =>
  defineQuery(
    `${tables.join('_and_')}.frequency_${kind}`,
    { platformId: text(), grams: text(), word: text(), after: text(), like: text() },
    (tools, p) => {
      const rowsIn = (table: string) =>
        tools.dialect === 'sqlite'
          ? indexedRows(table, kind === 'short', p)
          : sql`select 1 from ${sql.table(table)} where platform_id = ${p.platformId} and ${contains(tools, kind, p)}`
      const counts = tables.map(
        (table) =>
          sql`select count(*) as count from (${rowsIn(table)} limit ${sql.lit(MAX_RARE + 1)}) as found`,
      )
      return unchecked(tools)
        .selectFrom(sql<{ count: number }>`(${sql.join(counts, sql` union all `)})`.as('counted'))
        .select('counted.count')
    },
    (rows) => rows.some(({ count }) => Number(count) > MAX_RARE),
  )
/** Texts that are searched together for words. */
export type SearchedTexts = Readonly<Record<WordKind, ReturnType<typeof frequencyOf>>>

export function searchedTexts(...tables: readonly { name: string }[]): SearchedTexts {
  const names = tables.map(({ name }) => name)
  return {
    usual: frequencyOf(names, 'usual'),
    marks: frequencyOf(names, 'marks'),
    short: frequencyOf(names, 'short'),
  }
}

/** A word to find, folded as `searchWords` returns it. */
export type SearchedWord = {
  word: string
  /** Whether so many texts contain it that reading a list in order finds enough rows sooner than the index does. */
  isCommon: boolean
}

/** Whether many of these texts contain a word. */
export const isFrequent = (texts: SearchedTexts, platformId: string, word: string): Query<boolean> =>
  texts[kindOfWord(word)]({
    ...{ platformId, word, after: `${word}\x7f` },
    ...{ grams: gramsOf([word]), like: likeOf(word) },
  })

/** An FTS5 query for every three consecutive characters (sqlite.org/fts5.html, section 3). */
const gramsOf = (words: readonly string[]): string =>
  words
    .flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - 2) }, (_none, at) => word.slice(at, at + 3)),
    )
    .map((gram) => `"${gram.replaceAll('"', '""')}"`)
    .join(' AND ')

/** A pattern for LIKE. */
const likeOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

// These tables have the same columns. The table name is a parameter.
const unchecked = ({ db }: Tools) => db as unknown as Kysely<Record<string, Record<string, Stored>>>
