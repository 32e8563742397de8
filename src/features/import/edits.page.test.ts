// Files that are imported again after people have changed what they imported.
import { expect, test } from 'vitest'
import { person } from '../../../test/support/bodies.ts'
import { figures, importFile, previewFile } from '../../../test/support/file-imports.ts'
import { createOffice } from '../../../test/support/office.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'

const server = useApi()

const csv = (...lines: string[]) => ({ fileName: 'talks.csv', bytes: Buffer.from(lines.join('\n')) })
const HEADER = 'id,title,description,speakers,start,duration'
const TALK = 'Counting,How to count,Ada Sample <ada@example.org>,2027-05-20T09:00Z,45'

test('an empty cell keeps what was entered by hand and clears what a file has set; the preview marks both', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const file = (...cells: string[]) => csv(`${HEADER},room,track,keynote`, [`t1,${TALK}`, ...cells].join(','))
  await importFile(office, file('Hall 1', '', ''))
  await put(tenant, '/talks/ext:t1', { track: 'Entered', keynote: true, title: 'Edited' })
  const { page } = await previewFile(office, file('', '', ''))
  const text = page.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Track was edited by hand, so it is kept.')
  expect(text).toContain('Title Edited Edited by hand Counting')
  expect(text).toContain('Room Hall 1 –')
  await importFile(office, file('', '', ''))
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({
    ...{ title: 'Counting', room: null, track: 'Entered', keynote: true },
  })
})

test('a table with videos but no types keeps the type that was chosen by hand', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const file = csv(`${HEADER},video`, `t1,${TALK},https://video.example.org/1`)
  await importFile(office, file)
  expect((await get(tenant, '/talks/ext:t1')).type).toBe('external')
  await put(tenant, '/talks/ext:t1', { type: 'replay' })
  const { page } = await previewFile(office, file)
  expect(figures(page)).toEqual({ New: 0, Changed: 0, Unchanged: 1, 'Not imported': 0 })
  await importFile(office, file)
  expect((await get(tenant, '/talks/ext:t1')).type).toBe('replay')
})

test('an empty video clears the type that its file implied, but not one that was chosen by hand', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const file = (video: string) =>
    csv(`${HEADER},video`, `t1,${TALK},${video}`, `t2,${TALK.replace('Counting', 'More')},${video}`)
  await importFile(office, file('https://video.example.org/1'))
  await put(tenant, '/talks/ext:t2', { type: 'replay' })
  await importFile(office, file(''))
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ type: null, video: null })
  expect((await get(tenant, '/talks/ext:t2')).type).toBe('replay')
})

test('a file that says that an entry is a break is followed', async () => {
  const office = await createOffice(server)
  const { tenant } = office
  const file = csv('id,title,description,kind,start,duration', 't1,Lunch,Eat,break,2027-05-20T09:00Z,45')
  await importFile(office, file)
  await put(tenant, '/talks/ext:t1', { kind: 'talk', speakers: [person('p1')] })
  await importFile(office, file)
  expect(await get(tenant, '/talks/ext:t1')).toMatchObject({ kind: 'break', speakers: [] })
})
