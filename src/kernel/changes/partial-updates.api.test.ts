// Partial updates: attributes that are not sent stay, null clears, objects are merged, and lists are replaced.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import { get, type Tenant, useApi } from '../../../test/support/scenarios.ts'
import { cleanLine, isVisible } from '../lib/text/characters.ts'

const server = useApi()
type Members = Record<string, unknown>
/** The expected state after an update, or that the update is refused. */
type Model = (state: Members, update: Members) => Members | 'refused'

const RUNS = { numRuns: 25 }
const sentence = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  // Names and tags are stored on one line, without white space around them.
  .map((text) => cleanLine(text).trim())
  .filter(isVisible)
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const partial = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] })
const url = fc.integer({ min: 0, max: 99 }).map((n) => `https://static.example.org/${n}.png`)
const zone = fc.constantFrom('Europe/Paris', 'Asia/Calcutta', 'UTC')
const tags = fc.uniqueArray(sentence, { maxLength: 4 })
const flags = (...names: string[]) => partial(Object.fromEntries(names.map((name) => [name, fc.boolean()])))
const people = fc.shuffledSubarray(['ada', 'bo', 'cy', 'di'])
const instant = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })

const merged = (state: Members, update: Members, objects: readonly string[]): Members => ({
  ...state,
  ...update,
  ...Object.fromEntries(
    objects.map((name) => [name, { ...(state[name] as Members), ...(update[name] as Members | undefined) }]),
  ),
})

/** Reads an object without its version and times; people are given by the local part of their e-mail. */
async function readState(tenant: Tenant, path: string): Promise<{ state: Members; version: number }> {
  const { version, createdAt: _createdAt, updatedAt: _updatedAt, ...state } = await get(tenant, path)
  const emails = (list: { email: string }[]) => list.map((one) => one.email.split('@')[0])
  for (const list of ['speakers', 'moderators']) if (state[list]) state[list] = emails(state[list])
  return { state, version }
}

const toRequestBody = (update: Members): Members => ({
  ...update,
  ...Object.fromEntries(
    ['speakers', 'moderators']
      .filter((list) => update[list] !== undefined)
      .map((list) => [list, (update[list] as string[]).map((name) => person(name))]),
  ),
})

/** Sends the updates and expects that the object follows the model after each of them. */
async function expectToFollow(
  tenant: Tenant,
  path: string,
  updates: readonly Members[],
  model: Model,
): Promise<void> {
  let { state, version } = await readState(tenant, path)
  for (const update of updates) {
    const expected = model(state, update)
    const answer = await tenant.send('PUT', path, { body: toRequestBody(update) })
    expect(answer.status, answer.text).toBe(expected === 'refused' ? 422 : 200)
    const after = await readState(tenant, path)
    if (expected !== 'refused') {
      expect(after.state).toEqual(expected)
      version += fc.stringify(state) === fc.stringify(after.state) ? 0 : 1
    } else {
      expect(after.state).toEqual(state)
    }
    expect(after.version).toBe(version)
    state = after.state
  }
}

async function create(tenant: Tenant, path: string, body: Members): Promise<string> {
  const answer = await tenant.send('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return `${path}/${answer.body.id}`
}

describe('any sequence of updates', () => {
  const EMBED = 'https://www.youtube-nocookie.com/embed/abcDEF12_-3'
  const HTTPS = 'https://video.example.org/1'
  const RTMP = 'rtmp://live.example.org/app'
  const talkUpdate = partial({
    title: sentence,
    description: fc.string({ unit: 'grapheme', maxLength: 20 }),
    details: nullable(fc.string({ unit: 'grapheme', maxLength: 20 })),
    speakers: people,
    moderators: people,
    start: instant.map((date) => date.toISOString()),
    timezone: nullable(zone),
    duration: fc.integer({ min: 1, max: 1440 }),
    type: fc.constantFrom(null, 'embedded', 'rtmp', 'youtube', 'external', 'replay'),
    video: fc.constantFrom(null, HTTPS, RTMP, EMBED, 'https://youtu.be/abcDEF12_-3'),
    image: nullable(url),
    links: fc.array(fc.record({ label: sentence, url }), { maxLength: 3 }),
    kind: fc.constantFrom('talk', 'break'),
    state: fc.constantFrom('draft', 'published', 'cancelled'),
    room: nullable(sentence),
    track: nullable(sentence),
    language: nullable(fc.constantFrom('en', 'de-AT')),
    tags,
    hiddenTags: tags,
    featured: fc.boolean(),
    recommended: fc.boolean(),
    keynote: fc.boolean(),
    available: fc.boolean(),
    features: flags(
      'chat',
      'questions',
      'surveys',
      'viewersCount',
      'viewersList',
      'rewardsEarning',
      'freeLive',
      'freeReplay',
    ),
  })

  function talkModel(state: Members, update: Members): Members | 'refused' {
    const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0
    // A break keeps only the people that are sent with it.
    const unsent = update.kind === 'break' ? { speakers: [], moderators: [] } : {}
    const next = merged(state, { ...unsent, ...update }, ['features'])
    const { type, video, kind, speakers } = next
    if (isEmpty(update.speakers) || (kind === 'talk' && isEmpty(speakers))) return 'refused'
    const { video: before } = state
    if (type === null) return update.video == null ? { ...next, video: null } : 'refused'
    if (type === 'embedded') return { ...next, video: before }
    if (video === RTMP && type !== 'rtmp') return 'refused'
    if (type !== 'youtube' || video === null) return next
    return video === HTTPS || video === RTMP ? 'refused' : { ...next, video: EMBED }
  }

  test('to a talk keeps the attributes that were not sent', async () => {
    const tenant = await server.createTenant()
    await fc.assert(
      fc.asyncProperty(fc.array(talkUpdate, { minLength: 1, maxLength: 6 }), async (updates) =>
        expectToFollow(tenant, await create(tenant, '/talks', talk()), updates, talkModel),
      ),
      RUNS,
    )
  })

  const sponsorUpdate = partial({
    name: sentence,
    logo: url,
    level: fc.integer({ min: 1, max: 5 }),
    hasPage: fc.boolean(),
    pageContent: nullable(fc.string({ unit: 'grapheme', maxLength: 50 })),
    pageFormat: fc.constantFrom('html', 'markdown'),
    website: nullable(url),
    speakers: people,
    icon: nullable(url),
    color: nullable(fc.integer({ min: 0x100000, max: 0xffffff }).map((n) => `#${n.toString(16)}`)),
    options: flags('displayInLobby', 'highlight'),
  })

  test('to a sponsor keeps the attributes that were not sent', async () => {
    const tenant = await server.createTenant()
    await fc.assert(
      fc.asyncProperty(fc.array(sponsorUpdate, { minLength: 1, maxLength: 6 }), async (updates) =>
        expectToFollow(tenant, await create(tenant, '/sponsors', sponsor()), updates, (state, update) =>
          merged(state, update, ['options']),
        ),
      ),
      RUNS,
    )
  })

  const userUpdate = partial({
    type: fc.constantFrom('Attendee', 'Speaker'),
    firstName: sentence,
    lastName: sentence,
    avatar: nullable(url),
    description: nullable(fc.string({ unit: 'grapheme', maxLength: 20 })),
    job: nullable(sentence),
    company: nullable(sentence),
    tags,
    timezone: nullable(zone),
    country: nullable(sentence),
    city: nullable(sentence),
    status: nullable(
      fc.constantFrom('Employed', 'Looking for a job', 'Student', 'Freelancer', 'Working for a startup'),
    ),
    website: nullable(url),
    socials: partial(
      Object.fromEntries(['facebook', 'linkedin', 'twitter', 'youtube'].map((name) => [name, nullable(url)])),
    ),
    options: flags('highlight', 'endRegistration'),
  })

  const userModel: Model = (state, { type: _type, options, ...update }) => {
    const { highlight, endRegistration } = (options ?? {}) as {
      highlight?: boolean
      endRegistration?: boolean
    }
    const next = merged(state, update, ['socials'])
    const { role } = state
    return {
      ...next,
      ...(highlight !== undefined && role === 'speaker' ? { options: { highlight } } : {}),
      ...(endRegistration ? { registrationStatus: 'accepted' } : {}),
    }
  }

  test('to a user keeps the attributes that were not sent, and always the role', async () => {
    const tenant = await server.createTenant()
    let users = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Attendee', 'Speaker'),
        fc.array(userUpdate, { minLength: 1, maxLength: 6 }),
        async (type, updates) => {
          users += 1
          await expectToFollow(
            tenant,
            await create(tenant, '/users', attendee(`u${users}`, { type })),
            updates,
            userModel,
          )
        },
      ),
      RUNS,
    )
  })
})
