// How SQLite runs the queries of lists: through indexes, in the order of the list, so that their cost does not grow with the
// programme. PostgreSQL decides by statistics, so only SQLite can be asked with empty tables.
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { hasTalkTag, spokenBy, talkObjects, upcomingTalks } from '../../src/store/programme/talks.ts'
import { startsAround } from '../../src/store/site/agenda.ts'
import { outlinedTalks, scheduledSpeakers, scheduledTalksByIds } from '../../src/store/site/feeds.ts'
import {
  featuredTalks,
  liveTalks,
  nextTalks,
  programmeSpan,
  recordedTalks,
  talksOfSpeaker,
} from '../../src/store/site/public-talks.ts'
import { publicFaces } from '../../src/store/site/speakers.ts'
import type { Query } from '../../src/store/sql/statements.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'

let store: TestStore
let db: DatabaseSync
beforeAll(async () => {
  store = await createTestStore('sqlite')
  if (store.location.dialect !== 'sqlite') throw new Error('Not the store that was asked for.')
  await migrate(store.location)
  db = new DatabaseSync(store.location.path)
})
afterAll(async () => {
  db.close()
  await store[Symbol.asyncDispose]()
})

const PAGE = { after: null, limit: 51 }

/** With the indexes of the tables of talks and people, in the order in which they are used. */
const queries: [name: string, query: Query<unknown>, indexes: string[]][] = [
  ['a page of talks', talkObjects.list('p', [], PAGE), ['talks_platform']],
  ['changed talks', talkObjects.listChanged('p', [], { ...PAGE, since: 5 }), ['talks_updated']],
  ['talks with a tag', talkObjects.list('p', [hasTalkTag('Web')], PAGE), ['talks_platform', 'talk_tags_tag']],
  [
    'talks of a speaker',
    talkObjects.list('p', [spokenBy('ada@example.org')], PAGE),
    ['talks_platform', 'talk_people_user', 'sqlite_autoindex_users_1', 'sqlite_autoindex_users_2'],
  ],
  ['upcoming talks', upcomingTalks('p', { ...PAGE, now: 5 }), ['talks_start']],
  ['live talks', liveTalks('p', 5, 6), ['talks_start']],
  ['next talks', nextTalks('p', 5, 6), ['talks_start']],
  ['featured talks', featuredTalks('p', 5, 6), ['talks_featured', 'talks_featured']],
  [
    'recordings',
    recordedTalks('p', 5, 6),
    ['talks_featured', 'talks_unusual', 'talks_unusual', 'talks_unusual'],
  ],
  ['the span of the programme', programmeSpan('p'), ['talks_start', 'talks_start']],
  ['the talks of a person', talksOfSpeaker('p', 'u'), ['talk_people_user', 'talks_platform']],
  ['the starts around an instant', startsAround('p', 5), ['talks_start', 'talks_start']],
  [
    'a portion of the outline of a feed',
    outlinedTalks('p', { after: 'id', limit: 500 }),
    ['talks_platform', 'sqlite_autoindex_talk_people_2', 'sqlite_autoindex_users_1'],
  ],
  ['a portion of a feed', scheduledTalksByIds('p', ['t']), ['talks_platform']],
  [
    'the speakers of a portion',
    scheduledSpeakers(['t']),
    ['sqlite_autoindex_talk_people_1', 'sqlite_autoindex_users_1'],
  ],
]

const planOf = ({ statement, values }: Query<unknown>): string[] => {
  const { sql, bind } = statement.for('sqlite')
  return db
    .prepare(`explain query plan ${sql}`)
    .all(...bind(values))
    .map(({ detail }) => String(detail))
}

test('the people on the home page are read in the order of four parts', () => {
  const plan = planOf(publicFaces('p', 12))
  expect(plan.flatMap((step) => /^SEARCH users USING INDEX (\w+)/.exec(step)?.[1] ?? [])).toEqual([
    ...['users_highlighted', 'users_highlighted', 'users_pictured', 'users_incomplete'],
  ])
  expect(plan.filter((step) => /^SCAN (talks|users|talk_people)/.test(step))).toEqual([])
})

test.each(queries)('%s: through these indexes, without reading a whole table', (_name, query, indexes) => {
  const plan = planOf(query)
  expect(plan.flatMap((step) => /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1] ?? [])).toEqual(indexes)
  expect(plan.filter((step) => /^SCAN (talks|users|talk_people|talk_tags)/.test(step))).toEqual([])
})
