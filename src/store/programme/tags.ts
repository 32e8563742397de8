// The tags of a platform. A tag is stored when it is first used.
import { text, textList } from '../sql/columns.ts'
import { defineWrite, type Write } from '../sql/statements.ts'

const add = defineWrite('tags.add', { platformId: text(), names: textList() }, ({ db, elementsOf }, p) =>
  db
    .insertInto('tags')
    .columns(['platform_id', 'name'])
    .expression(
      db
        .selectFrom(elementsOf(p.names).as('used'))
        .select(({ cast }) => [cast<string>(p.platformId, 'text').as('platform_id'), 'used.value as name'])
        // Without a condition, SQLite takes ON CONFLICT for part of a join (sqlite.org/lang_upsert.html, section 2.2).
        .where(({ lit }) => lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** Stores new tags. They are sorted, so that two transactions never wait for each other. */
export function addTags(platformId: string, names: Iterable<string>): Write[] {
  const sorted = [...new Set(names)].sort()
  return sorted.length === 0 ? [] : [add({ platformId, names: sorted })]
}
