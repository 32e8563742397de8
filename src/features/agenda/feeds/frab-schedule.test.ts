// The frab feeds: the numbers of talks, and pauses for other requests.
import { expect, test } from 'vitest'
import { newId } from '../../../kernel/lib/data/ids.ts'
import { defaultSettings } from '../../platforms/default-settings-schema.ts'
import { frabJson } from './page-frab-json.ts'
import { eventNumbers, frabDocument } from './page-frab-schedule.ts'
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

const outlineOf = (talks: readonly ReturnType<typeof talkNamed>[]) =>
  talks.map(({ id, startAt, room, track }) => ({ id, startAt, room, track, changedAt: 0 }))

test('leaves out talks that are removed while a document is written', async () => {
  const talks = ['One', 'Two', 'Three'].map(talkNamed)
  const read = async function* () {
    yield talks.map((talk) => (talk.title === 'Two' ? { talk, speakers: [] } : undefined))
  }
  const parts = frabDocument(frabJson, { platform, outline: outlineOf(talks), read, origin })
  const { schedule } = JSON.parse(await joined(parts))
  expect(schedule.conference.days[0].rooms.Event.map(({ title }: { title: string }) => title)).toEqual([
    'Two',
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
  const read = async function* () {
    yield talks.map((talk) => ({ talk, speakers: [] }))
  }
  const text = await joined(frabDocument(format, { platform, outline: outlineOf(talks), read, origin }))
  clearInterval(others)
  expect(text.split(talks[0]?.description ?? '').length).toBe(2_001)
  expect(turns).toBeGreaterThan(2)
})

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}
