// Names, titles, and labels are one line, wherever they come from.
import { expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../support/bodies.ts'
import { get, problemsOf, put, useApi } from '../support/scenarios.ts'

const server = useApi()
const SENT = '  You won:\r\n\u0007 https://phish.example.org\u2028\tHurry '
const STORED = 'You won: https://phish.example.org Hurry'

test('line breaks and other control characters become a space', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/users/ext:ada', attendee('ada', { firstName: SENT, company: SENT, tags: [SENT] }))
  expect(await get(tenant, '/users/ext:ada')).toMatchObject({
    ...{ firstName: STORED, company: STORED, tags: [STORED] },
  })
  await put(
    tenant,
    '/talks/ext:t',
    talk({ title: SENT, room: SENT, speakers: [person('bo', { lastName: SENT })] }),
  )
  const { title, room, speakers } = await get(tenant, '/talks/ext:t')
  expect([title, room, speakers[0].lastName]).toEqual([STORED, STORED, STORED])
  await put(tenant, '/sponsors/ext:s', sponsor({ name: SENT }))
  expect((await get(tenant, '/sponsors/ext:s')).name).toBe(STORED)
})

test('texts of several lines keep them', async () => {
  const tenant = await server.createTenant()
  await put(tenant, '/talks/ext:t', talk({ description: 'One\n\ntwo' }))
  expect((await get(tenant, '/talks/ext:t')).description).toBe('One\n\ntwo')
})

test('a name of nothing else is blank, and a long one is too long', async () => {
  const tenant = await server.createTenant()
  const refuse = async (firstName: string) => {
    const answer = await tenant.send('PUT', '/users/ext:ada', { body: attendee('ada', { firstName }) })
    expect(answer.status).toBe(422)
    return problemsOf(answer).map(([pointer, code]: string[]) => [pointer, code])
  }
  expect(await refuse('\u0007\n')).toEqual([['/firstName', 'pattern']])
  // A run of spaces takes no longer than other texts.
  expect(await refuse(`a\nb${' '.repeat(200_000)}c`)).toEqual([['/firstName', 'maxLength']])
})
