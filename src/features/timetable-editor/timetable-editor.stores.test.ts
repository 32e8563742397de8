// Two people publish their timetables at once.
import { expect, test } from 'vitest'
import { createOffice } from '../../../test/support/office.ts'
import { get, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'

const server = useApi()

test('of two who publish moves of the same talks at once, one wins, and the other is asked about each', async () => {
  const office = await createOffice(server)
  const other = await office.signIn('admin')
  const start = '2027-05-20T09:00:00.000Z'
  const seen = { startAt: Date.parse(start), room: 'Hall', duration: 60 }
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push(await office.talk(title, { start, room: 'Hall', duration: 60 }))
  const publish = (person: typeof other, room: string, moved: readonly string[]) =>
    person.post('/backoffice/timetable', {
      changes: JSON.stringify(moved.map((id) => ({ id, from: seen, room }))),
    })
  const answers = await Promise.all([
    publish(office.staff, 'Attic', ids),
    publish(other, 'Cellar', ids.toReversed()),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const refused = visibleText(answers.find(({ status }) => status === 409)?.text ?? '')
  for (const title of ['One', 'Two', 'Three']) expect(refused).toMatch(new RegExp(`${title}\\s+Keep theirs`))
  const rooms = await Promise.all(ids.map(async (id) => (await get(office.tenant, `/talks/${id}`)).room))
  expect(new Set(rooms).size).toBe(1)
})
