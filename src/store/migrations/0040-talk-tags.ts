// The tags of talks as rows, so that the talks with a tag are found without reading the others, and the featured talks.
import type { Dialect } from '../sql/statements.ts'
import { migration } from './migration.ts'

const elements = {
  sqlite: (column: string) => `json_each(talks.${column}) as element`,
  postgres: (column: string) =>
    `lateral jsonb_array_elements_text(talks.${column}::jsonb) as element (value)`,
}

const upOf = (dialect: Dialect) => `
create table talk_tags (
  talk_id TEXT not null references talks (id) on delete cascade,
  tag TEXT not null,
  platform_id TEXT not null,
  is_hidden INTEGER not null,
  primary key (talk_id, tag)
) STRICT;
insert into talk_tags (talk_id, tag, platform_id, is_hidden)
select talks.id, element.value, talks.platform_id, 0 from talks cross join ${elements[dialect]('tags')}
where true on conflict do nothing;
insert into talk_tags (talk_id, tag, platform_id, is_hidden)
select talks.id, element.value, talks.platform_id, 1 from talks cross join ${elements[dialect]('hidden_tags')}
where true on conflict do nothing;
create index talk_tags_tag on talk_tags (platform_id, tag, talk_id);
create index talks_featured on talks (platform_id, start_at, id) where featured = 1;
`

const DOWN = `
drop index talks_featured;
drop table talk_tags;
`

export const talkTags = (dialect: Dialect) => migration(dialect, { up: upOf(dialect), down: DOWN })
