// The change feed under load: a reader that pages through it during writes ends with the exact final state.
import { expect, test } from 'vitest'
import type { TestApi } from '../../../../test/support/api.ts'
import { person, sponsor, talk } from '../../../../test/support/bodies.ts'
import { readEvents } from '../../../../test/support/rows.ts'
import { startPlatform } from '../../../../test/support/shared-servers.ts'
import { sized } from '../../../../test/support/sizes.ts'

const WRITERS = 40
const WRITES = sized({ small: 50, full: 500 })
/** The approximate number of writes between two pages. */
const WRITES_PER_PAGE = 25

type Item = {
  id: string
  type: string
  object: { kind: string; id: string; externalId: string | null }
  version: number
  changed: string[]
}
type Sent = [method: string, path: string, body?: object]

/** The requests of one writer: it creates, changes, and deletes its own objects and changes shared ones. */
function* writesOf(writer: number): Generator<Sent> {
  for (let i = 0; i < WRITES; i += 1) {
    const [own, shared] = [`/sponsors/ext:${writer}-${i % 7}`, `/talks/ext:shared-${writer % 5}`]
    if (i % 10 === 3) yield ['PUT', shared, { title: `${writer} ${i}`, duration: 1 + (i % 90) }]
    else if (i % 10 === 6) yield ['DELETE', own]
    else yield ['PUT', own, sponsor({ name: `${writer} ${i}`, level: 1 + (i % 5) })]
  }
}

test(`a reader during ${WRITERS * WRITES} concurrent writes rebuilds exactly the final state`, async () => {
  const api = await startPlatform()
  const shared = [0, 1, 2, 3, 4].map((i) => `/talks/ext:shared-${i}`)
  for (const path of shared) await api.send('PUT', path, { body: talk({ speakers: [person('ada')] }) })

  const load = startLoad(api)
  const { items, pages } = await readFeed(api, load)
  await load.ended

  const read = items.map(({ id, object, version, type, changed }) => ({ id, object, version, type, changed }))
  const written = (await readEvents({ api, caller: api.platform.caller })).map((event) => ({
    id: event.id,
    object: { kind: event.objectKind, id: event.objectId, externalId: event.externalId },
    version: event.version,
    type: event.type,
    changed: event.changes.map(({ pointer }) => pointer),
  }))
  expect(read).toEqual(written)
  expect(rebuildVersions(items)).toEqual(await readVersions(api))
  expect(pages).toBeGreaterThan((WRITERS * WRITES) / 200)

  // The only event of its type comes after all others.
  const { body: deleted } = await api.send('DELETE', shared[0] ?? '')
  const { body } = await api.send('GET', '/events?types=talk.deleted')
  expect(body.items.map(({ object }: Item) => object.id)).toEqual([deleted.id])
  expect((await api.send('GET', `/events?after=${body.next}`)).body.items).toEqual([])
}, 600_000)

/** Starts all writers. */
function startLoad({ send }: TestApi) {
  let answered = 0
  let isOver = false
  let wake = () => {}
  const write = async (writer: number) => {
    for (const [method, path, body] of writesOf(writer)) {
      const { status } = await send(method, path, { body })
      expect(method === 'DELETE' ? [200, 404] : [200, 201]).toContain(status)
      answered += 1
      if (answered % WRITES_PER_PAGE === 0) wake()
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
    isOver = true
    wake()
  })
  return {
    ended,
    isOver: () => isOver,
    /** Resolves after some more writes. */
    waitForWrites: () =>
      new Promise<void>((resolve) => {
        wake = resolve
        if (isOver) resolve()
      }),
  }
}

/** Reads page by page during the load, and then until there is nothing new. */
async function readFeed({ send }: TestApi, load: ReturnType<typeof startLoad>) {
  const items: Item[] = []
  let after = ''
  for (let pages = 1; ; pages += 1) {
    const isQuiet = load.isOver()
    const { body } = await send('GET', `/events?limit=100${after && `&after=${after}`}`)
    items.push(...body.items)
    after = body.next
    if (isQuiet && body.items.length === 0) return { items, pages }
    if (!isQuiet) await load.waitForWrites()
  }
}

/** The versions of all objects according to the events; fails if one is missing, repeated, or out of order. */
function rebuildVersions(items: readonly Item[]): Record<string, number> {
  const versions = new Map<string, number>()
  for (const { object, type, version } of items) {
    expect([type, version]).toEqual([type, (versions.get(object.id) ?? 0) + 1])
    if (type.endsWith('.deleted')) versions.delete(object.id)
    else versions.set(object.id, version)
  }
  return Object.fromEntries([...versions].sort())
}

/** The versions of all objects according to the lists. */
async function readVersions({ send }: TestApi): Promise<Record<string, number>> {
  const versions: [string, number][] = []
  for (const kind of ['talks', 'sponsors', 'users']) {
    for (let cursor = ''; ; ) {
      const { body } = await send('GET', `/${kind}?limit=200${cursor && `&cursor=${cursor}`}`)
      versions.push(...body.items.map((item: { id: string; version: number }) => [item.id, item.version]))
      if (body.next === null) break
      cursor = body.next
    }
  }
  return Object.fromEntries(versions.sort())
}
