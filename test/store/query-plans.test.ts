// How SQLite runs the queries of lists: through indexes, in the order of the list, so that their cost does not grow with the
// programme. PostgreSQL decides by statistics, so only SQLite can be asked with empty tables.
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasSpeakerNamed, hasWord } from '../../src/features/agenda/agenda-search-store.ts'
import {
  outlinedTalks,
  scheduledSpeakers,
  scheduledTalksByIds,
} from '../../src/features/agenda/feeds/feeds-store.ts'
import { showsTags, startsAround, talksWithin } from '../../src/features/agenda/store.ts'
import { countIncompleteSpeakers, signUpsBetween } from '../../src/features/dashboard/overview-store.ts'
import { mostStarredTalks } from '../../src/features/favorites/store.ts'
import { removeUnusedFiles } from '../../src/features/files/store.ts'
import { nextRecipients } from '../../src/features/mailings/audience-store.ts'
import '../../src/features/operations.ts'
import { userList } from '../../src/features/people/lists.ts'
import { someStaff, takenUsernames, userObjects } from '../../src/features/people/store.ts'
import {
  hasPublicWord,
  publicFaces,
  somePublicPeople,
} from '../../src/features/speakers/public-people-store.ts'
import {
  checkProgramme,
  doubleBookedAmong,
  needsWork,
} from '../../src/features/talks/checks/programme-checks-store.ts'
import { tracksByAge } from '../../src/features/talks/choices-store.ts'
import { talkList } from '../../src/features/talks/lists.ts'
import {
  featuredTalks,
  nextTalks,
  programmeSpan,
  recordedTalks,
  talksLiveNow,
  talksOfSpeaker,
} from '../../src/features/talks/programme/public-talks-store.ts'
import { hasTalkTag, spokenBy, talkObjects, upcomingTalks } from '../../src/features/talks/store.ts'
import { isSpeaker } from '../../src/features/talks/talk-people-store.ts'
import { streamedTalks } from '../../src/features/video/streams/streamed-talks-store.ts'
import { migrate } from '../../src/kernel/store/migrations/migrate.ts'
import type { Query } from '../../src/kernel/store/sql/statements.ts'
import { renewStatistics } from '../../src/kernel/store/sqlite/statistics.ts'
import { createTestStore, type TestStore } from '../support/stores.ts'

const FILLED_ROWS = 3_000

/** A store without statistics, and one with those of full tables. */
const stores: TestStore[] = []
let db: DatabaseSync
let full: DatabaseSync
beforeAll(async () => {
  const open = async () => {
    const store = await createTestStore('sqlite')
    if (store.location.dialect !== 'sqlite') throw new Error('Not the store that was asked for.')
    await migrate(store.location)
    stores.push(store)
    return new DatabaseSync(store.location.path)
  }
  db = await open()
  full = await open()
  full.exec('pragma foreign_keys = off')
  for (const table of ['talks', 'users', 'talk_people', 'talk_tags', 'talk_texts', 'user_texts'])
    fill(full, table)
  renewStatistics(full)
})
afterAll(async () => {
  db.close()
  full.close()
  for (const store of stores) await store[Symbol.asyncDispose]()
})

/** Fills a table with rows of one platform, with few different values where a programme has few. */
function fill(filled: DatabaseSync, table: string): void {
  const usual: Record<string, string> = {
    platform_id: "'p'",
    ...{
      kind: "'talk'",
      state: "'published'",
      type: "case n % 10 when 0 then 'replay' else 'embedded' end",
      part: "'programme'",
    },
    ...{ role: "'speaker'", registration_status: "'accepted'", tag: "'Tag ' || n % 40" },
    ...{ room: "'Room ' || n % 25", track: "'Track ' || n % 25", featured: 'n % 100 = 0' },
    ...{ recommended: '0', keynote: '0', highlighted: '0', is_hidden: '0', attached: '0' },
  }
  const columns = filled
    .prepare(`select name, type from pragma_table_info(?) where "notnull" = 1 or name in ('room', 'track')`)
    .all(table)
    .map(({ name, type }) => ({ name: String(name), isText: type === 'TEXT' }))
  const values = columns.map(({ name, isText }) => usual[name] ?? (isText ? "'x' || n" : 'n'))
  filled.exec(`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${FILLED_ROWS})
    insert into ${table} (${columns.map(({ name }) => name)}) select ${values} from n`)
}

const PAGE = { after: null, limit: 51 }
const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
const BY_KEY = {
  columns: ['search_key'] as const,
  shape: ['string', 'string'] as const,
  positionOf: () => [],
}

/** Reads the whole of a table that grows with the programme. */
const WHOLE_TABLE = /^SCAN (talks|users|talk_people|talk_tags|talk_texts|user_texts)\b/

/** With the indexes of the tables of talks and people, in the order in which they are used. */
const queries: [name: string, query: Query<unknown>, indexes: string[]][] = [
  ['a page of talks', talkObjects.list({ platformId: 'p', ...PAGE }, []), ['talks_platform']],
  ['changed talks', talkObjects.listChanged({ platformId: 'p', ...PAGE, since: 5 }, []), ['talks_updated']],
  [
    'talks with a tag',
    talkObjects.list({ platformId: 'p', ...PAGE }, [hasTalkTag('Web')]),
    ['talks_platform', 'talk_tags_tag'],
  ],
  [
    'talks of a speaker',
    talkObjects.list({ platformId: 'p', ...PAGE }, [spokenBy('ada@example.org')]),
    ['talks_platform', 'talk_people_user', 'sqlite_autoindex_users_1', 'sqlite_autoindex_users_2'],
  ],
  ['upcoming talks', upcomingTalks('p', { ...PAGE, now: 5 }), ['talks_start']],
  ['live talks', talksLiveNow({ platformId: 'p', now: 5, limit: 6 }), ['talks_start']],
  ['next talks', nextTalks({ platformId: 'p', now: 5, limit: 6 }), ['talks_start']],
  [
    'featured talks',
    featuredTalks({ platformId: 'p', now: 5, limit: 6 }),
    ['talks_featured', 'talks_featured'],
  ],
  [
    'recordings',
    recordedTalks({ platformId: 'p', now: 5, limit: 6 }),
    ['talks_featured', 'talks_at_address', 'talks_at_address'],
  ],
  [
    'talks whose streams the server carries',
    streamedTalks({ startsAfter: 0, startsBefore: 5, endsAfter: 5 }),
    ['sqlite_autoindex_platforms_1', 'talks_start', 'sqlite_autoindex_stream_keys_1'],
  ],
  ['the span of the programme', programmeSpan({ platformId: 'p' }), ['talks_start', 'talks_start']],
  [
    'talks with a rare word',
    talksWithin({ platformId: 'p', ...ALWAYS, limit: 60, offset: 0 }, [
      hasWord({ word: 'quartzite', isCommon: false }),
    ]),
    [
      'talk_people_user',
      'sqlite_autoindex_users_1',
      'sqlite_autoindex_talks_1',
      'talk_people_user',
      'sqlite_autoindex_users_1',
    ],
  ],
  [
    'talks with a tag in the agenda',
    talksWithin({ platformId: 'p', ...ALWAYS, limit: 60, offset: 0 }, [showsTags(['Tag 7'])]),
    ['talk_tags_start', 'talks_platform'],
  ],
  [
    'talks with a common word',
    talksWithin({ platformId: 'p', ...ALWAYS, limit: 60, offset: 0 }, [
      hasWord({ word: 'talk', isCommon: true }),
    ]),
    [
      'talks_start',
      'sqlite_autoindex_talk_texts_1',
      'sqlite_autoindex_talk_people_2',
      'sqlite_autoindex_users_1',
      'sqlite_autoindex_user_texts_1',
    ],
  ],
  ['staff', someStaff({ platformId: 'p' }), ['users_role']],
  [
    'talks of a speaker with a rare name',
    talksWithin({ platformId: 'p', ...ALWAYS, limit: 60, offset: 0 }, [
      hasSpeakerNamed([{ word: 'ada', isCommon: false }]),
    ]),
    [
      'talk_people_user',
      'sqlite_autoindex_users_1',
      'sqlite_autoindex_talks_1',
      'talk_people_user',
      'sqlite_autoindex_users_1',
    ],
  ],
  [
    'people with a rare word',
    somePublicPeople({ platformId: 'p', limit: 60, offset: 0 }, [
      hasPublicWord({ word: 'ada', isCommon: false }),
    ]),
    [
      'sqlite_autoindex_users_1',
      'talk_people_user',
      'sqlite_autoindex_talks_1',
      'sponsor_people_user',
      'talk_people_user',
      'sqlite_autoindex_talks_1',
    ],
  ],
  [
    'the list of talks of the Back Office, searched',
    talkList.rows('p', {
      ...{ words: [{ word: 'quartzite', isCommon: false }], filters: [], after: null, offset: 0, limit: 51 },
      sort: { name: 'title', by: BY_KEY, isDescending: false },
    }),
    ['sqlite_autoindex_talks_1'],
  ],
  [
    'a talk by its id',
    talkObjects.find({ platformId: 'p', by: 'id', value: 't' }),
    ['sqlite_autoindex_talks_1'],
  ],
  [
    'a talk by its externalId',
    talkObjects.find({ platformId: 'p', by: 'external_id', value: 'e' }),
    ['sqlite_autoindex_talks_2'],
  ],
  [
    'an account by its e-mail',
    userObjects.find({ platformId: 'p', by: 'email_key', value: 'e' }),
    ['sqlite_autoindex_users_2'],
  ],
  [
    'the taken usernames of a name',
    takenUsernames('p', { keys: ['a'], bases: ['b'] }),
    ['sqlite_autoindex_users_3', 'sqlite_autoindex_users_3'],
  ],
  [
    'an account by its externalId',
    userObjects.find({ platformId: 'p', by: 'external_id', value: 'e' }),
    ['sqlite_autoindex_users_4'],
  ],
  [
    'the public people',
    somePublicPeople({ platformId: 'p', limit: 60, offset: 0 }, []),
    [
      'users_listed',
      'talk_people_user',
      'sqlite_autoindex_talks_1',
      'sponsor_people_user',
      'talk_people_user',
      'sqlite_autoindex_talks_1',
    ],
  ],
  [
    'the speakers of the Back Office',
    userList.rows('p', {
      ...{ words: [], filters: [isSpeaker], after: null, offset: 0, limit: 51 },
      sort: { name: 'name', by: BY_KEY, isDescending: false },
    }),
    ['users_listed', 'talk_people_user'],
  ],
  [
    'speakers without a biography or picture',
    countIncompleteSpeakers('p', 1_001),
    ['users_incomplete', 'talk_people_user'],
  ],
  [
    'the checks of the programme',
    checkProgramme('p', 5),
    [
      'talks_start',
      'talks_start',
      'sqlite_autoindex_talk_people_1',
      'talks_start',
      'talks_start',
      'talks_start',
      'talks_start',
      'sqlite_autoindex_talk_people_2',
      'talks_start',
    ],
  ],
  [
    'the talks without a picture',
    talkList.rows('p', {
      ...{ words: [], filters: [needsWork('picture', 5)], after: null, offset: 0, limit: 51 },
      sort: { name: 'title', by: BY_KEY, isDescending: false },
    }),
    ['talks_start', 'talks_start', 'sqlite_autoindex_talks_1', 'talks_start', 'talks_start'],
  ],
  [
    'double-booked talks among some',
    doubleBookedAmong({ ids: ['t'] }),
    [
      'sqlite_autoindex_talks_1',
      'talks_room',
      'sqlite_autoindex_talks_1',
      'sqlite_autoindex_talk_people_2',
      'talk_people_user',
      'sqlite_autoindex_talks_1',
    ],
  ],
  [
    'the talks of a person',
    talksOfSpeaker({ platformId: 'p', userId: 'u' }),
    ['talk_people_user', 'talks_platform'],
  ],
  [
    'the tracks by age',
    tracksByAge({ platformId: 'p', limit: 200 }),
    ['talks_track_age', 'talks_track_age', 'talks_track_age'],
  ],
  ['the starts around an instant', startsAround({ platformId: 'p', at: 5 }), ['talks_start', 'talks_start']],
  [
    'a portion of the outline of a feed',
    outlinedTalks({ platformId: 'p', after: 'id', limit: 500 }),
    ['talks_platform', 'sqlite_autoindex_talk_people_2', 'sqlite_autoindex_users_1'],
  ],
  ['a portion of a feed', scheduledTalksByIds({ platformId: 'p', ids: ['t'] }), ['talks_platform']],
  [
    'the speakers of a portion',
    scheduledSpeakers({ talkIds: ['t'] }),
    ['sqlite_autoindex_talk_people_1', 'sqlite_autoindex_users_1'],
  ],
]

const planOf = (
  { statement, values }: Pick<Query<unknown>, 'statement' | 'values'>,
  asked = db,
): string[] => {
  const { sql, bind } = statement.for('sqlite')
  return asked
    .prepare(`explain query plan ${sql}`)
    .all(...bind(values))
    .map(({ detail }) => String(detail))
}

test('a page of the people of a mailing looks up what belongs to each of them', () => {
  const defined = { startAt: 5, audience: null, talkId: null, senderId: null, data: {} }
  const mailing = { id: 'm', platformId: 'p', ...defined }
  const page = { isDefault: true, now: 5, after: '' }
  const plans = (['talk_changes', 'talk_reminder'] as const).map((kind) =>
    planOf(nextRecipients({ ...mailing, kind }, page)).filter((step) => /^(SEARCH|SCAN|USE)/.test(step)),
  )
  const usual = [
    'SEARCH users USING INDEX users_platform (platform_id=? AND id>?)',
    'SEARCH email_choices USING INDEX sqlite_autoindex_email_choices_1 (user_id=? AND kind=?)',
  ]
  const stars = 'SEARCH favorites USING COVERING INDEX sqlite_autoindex_favorites_1 (user_id=?)'
  const mailed =
    'SEARCH mailing_talks USING COVERING INDEX sqlite_autoindex_mailing_talks_1 (mailing_id=? AND talk_id=?)'
  const taken = 'SEARCH talk_people USING COVERING INDEX talk_people_user (user_id=?)'
  expect(plans).toEqual([
    [...usual, stars, mailed, taken, mailed],
    [...usual, stars, 'SEARCH talks USING INDEX sqlite_autoindex_talks_1 (id=?)'],
  ])
})

test('references to a file are found through indexes', () => {
  const plan = planOf(removeUnusedFiles({ before: 5, now: 5 }))
  expect(plan.filter((step) => /^(SEARCH|SCAN)/.test(step))).toEqual([
    'SEARCH files USING INDEX files_unused (unused_since<?)',
    'SEARCH platforms USING INDEX sqlite_autoindex_platforms_1 (id=?)',
    'SEARCH users USING COVERING INDEX users_by_avatar (avatar=?)',
    'SEARCH talks USING COVERING INDEX talks_by_image (image=?)',
    'SEARCH talk_files USING COVERING INDEX talk_files_by_file (file_id=?)',
    'SEARCH deleted_objects USING INDEX deleted_objects_listed (platform_id=?)',
    'SEARCH sponsors USING COVERING INDEX sponsors_by_logo (logo=?)',
    'SEARCH sponsors USING COVERING INDEX sponsors_by_icon (icon=?)',
    'SEARCH talk_proposals USING INDEX talk_proposals_state (platform_id=?)',
  ])
})

test('stars and sign-ups of a platform are counted through indexes', () => {
  const plan = [
    ...planOf(mostStarredTalks({ platformId: 'p' })),
    ...planOf(signUpsBetween({ platformId: 'p', times: ['5', '6'] })),
  ]
  expect(plan.filter((step) => /^(SEARCH|SCAN) (favorites|talks|users)/.test(step))).toEqual([
    'SEARCH favorites USING COVERING INDEX favorites_platform (platform_id=?)',
    'SEARCH talks USING INDEX sqlite_autoindex_talks_1 (id=?)',
    'SEARCH users USING COVERING INDEX users_signed_up (platform_id=? AND created_at>? AND created_at<?)',
  ])
})

test('the people on the home page are read in the order of four parts', () => {
  const plan = planOf(publicFaces({ platformId: 'p', limit: 12 }))
  expect(plan.flatMap((step) => /^SEARCH users USING INDEX (\w+)/.exec(step)?.[1] ?? [])).toEqual([
    ...['users_highlighted', 'users_highlighted', 'users_pictured', 'users_incomplete'],
  ])
  expect(plan.filter((step) => /^SCAN (talks|users|talk_people)/.test(step))).toEqual([])
})

test.each(queries)('%s: through these indexes, without reading a whole table', (_name, query, indexes) => {
  for (const asked of [db, full]) {
    const plan = planOf(query, asked)
    const used = plan.flatMap((step) => /USING (?:COVERING )?INDEX (\w+)/.exec(step)?.[1] ?? [])
    expect(used, asked === full ? 'with statistics' : 'without statistics').toEqual(indexes)
    // A subquery with the name of a table has only the rows that were found.
    const scanned = plan.flatMap((step) => WHOLE_TABLE.exec(step)?.[1] ?? [])
    expect(scanned.filter((table) => !plan.includes(`CO-ROUTINE ${table}`))).toEqual([])
  }
})
