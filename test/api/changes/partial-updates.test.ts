// Partial updates: after any sequence of them what was never sent is as it was, null clears, objects merge, lists replace.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { get, type Tenant, useApi } from '../../support/scenarios.ts'

const server = useApi()
type Members = Record<string, unknown>
/** What a test expects to read, and what the update answers. */
type Model = (state: Members, update: Members) => Members | 'refused'

const RUNS = { numRuns: 25 }
const sentence = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => /\S/.test(text))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const some = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] })
const url = fc.integer({ min: 0, max: 99 }).map((n) => `https://static.example.org/${n}.png`)
const zone = fc.constantFrom('Europe/Paris', 'Asia/Calcutta', 'UTC')
const tags = fc.uniqueArray(sentence, { maxLength: 4 })
const flags = (...names: string[]) => some(Object.fromEntries(names.map((name) => [name, fc.boolean()])))
const persons = fc.shuffledSubarray(['ada', 'bo', 'cy', 'di'])
const instant = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })

const merged = (state: Members, update: Members, objects: readonly string[]): Members => ({
  ...state,
  ...update,
  ...Object.fromEntries(
    objects.map((name) => [name, { ...(state[name] as Members), ...(update[name] as Members | undefined) }]),
  ),
})

/** Reads an object without what follows from every change; persons by e-mail. */
async function read(tenant: Tenant, path: string): Promise<{ state: Members; version: number }> {
  const { version, createdAt: _createdAt, updatedAt: _updatedAt, ...state } = await get(tenant, path)
  const emails = (list: { email: string }[]) => list.map((one) => one.email.split('@')[0])
  for (const list of ['speakers', 'moderators']) if (state[list]) state[list] = emails(state[list])
  return { state, version }
}

const asSent = (update: Members): Members => ({
  ...update,
  ...Object.fromEntries(
    ['speakers', 'moderators']
      .filter((list) => update[list] !== undefined)
      .map((list) => [list, (update[list] as string[]).map((name) => person(name))]),
  ),
})

async function follows(
  tenant: Tenant,
  path: string,
  updates: readonly Members[],
  model: Model,
): Promise<void> {
  let { state, version } = await read(tenant, path)
  for (const update of updates) {
    const expected = model(state, update)
    const answer = await tenant.send('PUT', path, { body: asSent(update) })
    expect(answer.status, answer.text).toBe(expected === 'refused' ? 422 : 200)
    const after = await read(tenant, path)
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
  const talkUpdate = some({
    title: sentence,
    description: fc.string({ unit: 'grapheme', maxLength: 20 }),
    speakers: persons.filter((list) => list.length > 0),
    moderators: persons,
    start: instant.map((date) => date.toISOString()),
    timezone: maybe(zone),
    duration: fc.integer({ min: 1, max: 1440 }),
    type: fc.constantFrom('embedded', 'rtmp', 'youtube', 'external', 'replay'),
    video: fc.constantFrom(null, HTTPS, RTMP, EMBED, 'https://youtu.be/abcDEF12_-3'),
    image: maybe(url),
    links: fc.array(fc.record({ label: sentence, url }), { maxLength: 3 }),
    track: maybe(sentence),
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
    const next = merged(state, update, ['features'])
    const { type, video } = next
    const { video: before } = state
    if (type === 'embedded') return { ...next, video: before }
    if (video === RTMP && type !== 'rtmp') return 'refused'
    if (type !== 'youtube' || video === null) return next
    return video === HTTPS || video === RTMP ? 'refused' : { ...next, video: EMBED }
  }

  test('to a talk leaves what was never sent', async () => {
    const tenant = await server.createTenant()
    await fc.assert(
      fc.asyncProperty(fc.array(talkUpdate, { minLength: 1, maxLength: 6 }), async (updates) =>
        follows(tenant, await create(tenant, '/talks', talk()), updates, talkModel),
      ),
      RUNS,
    )
  })

  const sponsorUpdate = some({
    name: sentence,
    logo: url,
    level: fc.integer({ min: 1, max: 5 }),
    hasPage: fc.boolean(),
    pageContent: maybe(fc.string({ unit: 'grapheme', maxLength: 50 })),
    website: maybe(url),
    speakers: persons,
    icon: maybe(url),
    color: maybe(fc.integer({ min: 0x100000, max: 0xffffff }).map((n) => `#${n.toString(16)}`)),
    options: flags('displayInLobby', 'highlight'),
  })

  test('to a sponsor leaves what was never sent', async () => {
    const tenant = await server.createTenant()
    await fc.assert(
      fc.asyncProperty(fc.array(sponsorUpdate, { minLength: 1, maxLength: 6 }), async (updates) =>
        follows(tenant, await create(tenant, '/sponsors', sponsor()), updates, (state, update) =>
          merged(state, update, ['options']),
        ),
      ),
      RUNS,
    )
  })

  const userUpdate = some({
    type: fc.constantFrom('Attendee', 'Speaker'),
    firstName: sentence,
    lastName: sentence,
    avatar: maybe(url),
    description: maybe(fc.string({ unit: 'grapheme', maxLength: 20 })),
    job: maybe(sentence),
    company: maybe(sentence),
    tags,
    timezone: maybe(zone),
    country: maybe(sentence),
    city: maybe(sentence),
    status: maybe(
      fc.constantFrom('Employed', 'Looking for a job', 'Student', 'Freelancer', 'Working for a startup'),
    ),
    website: maybe(url),
    socials: some(
      Object.fromEntries(['facebook', 'linkedin', 'twitter', 'youtube'].map((name) => [name, maybe(url)])),
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

  test('to a user leaves what was never sent, and the role whatever was', async () => {
    const tenant = await server.createTenant()
    let users = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Attendee', 'Speaker'),
        fc.array(userUpdate, { minLength: 1, maxLength: 6 }),
        async (type, updates) => {
          users += 1
          await follows(
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
