// The start of a talk beside each of its tags, so that an index has the talks with a tag in the order of the agenda.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

export const startsOfTags = (dialect: Dialect): Migration =>
  migration(dialect, {
    up: [
      'alter table talk_tags add column start_at INTEGER not null default 0',
      'update talk_tags set start_at = (select start_at from talks where talks.id = talk_tags.talk_id)',
      'create index talk_tags_start on talk_tags (platform_id, tag, start_at, talk_id) where is_hidden = 0',
    ],
    down: ['drop index talk_tags_start', 'alter table talk_tags drop column start_at'],
  })
