// Talks without a type, which take place on site.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

/**
 * Until now, a talk without a type became an embedded one. It has none from now on if nobody could watch it, because the
 * platform has no video rooms, and if it has a place, which is its own room or the venue of the event. All others stay:
 * people watch them, or their event is online and has not set up its rooms yet. A stored video shows that somebody chose
 * the type. The same holds for deleted talks, which can be restored.
 */
const clearTypes = (dialect: Dialect): string[] => {
  const isSqlite = dialect === 'sqlite'
  const [settings, content] = isSqlite ? ['settings', 'content'] : ['settings::json', 'content::json']
  const takesPlaceAt = (platformId: string, room: string) => `exists (
      select 1 from platforms
      where platforms.id = ${platformId} and (${room} is not null or ${settings} ->> 'venue' is not null)
        and case ${settings} -> 'rooms' ->> 'provider'
          when 'jaas' then ${settings} -> 'rooms' ->> 'appId' else ${settings} ->> 'roomAddress'
        end is null
    )`
  const cleared = isSqlite
    ? "json_set(content, '$.type', null)"
    : "jsonb_set(content::jsonb, '{type}', 'null')::text"
  return [
    `update talks set type = null where type = 'embedded' and video is null
      and ${takesPlaceAt('talks.platform_id', 'talks.room')}`,
    `update deleted_objects set content = ${cleared}
      where kind = 'talk' and ${content} ->> 'type' = 'embedded' and ${content} ->> 'video' is null
      and ${takesPlaceAt('deleted_objects.platform_id', `(${content} ->> 'room')`)}`,
  ]
}

/** In earlier versions, every talk has a type, including the deleted ones that can be restored. */
const restoreTypes = (dialect: Dialect): string[] => [
  "update talks set type = 'embedded' where type is null",
  dialect === 'sqlite'
    ? `update deleted_objects set content = json_set(content, '$.type', 'embedded')
       where kind = 'talk' and content ->> 'type' is null`
    : `update deleted_objects set content = jsonb_set(content::jsonb, '{type}', '"embedded"')::text
       where kind = 'talk' and content::json ->> 'type' is null`,
]

/** SQLite cannot change a column, so its values move to a new one. */
const replaceColumn = (definition: string): string[] => [
  `alter table talks add column new_type ${definition}`,
  'update talks set new_type = type',
  'alter table talks drop column type',
  'alter table talks rename column new_type to type',
]

const allowNoType = (dialect: Dialect): string[] =>
  dialect === 'sqlite' ? replaceColumn('TEXT') : ['alter table talks alter column type drop not null']
const requireType = (dialect: Dialect): string[] =>
  dialect === 'sqlite'
    ? replaceColumn("TEXT not null default 'embedded'")
    : ['alter table talks alter column type set not null']

export const optionalTypes = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: [
      'drop index talks_unusual',
      ...allowNoType(dialect),
      ...clearTypes(dialect),
      `create index talks_at_address on talks (platform_id, type, start_at, id)
        where type in ('rtmp', 'youtube', 'external', 'replay')`,
    ],
    down: [
      'drop index talks_at_address',
      ...restoreTypes(dialect),
      ...requireType(dialect),
      "create index talks_unusual on talks (platform_id, type, start_at, id) where type <> 'embedded'",
    ],
  })
