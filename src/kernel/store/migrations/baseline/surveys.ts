// Surveys, their results, participations, and responses.

// Participations in an anonymous survey are stored apart from the responses. Neither table keeps the order in which
// rows were added: SQLite sorts them by their keys, which are random for anonymous responses.
export const surveys = `
create table surveys (
  id TEXT not null primary key,
  platform_id TEXT not null references platforms (id) on delete cascade,
  external_id TEXT,
  source TEXT,
  talk_id TEXT references talks (id) on delete cascade,
  title TEXT not null,
  description TEXT,
  state TEXT not null,
  opens TEXT not null,
  results TEXT not null,
  anonymous INTEGER not null,
  editable INTEGER not null,
  questions TEXT not null,
  opened_at INTEGER,
  closed_at INTEGER,
  version INTEGER not null,
  created_at INTEGER not null,
  updated_at INTEGER not null,
  search_key TEXT not null,
  unique (platform_id, external_id)
) STRICT;
create index surveys_platform on surveys (platform_id, id);
create index surveys_updated on surveys (platform_id, updated_at, id);
create index surveys_search on surveys (platform_id, search_key, id);
create index surveys_source on surveys (platform_id, source) where source is not null;
create index surveys_talk on surveys (talk_id);
create index surveys_waiting on surveys (talk_id) where state = 'draft' and opens <> 'by_hand';
create index surveys_event on surveys (platform_id, id) where talk_id is null and state = 'open';

create table survey_tallies (
  survey_id TEXT not null primary key references surveys (id) on delete cascade,
  responses INTEGER not null,
  counts TEXT not null,
  changed INTEGER not null
) STRICT;
create index survey_tallies_changed on survey_tallies (survey_id) where changed = 1;

create table survey_participations (
  survey_id TEXT not null references surveys (id) on delete cascade,
  user_id TEXT not null references users (id) on delete cascade,
  primary key (survey_id, user_id)
) STRICT, WITHOUT ROWID;
create index survey_participations_user on survey_participations (user_id);

create table survey_responses (
  id TEXT not null primary key,
  survey_id TEXT not null references surveys (id) on delete cascade,
  user_id TEXT references users (id) on delete set null,
  answers TEXT not null,
  created_at INTEGER,
  updated_at INTEGER,
  unique (survey_id, user_id)
) STRICT, WITHOUT ROWID;
create index survey_responses_survey on survey_responses (survey_id, id);
create index survey_responses_user on survey_responses (user_id);
`
