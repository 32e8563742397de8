// The groups that a message can go to: each is counted before it is sent.
import { beforeAll, expect, test } from 'vitest'
import { attendee } from '../../../test/support/bodies.ts'
import { createOffice, type Office } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { personNamed } from '../../../test/support/sites.ts'

const server = useApi()
const PICTURE = 'https://images.example.org/a.png'
const complete = { avatar: PICTURE, description: 'Builds bridges.' }

let office: Office
let starred: string
beforeAll(async () => {
  office = await createOffice(server)
  starred = await office.talk('Web talk', {
    ...{ track: 'Web', tags: ['Beginners'] },
    speakers: [personNamed('Ada', 'Sample', complete), personNamed('Bo', 'Sample')],
    moderators: [personNamed('Mo', 'Sample')],
  })
  await office.talk('Data talk', {
    ...{ track: 'Data', tags: ['Experts'] },
    speakers: [personNamed('Cy', 'Sample', { tags: ['Press'] }), personNamed('Bo', 'Sample')],
  })
  const { send } = office.tenant
  for (const name of ['fan', 'guest']) {
    const tags = name === 'fan' ? ['Press'] : []
    await send('POST', '/users', { body: { ...attendee(name), tags, options: { endRegistration: true } } })
  }
  await send('PUT', `/users/fan@example.org/favorites/${starred}`)
})

/** The first names of the people of a group, as their addresses are downloaded. */
async function peopleOf(group: Record<string, string>): Promise<string[]> {
  const { text } = await office.staff.get(`/backoffice/message-addresses.txt?${new URLSearchParams(group)}`)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((email) => email.replace(/^unseen\./, '').split(/[@.]/)[0] ?? '')
    .sort()
}

test.each([
  [{ audience: 'speakers' }, ['ada', 'bo', 'cy', 'mo']],
  [{ audience: 'only_speakers' }, ['ada', 'bo', 'cy']],
  [{ audience: 'only_moderators' }, ['mo']],
  [{ audience: 'speakers', track: 'Web' }, ['ada', 'bo', 'mo']],
  [{ audience: 'only_speakers', track: 'Data' }, ['bo', 'cy']],
  [{ audience: 'only_speakers', tag: 'Beginners' }, ['ada', 'bo']],
  [{ audience: 'only_speakers', tag: 'Press' }, ['cy']],
  [{ audience: 'only_speakers', track: 'Web', tag: 'Experts' }, []],
  [{ audience: 'only_speakers', state: 'incomplete' }, ['bo', 'cy']],
  [{ audience: 'attendees' }, ['fan', 'guest']],
  [{ audience: 'attendees', tag: 'Press' }, ['fan']],
  // A track says nothing about people who are not part of talks.
  [{ audience: 'attendees', track: 'Web' }, ['fan', 'guest']],
  [{ audience: 'everyone', tag: 'Press' }, ['cy', 'fan']],
  [{ audience: 'stars', track: 'Web' }, ['fan']],
  [{ audience: 'stars', track: 'Data' }, []],
] as const)('the group %j has its people', async (group, people) => {
  expect(await peopleOf(group)).toEqual(people)
})

test('people who are not invited yet get a message until they are invited', async () => {
  const before = await peopleOf({ audience: 'only_speakers', state: 'not_invited' })
  expect(before).toEqual(['ada', 'bo', 'cy'])
  const { id } = (await office.tenant.send('GET', '/users/unseen.ada.sample@example.org')).body
  await office.staff.post('/backoffice/users/invite', { id })
  expect(await peopleOf({ audience: 'only_speakers', state: 'not_invited' })).toEqual(['bo', 'cy'])
})
