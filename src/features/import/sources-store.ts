// The objects that belong to an imported programme.
import { sql } from 'kysely'
import type { ObjectName } from '../../kernel/store/changes/objects.ts'
import { instant, text, textList } from '../../kernel/store/sql/columns.ts'
import { allRows, defineQuery } from '../../kernel/store/sql/statements.ts'

export type SourcedObject = { id: string; externalId: string | null }

const defineObjectsOfSource = (table: ObjectName) =>
  defineQuery(
    `${table}.of_source`,
    { platformId: text(), source: text() },
    ({ db }, p) =>
      db
        .selectFrom(table)
        .select(['id', 'external_id'])
        .where('platform_id', '=', p.platformId)
        .where('source', '=', p.source)
        .orderBy('id'),
    allRows(({ id, external_id }): SourcedObject => ({ id, externalId: external_id })),
  )
/** The objects that belong to a source. */
export const objectsOfSource = {
  talks: defineObjectsOfSource('talks'),
  sponsors: defineObjectsOfSource('sponsors'),
  users: defineObjectsOfSource('users'),
  surveys: defineObjectsOfSource('surveys'),
}

/** An object with what people know it by, and its source, if an import created it. */
export type NamedObject = { externalId: string | null; name: string; source: string | null }

const defineNamedObjects = (table: 'talks' | 'sponsors' | 'users', name: 'title' | 'name' | 'email_key') =>
  defineQuery(
    `${table}.named`,
    { platformId: text(), externalIds: textList() },
    ({ db, isAmong }, p) =>
      db
        .selectFrom(table)
        .select(({ ref }) => ['external_id', 'source', ref(name).as('name')])
        .where('platform_id', '=', p.platformId)
        .where(({ ref }) => isAmong(ref('external_id'), p.externalIds)),
    allRows(({ external_id, name, source }): NamedObject => ({ externalId: external_id, name, source })),
  )
/** The objects with these identifiers. */
export const namedObjects = {
  talks: defineNamedObjects('talks', 'title'),
  sponsors: defineNamedObjects('sponsors', 'name'),
  people: defineNamedObjects('users', 'email_key'),
}

const defineExistingIds = (table: 'talks' | 'sponsors' | 'users') =>
  defineQuery(
    `${table}.existing`,
    { platformId: text(), ids: textList() },
    ({ db, isAmong }, p) =>
      db
        .selectFrom(table)
        .select('id')
        .where('platform_id', '=', p.platformId)
        .where(({ ref }) => isAmong(ref('id'), p.ids)),
    allRows(({ id }) => id),
  )
/** Those of the ids that are objects of the platform. */
export const existingIds = {
  talks: defineExistingIds('talks'),
  sponsors: defineExistingIds('sponsors'),
  people: defineExistingIds('users'),
}

/** A talk that is in a room at a time (epoch milliseconds). */
export type PlacedTalk = SourcedObject & { title: string; room: string; from: number; to: number }

/** The talks in some rooms that start within a span of time. Breaks and canceled talks leave their rooms to others. */
export const placedTalks = defineQuery(
  'talks.placed',
  { platformId: text(), rooms: textList(), startsAfter: instant(), startsBefore: instant() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('talks')
      .select(['id', 'external_id', 'title', 'room', 'start_at', 'end_at'])
      .where('platform_id', '=', p.platformId)
      .where('start_at', '>', p.startsAfter)
      .where('start_at', '<', p.startsBefore)
      .where(({ ref }) => isAmong(ref('room'), p.rooms))
      .where('kind', '=', sql.lit('talk'))
      .where('state', '<>', sql.lit('cancelled'))
      .$narrowType<{ room: string }>(),
  allRows(
    ({ id, external_id, title, room, start_at, end_at }): PlacedTalk => ({
      ...{ id, externalId: external_id, title, room },
      ...{ from: start_at, to: end_at },
    }),
  ),
)
