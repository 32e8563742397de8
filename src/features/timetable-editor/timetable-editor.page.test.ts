// Publishing a timetable: all changes or none, and never over a place that the person has not seen.
import { describe, expect, test } from 'vitest'
import { createOffice, decoded, type Office } from '../../../test/support/office.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import type { Move } from './schema.ts'

const server = useApi()
const PATH = '/backoffice/timetable'
const DAY = '2027-05-20'
const at = (time: string) => `${DAY}T${time}:00.000Z`

/** A talk at 9:00 in the hall, and the place that the editor has seen. */
async function hallTalk(office: Office, title: string) {
  const id = await office.talk(title, { start: at('09:00'), room: 'Hall', duration: 60 })
  return { id, from: { startAt: Date.parse(at('09:00')), room: 'Hall', duration: 60 } }
}

const publish = ({ staff }: Office, changes: readonly Move[], choices: Record<string, string> = {}) =>
  staff.post(PATH, { changes: JSON.stringify(changes), day: DAY, ...choices })
const placeOf = async ({ tenant }: Office, id: string) => {
  const { start, room, duration } = await get(tenant, `/talks/${id}`)
  return [start, room, duration]
}
/** The changes in the form of a review. */
const changesIn = (text: string): Move[] =>
  JSON.parse(decoded(/name="changes" value="([^"]*)"/.exec(text)?.[1] ?? '[]'))

describe('publishing', () => {
  test('moves talks to other times, rooms, and durations, with one event each in one request', async () => {
    const office = await createOffice(server)
    await office.change({ timezone: 'Europe/Berlin' })
    const [one, two] = [await hallTalk(office, 'One'), await hallTalk(office, 'Two')]
    const changes = [
      { ...one, start: `${DAY}T10:05`, room: 'Attic' },
      { ...two, room: null, duration: 45 },
    ]
    const before = await readEvents(office.tenant)
    const review = await office.staff.post(`${PATH}/review`, { changes: JSON.stringify(changes), day: DAY })
    const text = visibleText(review.text)
    expect(text).toMatch(/One\s+Thu, May 20, 11:00 to 12:00, Hall\s+Thu, May 20, 10:05 to 11:05, Attic/)
    expect(text).toMatch(/Two.*11:00 to 11:45, without a room/)
    expect(await readEvents(office.tenant)).toEqual(before)
    const answer = await publish(office, changesIn(review.text))
    expect([answer.status, answer.headers.location]).toEqual([303, `${PATH}?day=${DAY}&published=2`])
    expect(await placeOf(office, one.id)).toEqual([at('08:05'), 'Attic', 60])
    expect(await placeOf(office, two.id)).toEqual([at('09:00'), null, 45])
    const added = (await readEvents(office.tenant)).slice(before.length)
    expect(added.map(({ type, objectId }) => [type, objectId]).sort()).toEqual(
      [one.id, two.id].sort().map((id) => ['talk.updated', id]),
    )
    expect(new Set(added.map(({ requestId }) => requestId)).size).toBe(1)
    const page = await office.staff.get(`${PATH}?day=${DAY}&published=2`)
    expect(visibleText(page.text)).toContain('2 changes published.')
  })

  test('changes nothing if one talk was moved meanwhile, until a place is chosen for it', async () => {
    const office = await createOffice(server)
    const [mine, theirs, other] = [
      await hallTalk(office, 'Mine'),
      await hallTalk(office, 'Theirs'),
      await hallTalk(office, 'Other'),
    ]
    for (const { id } of [mine, theirs])
      await office.tenant.send('PUT', `/talks/${id}`, { body: { room: 'Cellar' } })
    const changes = [mine, theirs, other].map((move) => ({ ...move, room: 'Attic' }))
    const refused = await publish(office, changes)
    expect(refused.status).toBe(409)
    const text = visibleText(refused.text)
    expect(text).toContain('Changed by someone else meanwhile')
    expect(text).toMatch(/Mine\s+Keep theirs: .*Cellar\s+Use mine: .*Attic/)
    expect(await placeOf(office, other.id)).toEqual([at('09:00'), 'Hall', 60])
    const open = changesIn(refused.text)
    expect((await publish(office, open)).status).toBe(409)
    const choices = { [`keep/${mine.id}`]: 'mine', [`keep/${theirs.id}`]: 'theirs' }
    expect((await publish(office, open, choices)).headers.location).toContain('published=2')
    expect(await placeOf(office, mine.id)).toEqual([at('09:00'), 'Attic', 60])
    expect(await placeOf(office, theirs.id)).toEqual([at('09:00'), 'Cellar', 60])
    expect(await placeOf(office, other.id)).toEqual([at('09:00'), 'Attic', 60])
  })

  test('is not held up by changes that leave the place, and names talks that no longer exist', async () => {
    const office = await createOffice(server)
    const [kept, gone] = [await hallTalk(office, 'Kept'), await hallTalk(office, 'Gone')]
    await office.tenant.send('PUT', `/talks/${kept.id}`, { body: { title: 'Kept, renamed' } })
    await office.tenant.send('DELETE', `/talks/${gone.id}`)
    const changes = [kept, gone].map((move) => ({ ...move, room: 'Attic' }))
    const answer = await publish(office, changes)
    expect(answer.status).toBe(409)
    expect(visibleText(answer.text)).toContain('1 talk was deleted meanwhile. Its change is left out.')
    expect((await publish(office, changesIn(answer.text))).headers.location).toContain('published=1')
    expect(await get(office.tenant, `/talks/${kept.id}`)).toMatchObject({
      title: 'Kept, renamed',
      room: 'Attic',
    })
  })

  test.each([
    ['is no JSON', 'changes'],
    ['is no list', '{}'],
    ['has an unknown attribute', '[{"id":"1","title":"Other"}]'],
    ['is empty', '[]'],
  ])('refuses what %s', async (_name, changes) => {
    const office = await createOffice(server)
    for (const path of [PATH, `${PATH}/review`])
      expect((await office.staff.post(path, { changes, day: DAY })).status).toBe(422)
  })

  test('is for staff, with the token of their session', async () => {
    const office = await createOffice(server)
    const talk = await hallTalk(office, 'Talk')
    const changes = JSON.stringify([{ ...talk, room: 'Attic' }])
    const speaker = await office.signIn('speaker')
    expect((await speaker.get(PATH)).status).toBe(404)
    for (const path of [PATH, `${PATH}/review`]) {
      expect((await speaker.post(path, { changes, day: DAY })).status).toBe(404)
      const forged = await office.staff.post(path, { changes, day: DAY, _csrf: 'forged' })
      expect(forged.status).toBe(403)
    }
    expect((await new Visitor(office.tenant.api, { host: office.host }).get(PATH)).status).toBe(303)
    expect(await placeOf(office, talk.id)).toEqual([at('09:00'), 'Hall', 60])
  })
})

test('without scripts, the page lists the chosen day by room', async () => {
  const office = await createOffice(server)
  await hallTalk(office, 'In the hall')
  await office.talk('Somewhere', { start: at('11:00'), room: null })
  await office.talk('Next day', { start: '2027-05-21T09:00:00Z', room: 'Hall' })
  const page = await office.staff.get(`${PATH}?day=${DAY}`)
  const list = /<div class="planner-fallback">.*?<\/div>/s.exec(page.text)?.[0] ?? ''
  expect(visibleText(list)).toMatch(/Without a room.*Somewhere.*Hall.*In the hall\s+Thu, May 20, 09:00/)
  expect(list).not.toContain('Next day')
  expect(page.text).toContain(`href="${PATH}?day=2027-05-21"`)
})
