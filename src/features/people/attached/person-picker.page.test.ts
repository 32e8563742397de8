// Finding people for talks and sponsors by name or e-mail, without scripts.
import { expect, test } from 'vitest'
import { createOffice, readForm } from '../../../../test/support/office.ts'
import { get, useApi } from '../../../../test/support/scenarios.ts'
import { personNamed, visibleText } from '../../../../test/support/sites.ts'

const server = useApi()

test('people are found by a part of their name or e-mail, and added to the list', async () => {
  const office = await createOffice(server)
  const id = await office.talk('Donau', { speakers: [personNamed('Ada', 'Sample')] })
  await office.talk('Rhein', { speakers: [personNamed('Zoë', 'Tester')] })
  const path = `/backoffice/talks/${id}`
  const fields = readForm(await office.staff.get(path))
  for (const q of ['zoe', 'Tester', 'unseen.zoe']) {
    const found = await office.staff.post(path, { ...fields, 'find/speakers': q, do: 'find:speakers' })
    expect([q, found.status, found.text.includes('Add Zoë Tester')]).toEqual([q, 200, true])
  }
  const listed = await office.staff.post(path, { ...fields, 'find/speakers': 'ada', do: 'find:speakers' })
  expect(visibleText(listed.text)).toContain('Add “ada” as a new person')
  expect(listed.text).not.toContain('Add Ada Sample')
  const { items } = await get(office.tenant, '/users?limit=200')
  const zoe = items.find(({ lastName }: { lastName: string }) => lastName === 'Tester').id
  const picked = await office.staff.post(path, { ...fields, title: 'Kept', do: `pick:speakers:${zoe}` })
  expect(readForm(picked)).toMatchObject({ title: 'Kept', 'speakers/1/known': zoe, 'find/speakers': '' })
  expect((await get(office.tenant, `/talks/${id}`)).speakers).toHaveLength(1)
  expect((await office.staff.post(path, { ...readForm(picked), do: 'save' })).status).toBe(303)
  const { speakers } = await get(office.tenant, `/talks/${id}`)
  expect(speakers.map(({ firstName }: { firstName: string }) => firstName)).toEqual(['Ada', 'Zoë'])
})

test('somebody without an account is added as a new person', async () => {
  const office = await createOffice(server)
  await office.talk('Rhein', { speakers: [personNamed('Zoë', 'Tester')] })
  const path = '/backoffice/talks/new'
  const fields = readForm(await office.staff.get(path))
  expect(Object.keys(fields).filter((name) => name.startsWith('speakers/'))).toEqual([])
  const added = async (q: string, action: string) => {
    const form = readForm(await office.staff.post(path, { ...fields, 'find/speakers': q, do: action }))
    return ['email', 'firstName', 'lastName'].map((name) => form[`speakers/0/${name}`])
  }
  expect(await added('mira@example.org', 'find:speakers')).toEqual(['mira@example.org', '', ''])
  expect(await added('Mira von Moos', 'find:speakers')).toEqual(['', 'Mira von', 'Moos'])
  expect(await added('Zoe Tester', 'add:speakers')).toEqual(['', 'Zoe', 'Tester'])
  expect(await added('', 'find:speakers')).toEqual(['', '', ''])
})

test('an account of another platform is neither found nor added', async () => {
  const [office, other] = [await createOffice(server), await createOffice(server)]
  await other.talk('Rhein', { speakers: [personNamed('Zoë', 'Tester')] })
  const { items } = await get(other.tenant, '/users?limit=200')
  const zoe = items.find(({ lastName }: { lastName: string }) => lastName === 'Tester').id
  const path = '/backoffice/sponsors/new'
  const fields = readForm(await office.staff.get(path))
  const found = await office.staff.post(path, { ...fields, 'find/speakers': 'zoe', do: 'find:speakers' })
  expect(readForm(found)).toMatchObject({ 'speakers/0/firstName': 'zoe', 'speakers/0/lastName': '' })
  const picked = await office.staff.post(path, { ...fields, do: `pick:speakers:${zoe}` })
  expect([picked.status, picked.text.includes(zoe)]).toEqual([200, false])
})
