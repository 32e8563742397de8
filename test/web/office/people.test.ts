// What staff decide in the Back Office: roles, registrations, links, deletions; and the history that tells of it.
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../src/schema/people/users.ts'
import { attendee, person, sponsor, talk } from '../../support/bodies.ts'
import { createOffice, type Office, rowNames } from '../../support/office.ts'
import { readEvents } from '../../support/rows.ts'
import { get, put, useApi } from '../../support/scenarios.ts'
import { visibleText } from '../../support/sites.ts'
import { Visitor } from '../../support/visitors.ts'

const server = useApi()
const roleOf = async (office: Office, id: string) => (await get(office.tenant, `/users/${id}`)).role
const create = async (office: Office, name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await office.tenant.send('POST', '/users', { body: attendee(name, more) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

describe('roles', () => {
  const cases: [by: Role, from: Role, to: Role, status: number][] = [
    ['admin', 'attendee', 'speaker', 303],
    ['admin', 'speaker', 'attendee', 303],
    ['admin', 'attendee', 'admin', 403],
    ['admin', 'speaker', 'owner', 403],
    ['admin', 'admin', 'attendee', 403],
    ['admin', 'owner', 'speaker', 403],
    ['owner', 'attendee', 'owner', 303],
    ['owner', 'admin', 'attendee', 303],
    ['owner', 'owner', 'admin', 303],
  ]
  test.each(cases)('an %s turning an %s into an %s gets %i', async (by, from, to, status) => {
    const office = await createOffice(server, by)
    const { id } = (await office.signIn(from)).account
    const answer = await office.staff.post(`/backoffice/users/${id}/role`, { role: to })
    expect([answer.status, await roleOf(office, id)]).toEqual([status, status === 303 ? to : from])
  })

  test('the last owner stays one, and is told why', async () => {
    const office = await createOffice(server, 'owner')
    const { id } = office.staff.account
    const answer = await office.staff.post(`/backoffice/users/${id}/role`, { role: 'admin' })
    expect([answer.status, await roleOf(office, id)]).toEqual([409, 'owner'])
    expect(visibleText(answer.text)).toContain('The account is the last owner of the platform.')
  })

  test('admins are offered no role that they may not give, and no form for accounts they may not touch', async () => {
    const office = await createOffice(server)
    const { id: attendeeId } = (await office.signIn('attendee')).account
    const { id: ownerId } = (await office.signIn('owner')).account
    const page = await office.staff.get(`/backoffice/users/${attendeeId}/access`)
    expect([...page.text.matchAll(/<option value="(\w+)"/g)].map((match) => match[1])).toEqual([
      'attendee',
      'speaker',
    ])
    const other = await office.staff.get(`/backoffice/users/${ownerId}/access`)
    expect(visibleText(other.text)).toContain('Only owners can change the access of admins and owners.')
    expect(other.text).not.toMatch(/action="[^"]*\/(role|reset-link)"/)
  })

  test('a speaker whose role is taken away moderates no more and is no longer highlighted', async () => {
    const office = await createOffice(server)
    const id = await create(office, 'mo', { type: 'Speaker', options: { highlight: true } })
    await office.staff.post(`/backoffice/users/${id}/role`, { role: 'attendee' })
    expect(await get(office.tenant, `/users/${id}`)).toMatchObject({
      role: 'attendee',
      options: { highlight: false },
    })
    await office.talk('Moderated', { moderators: [person('mo')] })
    const [shown] = (await get(office.tenant, '/talks')).items
    const page = await office.staff.get(`/backoffice/talks/${shown.id}`)
    expect(visibleText(page.text)).toContain('Attendees cannot moderate')
  })

  test('a role that does not exist is nothing to give', async () => {
    const office = await createOffice(server, 'owner')
    const id = await create(office, 'ada')
    expect((await office.staff.post(`/backoffice/users/${id}/role`, { role: 'god' })).status).toBe(404)
    expect(await roleOf(office, id)).toBe('attendee')
  })
})

describe('registrations', () => {
  const queue = async (office: Office) => rowNames(await office.staff.get('/backoffice/registrations'))
  const statusOf = async (office: Office, id: string) =>
    (await get(office.tenant, `/users/${id}`)).registrationStatus

  test('wait in the order they came, and are accepted or rejected singly', async () => {
    const office = await createOffice(server)
    const ids = []
    for (const name of ['zoe', 'ada', 'mo']) {
      office.tenant.api.clock.pass(1)
      ids.push(await create(office, name))
    }
    expect(await queue(office)).toEqual(['Zoe Sample', 'Ada Sample', 'Mo Sample'])
    const [zoe = '', ada = '', mo = ''] = ids
    const accepted = await office.staff.post('/backoffice/registrations', {
      review: `accepted:${ada}`,
      id: [zoe, mo],
    })
    expect(accepted.headers.location).toBe('/backoffice/registrations?accepted=1')
    const rejected = await office.staff.post('/backoffice/registrations', { review: `rejected:${mo}` })
    expect(visibleText((await office.staff.open(rejected.headers.location ?? '')).text)).toContain(
      '1 registration rejected.',
    )
    expect([await statusOf(office, zoe), await statusOf(office, ada), await statusOf(office, mo)]).toEqual([
      'in_review',
      'accepted',
      'rejected',
    ])
    expect(await queue(office)).toEqual(['Zoe Sample'])
  })

  test('are reviewed many at once: what can be is, and the rest is counted', async () => {
    const office = await createOffice(server)
    const [ada, bea] = [await create(office, 'ada'), await create(office, 'bea')]
    const { id: admin } = (await office.signIn('admin')).account
    const gone = '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'
    const answer = await office.staff.post('/backoffice/registrations', {
      review: 'rejected',
      id: [ada, bea, admin, gone],
    })
    expect(answer.headers.location).toBe('/backoffice/registrations?rejected=2&gone=2')
    expect([await statusOf(office, ada), await statusOf(office, bea), await statusOf(office, admin)]).toEqual(
      ['rejected', 'rejected', 'accepted'],
    )
    const reviews = (await readEvents(office.tenant)).filter(({ type }) => type === 'user.updated')
    const told = reviews.slice(-2).map(({ objectId, changes }) => [objectId, changes])
    expect(told.sort()).toEqual(
      [ada, bea]
        .sort()
        .map((id) => [id, [{ pointer: '/registrationStatus', before: 'in_review', after: 'rejected' }]]),
    )
  })

  test('are shown with e-mails that break after their @', async () => {
    const office = await createOffice(server)
    await create(office, 'ada')
    const { text } = await office.staff.get('/backoffice/registrations')
    expect(text).toMatch(/ada@<wbr ?\/>example\.org/)
  })

  test('ask for somebody where nobody was chosen', async () => {
    const office = await createOffice(server)
    const id = await create(office, 'ada')
    const answer = await office.staff.post('/backoffice/registrations', { review: 'accepted' })
    expect(visibleText((await office.staff.open(answer.headers.location ?? '')).text)).toContain(
      'Select at least one registration.',
    )
    expect(await statusOf(office, id)).toBe('in_review')
  })

  test('can be decided otherwise later, and whoever is rejected is out at once', async () => {
    const office = await createOffice(server)
    const visitor = await office.signIn('attendee')
    const review = (status: string) =>
      office.staff.post(`/backoffice/users/${visitor.account.id}/registration`, { status })
    await review('rejected')
    expect((await visitor.get('/account')).status).toBe(303)
    expect((await visitor.signIn(visitor.account.email)).status).toBe(422)
    await review('accepted')
    expect((await visitor.signIn(visitor.account.email)).status).toBe(303)
  })
})

describe('a link for a new password', () => {
  test('is shown once in the answer, works once, and is in no event and no log', async () => {
    const office = await createOffice(server)
    const id = await create(office, 'ada')
    const page = await office.staff.post(`/backoffice/users/${id}/reset-link`)
    const address = /<code id="reset-link">([^<]*)</.exec(page.text)?.[1] ?? ''
    expect([page.status, page.headers.location]).toEqual([200, undefined])
    expect(address).toMatch(new RegExp(`^https://${office.host}/reset/[\\w-]{43}$`))
    const token = address.split('/').at(-1) ?? ''
    expect(JSON.stringify(await readEvents(office.tenant))).not.toContain(token)
    expect(office.tenant.api.logged.join('')).not.toContain(token)
    const visitor = new Visitor(office.tenant.api, { host: office.host })
    expect((await visitor.get(`/reset/${token}`)).status).toBe(200)
  })

  test('is made for admins and owners by owners alone', async () => {
    const office = await createOffice(server)
    const { id } = (await office.signIn('owner')).account
    const refused = await office.staff.post(`/backoffice/users/${id}/reset-link`)
    expect([refused.status, refused.text.includes('/reset/')]).toEqual([403, false])
    const owner = await office.signIn('owner')
    expect((await owner.post(`/backoffice/users/${id}/reset-link`)).status).toBe(200)
  })
})

describe('deletion', () => {
  test('of a talk names its people, who stay, and takes the talk', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Goes', { speakers: [person('ada')], moderators: [person('mo')] })
    const path = `/backoffice/talks/${id}/delete`
    expect(visibleText((await office.staff.get(path)).text)).toContain(
      'The accounts of 2 people: ada@example.org and mo@example.org',
    )
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(200)
    const answer = await office.staff.post(path)
    expect([answer.status, answer.headers.location]).toEqual([303, '/backoffice/talks?done=deleted'])
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(404)
    expect((await get(office.tenant, '/users/ada@example.org')).role).toBe('speaker')
  })

  test('of an account names the talks and sponsors that lose it', async () => {
    const office = await createOffice(server)
    await put(
      office.tenant,
      '/talks/ext:a',
      talk({ title: 'Alone', speakers: [person('ada'), person('bea')] }),
    )
    await put(office.tenant, '/talks/ext:b', talk({ title: 'Led', moderators: [person('bea')] }))
    await put(office.tenant, '/sponsors/ext:c', sponsor({ name: 'Acme', speakers: [person('bea')] }))
    const { id } = await get(office.tenant, '/users/bea@example.org')
    const text = visibleText((await office.staff.get(`/backoffice/users/${id}/delete`)).text)
    for (const part of [
      'The place as speaker of the talk Alone',
      'The place as moderator of the talk Led',
      'The place as speaker of the sponsor Acme',
    ])
      expect(text).toContain(part)
    expect((await office.staff.post(`/backoffice/users/${id}/delete`)).status).toBe(303)
    expect((await get(office.tenant, '/sponsors/ext:c')).speakers).toEqual([])
  })

  const refusals: [
    name: string,
    by: Role,
    status: number,
    of: (office: Office) => Promise<string>,
    said: string,
  ][] = [
    [
      'the only speaker of a talk',
      'owner',
      409,
      async (office) => {
        await office.talk('Alone', { speakers: [person('ada')] })
        return (await get(office.tenant, '/users/ada@example.org')).id
      },
      'The account is the only speaker of a talk.',
    ],
    [
      'the last owner',
      'owner',
      409,
      async ({ staff }) => staff.account.id,
      'The account is the last owner of the platform.',
    ],
    [
      'an owner by an admin',
      'admin',
      403,
      async (office) => (await office.signIn('owner')).account.id,
      'This account is an admin or owner. Only owners can do this.',
    ],
  ]
  test.each(refusals)(
    'of %s is refused before and after the question',
    async (_name, by, status, of, said) => {
      const office = await createOffice(server, by)
      const id = await of(office)
      const page = await office.staff.get(`/backoffice/users/${id}/delete`)
      expect(visibleText(page.text)).toContain(said)
      expect(page.text).not.toContain(`action="/backoffice/users/${id}/delete"`)
      const refused = await office.staff.post(`/backoffice/users/${id}/delete`)
      expect([refused.status, visibleText(refused.text).includes(said)]).toEqual([status, true])
      expect((await office.staff.get(`/backoffice/users/${id}`)).status).toBe(200)
    },
  )
})

describe('the history of an object', () => {
  const entries = async (office: Office, path: string) => {
    const page = await office.staff.get(path)
    expect(page.status).toBe(200)
    return [...page.text.matchAll(/<article>.*?<\/article>/gs)].map(([article]) =>
      visibleText(article)
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .trim(),
    )
  }

  test('says who or which key changed what, when, before and after, newest first', async () => {
    const office = await createOffice(server)
    const id = await office.talk('First', { speakers: [person('ada')] })
    office.tenant.api.clock.pass(60_000)
    await put(office.tenant, `/talks/${id}`, { speakers: [person('bea')], track: 'Workbench' })
    const [latest, created] = await entries(office, `/backoffice/talks/${id}/history`)
    expect(latest).toBe(
      'Updated Mar 1, 2027, 12:01:00 · version 2 · by key standard · Request' +
        ' Field Before After' +
        ' speakers Ada Sample (ada@example.org) Bea Sample (bea@example.org)' +
        ' track – Workbench',
    )
    expect(created).toContain('Created Mar 1, 2027, 12:00:00 · version 1 · by key standard')
  })

  test('names the person of the Back Office who changed a role', async () => {
    const office = await createOffice(server, 'owner')
    const id = await create(office, 'ada')
    await office.staff.post(`/backoffice/users/${id}/role`, { role: 'admin' })
    const [latest = ''] = await entries(office, `/backoffice/users/${id}/history`)
    expect(latest).toMatch(/^Updated .* · version 2 · by Robin Sample \d+/)
    expect(latest).toContain('role attendee admin')
  })

  test('says in words what is done to an account and changes none of its values', async () => {
    const office = await createOffice(server, 'owner')
    const id = await create(office, 'ada')
    await office.staff.post(`/backoffice/users/${id}/reset-link`)
    const [latest = ''] = await entries(office, `/backoffice/users/${id}/history`)
    expect(latest).toMatch(/^Reset link created .* · version 1 · by Robin Sample \d+/)
  })

  test('outlives the object, and belongs to its own kind', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Gone')
    await office.staff.post(`/backoffice/talks/${id}/delete`)
    const [latest = ''] = await entries(office, `/backoffice/talks/${id}/history`)
    expect(latest).toMatch(/^Deleted /)
    expect((await office.staff.get(`/backoffice/users/${id}/history`)).status).toBe(404)
  })
})
