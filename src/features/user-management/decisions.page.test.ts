// What staff decide in the Back Office: roles, registrations, reset links, and deletions. The history records it.
import { describe, expect, test } from 'vitest'
import { attendee, person, sponsor, talk } from '../../../test/support/bodies.ts'
import { createOffice, type Office, rowNames } from '../../../test/support/office.ts'
import { readEvents } from '../../../test/support/rows.ts'
import { get, put, useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import type { Role } from '../../kernel/schema/roles.ts'
import { defaultSettings } from '../platforms/default-settings-schema.ts'

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
  test.each(cases)('an %s who changes a role from %s to %s gets %i', async (by, from, to, status) => {
    const office = await createOffice(server, by)
    const { id } = (await office.signIn(from)).account
    const answer = await office.staff.post(`/backoffice/users/${id}/role`, { role: to })
    expect([answer.status, await roleOf(office, id)]).toEqual([status, status === 303 ? to : from])
  })

  test('the last owner stays an owner, and sees the reason', async () => {
    const office = await createOffice(server, 'owner')
    const { id } = office.staff.account
    const answer = await office.staff.post(`/backoffice/users/${id}/role`, { role: 'admin' })
    expect([answer.status, await roleOf(office, id)]).toEqual([409, 'owner'])
    expect(visibleText(answer.text)).toContain('This account is the last owner of the platform.')
  })

  test('admins see only the roles that they can assign, and no form for accounts that they cannot change', async () => {
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

  test('a speaker who becomes an attendee is no longer highlighted and cannot moderate', async () => {
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

  test('an unknown role gets 404', async () => {
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

  test('are listed in the order they were made, and can be accepted or rejected one by one', async () => {
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

  test('can be accepted beyond the capacity, and the pages say how many places are taken', async () => {
    const office = await createOffice(server)
    const registration = { ...defaultSettings.registration, capacity: 2 }
    await office.change({ registration })
    const ids = [await create(office, 'ada'), await create(office, 'bea'), await create(office, 'cleo')]
    const shown = async (path: string) => visibleText((await office.staff.get(path)).text)
    const [list, access] = ['/backoffice/registrations', `/backoffice/users/${ids[2]}/access`]
    for (const path of [list, access]) expect(await shown(path)).toContain('0 of 2 places are taken.')
    await office.staff.post(list, { review: 'accepted', id: ids.slice(0, 2) })
    const full = 'of 2 places are taken. You can accept more people than there are places.'
    for (const path of [list, access]) expect(await shown(path)).toContain(`2 ${full}`)
    await office.staff.post(`/backoffice/users/${ids[2]}/registration`, { status: 'accepted' })
    for (const path of [list, access]) expect(await shown(path)).toContain(`3 ${full}`)
    await office.change({ registration: defaultSettings.registration })
    for (const path of [list, access]) expect(await shown(path)).not.toContain('places are taken')
  })

  test('can be reviewed together, and those that cannot be reviewed are counted', async () => {
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
    const recorded = reviews.slice(-2).map(({ objectId, changes }) => [objectId, changes])
    expect(recorded.sort()).toEqual(
      [ada, bea]
        .sort()
        .map((id) => [id, [{ pointer: '/registrationStatus', before: 'in_review', after: 'rejected' }]]),
    )
  })

  test('show e-mails that can wrap after the @', async () => {
    const office = await createOffice(server)
    await create(office, 'ada')
    const { text } = await office.staff.get('/backoffice/registrations')
    expect(text).toMatch(/ada@<wbr ?\/>example\.org/)
  })

  test('require a selection', async () => {
    const office = await createOffice(server)
    const id = await create(office, 'ada')
    const answer = await office.staff.post('/backoffice/registrations', { review: 'accepted' })
    expect(visibleText((await office.staff.open(answer.headers.location ?? '')).text)).toContain(
      'Select at least one registration.',
    )
    expect(await statusOf(office, id)).toBe('in_review')
  })

  test('can be decided differently later, and a rejection ends sessions immediately', async () => {
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

describe('a reset link', () => {
  test('is shown once, works, and is not in events or logs', async () => {
    const office = await createOffice(server)
    const id = await create(office, 'ada')
    const page = await office.staff.submit(`/backoffice/users/${id}/reset-link`)
    const address = /<code id="reset-link">([^<]*)</.exec(page.text)?.[1] ?? ''
    expect([page.status, page.headers.location]).toEqual([200, undefined])
    expect(address).toMatch(new RegExp(`^https://${office.host}/reset/[\\w-]{43}$`))
    const token = address.split('/').at(-1) ?? ''
    expect(JSON.stringify(await readEvents(office.tenant))).not.toContain(token)
    expect(office.tenant.api.logged.join('')).not.toContain(token)
    const visitor = new Visitor(office.tenant.api, { host: office.host })
    expect((await visitor.get(`/reset/${token}`)).status).toBe(200)
  })

  test('for an owner can be created only by owners', async () => {
    const office = await createOffice(server)
    const { id } = (await office.signIn('owner')).account
    const refused = await office.staff.post(`/backoffice/users/${id}/reset-link`)
    expect([refused.status, refused.text.includes('/reset/')]).toEqual([403, false])
    const owner = await office.signIn('owner')
    expect((await owner.submit(`/backoffice/users/${id}/reset-link`)).text).toContain('/reset/')
  })
})

describe('deletion', () => {
  test('of a talk lists its people, who stay, and removes the talk', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Goes', { speakers: [person('ada')], moderators: [person('mo')] })
    const path = `/backoffice/talks/${id}/delete`
    expect(visibleText((await office.staff.get(path)).text)).toContain(
      'The accounts of 2 people: ada@example.org and mo@example.org',
    )
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(200)
    const answer = await office.staff.post(path)
    expect([answer.status, answer.headers.location]).toEqual([303, `/backoffice/talks?deleted=${id}`])
    expect((await office.staff.get(`/backoffice/talks/${id}`)).status).toBe(404)
    expect((await get(office.tenant, '/users/ada@example.org')).role).toBe('speaker')
  })

  test('of an account lists the talks and sponsors that lose it', async () => {
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
      'This account is the only speaker of a talk.',
    ],
    [
      'the last owner',
      'owner',
      409,
      async ({ staff }) => staff.account.id,
      'This account is the last owner of the platform.',
    ],
    [
      'an owner by an admin',
      'admin',
      403,
      async (office) => (await office.signIn('owner')).account.id,
      'This account is an admin or owner. Only owners can do this.',
    ],
  ]
  test.each(refusals)('of %s is refused on the page and by the form', async (_name, by, status, of, said) => {
    const office = await createOffice(server, by)
    const id = await of(office)
    const page = await office.staff.get(`/backoffice/users/${id}/delete`)
    expect(visibleText(page.text)).toContain(said)
    expect(page.text).not.toContain(`action="/backoffice/users/${id}/delete"`)
    const refused = await office.staff.post(`/backoffice/users/${id}/delete`)
    expect([refused.status, visibleText(refused.text).includes(said)]).toEqual([status, true])
    expect((await office.staff.get(`/backoffice/users/${id}`)).status).toBe(200)
  })
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

  test('shows who changed what and when, with the values before and after, newest first', async () => {
    const office = await createOffice(server)
    const id = await office.talk('First', { speakers: [person('ada')] })
    office.tenant.api.clock.pass(60_000)
    await put(office.tenant, `/talks/${id}`, { speakers: [person('bea')], track: 'Workbench' })
    const [latest, created] = await entries(office, `/backoffice/talks/${id}/history`)
    expect(latest).toBe(
      'Updated Mar 1, 2027, 12:01:00 · version 2 · by key standard · Request' +
        ' Field Before After' +
        ' Speakers Ada Sample (ada@example.org) Bea Sample (bea@example.org)' +
        ' Track – Workbench',
    )
    expect(created).toContain('Created Mar 1, 2027, 12:00:00 · version 1 · by key standard')
  })

  test('names the person who changed a role in the Back Office', async () => {
    const office = await createOffice(server, 'owner')
    const id = await create(office, 'ada')
    await office.staff.post(`/backoffice/users/${id}/role`, { role: 'admin' })
    const [latest = ''] = await entries(office, `/backoffice/users/${id}/history`)
    expect(latest).toMatch(/^Updated .* · version 2 · by Robin Sample \d+/)
    expect(latest).toContain('Role Attendee Admin')
  })

  test('describes events of an account that change no attribute', async () => {
    const office = await createOffice(server, 'owner')
    const id = await create(office, 'ada')
    await office.staff.post(`/backoffice/users/${id}/reset-link`)
    const [latest = ''] = await entries(office, `/backoffice/users/${id}/history`)
    expect(latest).toMatch(/^Reset link created .* · version 1 · by Robin Sample \d+/)
  })

  test('stays after the object is deleted, and is found only under its kind', async () => {
    const office = await createOffice(server)
    const id = await office.talk('Gone')
    await office.staff.post(`/backoffice/talks/${id}/delete`)
    const [latest = ''] = await entries(office, `/backoffice/talks/${id}/history`)
    expect(latest).toMatch(/^Deleted /)
    expect((await office.staff.get(`/backoffice/users/${id}/history`)).status).toBe(404)
  })
})
