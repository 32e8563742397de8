// The tags of a platform, stored on first use.
import { integer, text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery, defineWrite, type Write } from '../../kernel/store/sql/statements.ts'

const insertTags = defineWrite(
  'tags.add',
  { platformId: text(), names: textList() },
  ({ db, elementsOf }, p) =>
    db
      .insertInto('tags')
      .columns(['platform_id', 'name'])
      .expression(
        db
          .selectFrom(elementsOf(p.names).as('used'))
          .select(({ cast }) => [cast<string>(p.platformId, 'text').as('platform_id'), 'used.value as name'])
          // Without a condition, SQLite parses ON CONFLICT as part of a join (sqlite.org/lang_upsert.html, section
          // 2.2).
          .where(({ lit }) => lit(true)),
      )
      .onConflict((conflict) => conflict.doNothing()),
)

/** Stores new tags, sorted so that two transactions cannot deadlock. */
export function addTags(platformId: string, names: Iterable<string>): Write[] {
  const sorted = [...new Set(names)].sort()
  return sorted.length === 0 ? [] : [insertTags({ platformId, names: sorted })]
}

/** The first tags of a platform by name. */
export const tagNames = defineQuery(
  'tags.names',
  { platformId: text(), limit: integer() },
  ({ db }, p) =>
    db
      .selectFrom('tags')
      .select('name')
      .where('platform_id', '=', p.platformId)
      .orderBy('name')
      .limit(p.limit),
  allRows(({ name }) => name),
)
