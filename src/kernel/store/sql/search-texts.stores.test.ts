// The search index: it finds what comparing every text finds, before and after texts are indexed and changed.
import { expect, inject, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { person, talk } from '../../../../test/support/bodies.ts'
import { queryStore } from '../../../../test/support/process.ts'
import { sized } from '../../../../test/support/sizes.ts'
import { createTestStore } from '../../../../test/support/stores.ts'
import { waitUntil } from '../../../../test/support/until.ts'
import { hasSpeakerNamed, hasWord } from '../../../features/agenda/agenda-search-store.ts'
import { talksWithin } from '../../../features/agenda/store.ts'
import { listOfficeUsers } from '../../../features/people/lists.ts'
import { users } from '../../../features/people/tables.ts'
import { hasPublicWord, publicPeople } from '../../../features/speakers/public-people-store.ts'
import { listOfficeTalks } from '../../../features/talks/lists.ts'
import { talks } from '../../../features/talks/tables.ts'
import { foldText } from '../../lib/text/search-keys.ts'

const TALKS = sized({ quick: 12, small: 30 })
const PEOPLE = 8
const QUERIES = sized({ quick: 20, small: 60 })
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1_000, offset: 0 }
const PIECES = [
  'Größe',
  'naïve',
  'C++',
  '100%',
  'a_b',
  '"quoted"',
  'back\\slash',
  'node.js',
  '北京',
  'AI',
  'Zoë',
  'tests',
]

/** Numbers below `limit` that look random and are the same in each run. */
function numbersFrom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

test('finds what comparing every text finds, before and after texts are indexed and changed', async () => {
  await using store = await createTestStore(inject('store'))
  await using api = await startApi({ sharedStore: store })
  const next = numbersFrom(7)
  const words = (count: number) =>
    Array.from({ length: count }, () => PIECES[next(PIECES.length)] ?? '').join(' ')
  const speaker = (index: number) =>
    person(`p${index}`, {
      firstName: words(1),
      lastName: `Sample ${words(1)}`,
      company: words(2),
      tags: [words(1)],
    })
  const body = (index: number) =>
    talk({
      ...{
        title: words(3),
        description: words(4),
        track: words(1),
        tags: [words(1)],
        hiddenTags: [`h${words(1)}`],
      },
      speakers: [speaker(next(PEOPLE)), person(`p${PEOPLE}`)],
      externalId: `talk-${index}`,
    })
  const send = async (method: string, path: string, sent?: unknown) => {
    const { status, text } = await api.send(method, path, { body: sent })
    expect(status, text).toBeLessThan(300)
  }
  for (let index = 0; index < TALKS; index += 1) await send('PUT', `/talks/ext:talk-${index}`, body(index))
  const check = () => compare(api, next)
  await check()
  await waitForIndex(api)
  await check()
  for (let index = 0; index < TALKS; index += 3) await send('PUT', `/talks/ext:talk-${index}`, body(index))
  await send('PUT', '/talks/ext:talk-1', { externalId: 'renamed-1', description: '' })
  await send('DELETE', '/talks/ext:talk-2')
  await send('PUT', '/users/p1@example.org', {
    lastName: 'Quartzite',
    company: null,
    email: 'other@example.org',
  })
  await check()
  await waitForIndex(api)
  await check()
})

async function waitForIndex({ location }: TestApi) {
  if (location.dialect === 'postgres') return
  const left = () =>
    queryStore(location, 'select seq from talk_texts_pending union all select seq from user_texts_pending')
  await waitUntil(left, (rows) => rows.length === 0)
}

/** Compares every search with what it should find, for pieces of the texts and words that no text has. */
async function compare(
  { installation, location, platform: { caller } }: TestApi,
  next: (limit: number) => number,
) {
  const { store } = installation
  const platformId = caller.platform.id
  const rows = async (table: string) => queryStore(location, `select * from ${table} order by id`)
  const all = {
    talks: (await rows('talks')).map((row) => talks.decode(row as never)),
    users: (await rows('users')).map((row) => users.decode(row as never)),
    speakers: await queryStore(location, "select * from talk_people where kind = 'speaker'"),
  }
  const speakersOf = (talkId: string) =>
    all.users.filter(({ id }) => all.speakers.some((one) => one.talk_id === talkId && one.user_id === id))
  const isIn = (word: string, texts: readonly (string | null)[]) =>
    texts.some((text) => foldText(text ?? '').includes(word))
  for (const word of chooseWords(
    all.talks.map(({ title, description }) => `${title} ${description}`),
    next,
  )) {
    const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort()
    const expected = {
      agenda: all.talks.filter(
        ({ id, title, description, room, track, tags, hiddenTags }) =>
          isIn(word, [title, description, room, track, ...tags, ...hiddenTags]) ||
          speakersOf(id).some((one) => isIn(word, [one.firstName, one.lastName, one.company])),
      ),
      names: all.talks.filter(({ id }) =>
        speakersOf(id).some((one) => isIn(word, [one.firstName, one.lastName])),
      ),
      people: all.users.filter(({ firstName, lastName, job, company, tags }) =>
        isIn(word, [firstName, lastName, job, company, ...tags]),
      ),
      officeTalks: all.talks.filter((row) => talks.derived.search_key(row).includes(word)),
      officeUsers: all.users.filter((row) => users.derived.search_key(row).includes(word)),
    }
    for (const isCommon of [false, true]) {
      const searched = { word, isCommon }
      const found = {
        agenda: await store.read(talksWithin({ platformId, ...ALL }, [hasWord(searched)])),
        names: await store.read(talksWithin({ platformId, ...ALL }, [hasSpeakerNamed([searched])])),
        people: await store.read(publicPeople({ platformId, limit: 1_000 }, [hasPublicWord(searched)])),
        officeTalks: (await listOfficeTalks(installation, caller, { q: word })).items,
        officeUsers: (await listOfficeUsers(installation, caller, { q: word })).items,
      }
      for (const [search, rows] of Object.entries(found)) {
        expect(idsOf(rows), `${search} of “${word}”, ${isCommon ? 'common' : 'rare'}`).toEqual(
          idsOf(expected[search as keyof typeof expected]),
        )
      }
    }
  }
}

function chooseWords(texts: readonly string[], next: (limit: number) => number): string[] {
  const known = texts.flatMap((text) => foldText(text).split(/\s+/)).filter((word) => word !== '')
  const pieces = Array.from({ length: QUERIES }, () => {
    const word = known[next(known.length)] ?? ''
    const from = next(word.length)
    return word.slice(from, from + 1 + next(5))
  })
  return [
    ...new Set([...pieces, '%', '_', '\\', 'sample', 'quartzite', 'other@', 'talk-1', 'renamed', 'zzz']),
  ]
}
