// The frab feeds: the numbers of talks, and pauses for other requests.
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newId } from '../../../kernel/lib/data/ids.ts'
import { joinParts, type PackedPart } from '../../../kit/pages/packed-parts.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import type { OutlinedTalk } from './feeds-store.ts'
import { FeedParts } from './page-feed-parts.ts'
import { frabJson } from './page-frab-json.ts'
import { eventNumbers, type FrabFormat, frabDocument } from './page-frab-schedule.ts'
import { frabXml } from './page-frab-xml.ts'

function numbersOf(ids: readonly string[]): Map<string, number> {
  const numberOf = eventNumbers()
  return new Map([...ids].sort().map((id) => [id, numberOf(id)]))
}

test('gives each talk a positive number of its own that does not depend on the other talks', () => {
  const ids = Array.from({ length: 2000 }, () => newId())
  const numbers = numbersOf(ids)
  expect(new Set(numbers.values()).size).toBe(2000)
  for (const number of numbers.values()) expect(number > 0 && number < 2 ** 31).toBe(true)
  const [first = '', ...rest] = ids
  expect(numbersOf(rest.reverse()).get(rest[0] ?? '')).toBe(numbers.get(rest[0] ?? ''))
  expect(numbersOf([first]).get(first)).toBe(numbers.get(first))
})

test('gives the number to the older of two talks that collide', () => {
  const [older, newer] = ['019a0000-0000-7000-8000-000000000005', '019b0000-0000-7000-8000-000080000005']
  expect([...numbersOf([newer, older])]).toEqual([
    [older, 5],
    [newer, 6],
  ])
  expect(numbersOf(['019a0000-0000-7000-8000-000000000000'])).toEqual(
    new Map([['019a0000-0000-7000-8000-000000000000', 1]]),
  )
})

const platform = {
  ...{ id: newId(), slug: 'default', name: 'Event', settings: defaultSettings },
  ...{ createdAt: 0, updatedAt: 0 },
}
const origin = 'https://site.example'

const talkNamed = (title: string) => ({
  ...({ kind: 'talk', state: 'published', room: null, language: null } as const),
  ...{ id: newId(), title, description: 'Long text. '.repeat(20), details: null, image: null, track: null },
  ...{ startAt: 0, endAt: 60_000, duration: 1, files: [], links: [], tags: [], version: 1, updatedAt: 0 },
})

const outlineOf = (talks: readonly ReturnType<typeof talkNamed>[]): OutlinedTalk[] =>
  talks.map(({ id, startAt, room, track }) => ({ id, startAt, room, track, state: '', changedAt: 0 }))

const written = async (
  format: FrabFormat,
  talks: readonly ReturnType<typeof talkNamed>[],
): Promise<string> => {
  const document = await frabDocument(format, { platform, outline: outlineOf(talks), origin })
  // Talks named “Removed” are no longer there when they are read.
  const there = new Map(talks.filter(({ title }) => title !== 'Removed').map((talk) => [talk.id, talk]))
  const read = async (ids: readonly string[]) =>
    ids.map((id) => {
      const talk = there.get(id)
      return talk && { talk, speakers: [] }
    })
  const parts: PackedPart[] = []
  for await (const part of new FeedParts().write({ ...document, name: 'feed', context: {}, read }))
    parts.push(part)
  return gunzipSync(joinParts(parts).gzip).toString()
}

test('leaves out talks that are removed while a document is written', async () => {
  const talks = ['Removed', 'One', 'Removed', 'Two', 'Removed'].map(talkNamed)
  const { schedule } = JSON.parse(await written(frabJson, talks))
  expect(schedule.conference.days[0].rooms.Event.map(({ title }: { title: string }) => title)).toEqual([
    ...['One', 'Two'],
  ])
})

test.each([
  ['JSON', frabJson],
  ['XML', frabXml],
])('lets other requests continue while a long programme is written as %s', async (_name, format) => {
  const talks = Array.from({ length: 2_000 }, () => talkNamed('Talk'))
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 0)
  const text = await written(format, talks)
  clearInterval(others)
  expect(text.split(talks[0]?.description ?? '').length).toBe(2_001)
  expect(turns).toBeGreaterThan(2)
})

test('writes again only the parts in which something changed', async () => {
  const talks = Array.from({ length: 5_000 }, () => talkNamed('Talk'))
  const parts = new FeedParts()
  let reads = 0
  const write = async (changed: readonly OutlinedTalk[]) => {
    reads = 0
    const document = await frabDocument(frabJson, { platform, outline: changed, origin })
    const byId = new Map(talks.map((talk) => [talk.id, talk]))
    const read = async (ids: readonly string[]) => {
      reads += ids.length
      return ids.map((id) => ({ talk: byId.get(id) ?? talkNamed('Missing'), speakers: [] }))
    }
    for await (const _part of parts.write({ ...document, name: 'feed', context: {}, read }));
    return reads
  }
  const outline = outlineOf(talks)
  expect(await write(outline)).toBe(5_000)
  expect(await write(outline)).toBe(0)
  expect(await write(outline.with(2_500, { ...outline[2_500], state: '2' } as OutlinedTalk))).toBeLessThan(
    501,
  )
  expect(await write(outline.toSpliced(1_000, 1))).toBeLessThan(2_500)
})
