// What people do with their own account: profile, export, and deletion.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../../test/support/api.ts'
import { addSite, startPlatform } from '../../../test/support/shared-servers.ts'
import { addAccount, PASSWORD, type Page, signInAs, Visitor } from '../../../test/support/visitors.ts'

let api: TestApi
beforeAll(async () => {
  api = await startPlatform()
})

const problemsOn = ({ text }: Page) =>
  [...text.matchAll(/id="field-([\w-]+)-problem"[^>]*>([^<]+)</g)].map(([, field, message]) => [
    field,
    message,
  ])
const read = async (id: string) => (await api.send('GET', `/users/${id}`)).body
/** The basic fields of the profile form, as a browser sends them. */
const profile = (fields: Record<string, string> = {}) => ({
  firstName: 'Robin',
  lastName: 'Sample',
  username: 'unused',
  email: 'unused@example.org',
  ...fields,
})

describe('the profile', () => {
  test('changes the attributes of the user, and clears those that are empty', async () => {
    const visitor = await signInAs(api, 'attendee', { job: 'Engineer', tags: ['Old'] })
    const { id, email } = visitor.account
    const answer = await visitor.post('/account/profile', {
      ...profile({ email, username: 'robin-1', firstName: 'Robyn' }),
      description: 'One\r\ntwo',
      company: 'Example Ltd',
      tags: 'Web\n\nAccessibility',
      timezone: 'Asia/Tokyo',
      status: 'Student',
      'socials/youtube': 'https://youtube.example.org/robin',
    })
    expect([answer.status, answer.headers.location]).toEqual([303, '/account/profile?done=saved'])
    expect(await read(id)).toMatchObject({
      firstName: 'Robyn',
      lastName: 'Sample',
      username: 'robin-1',
      description: 'One\ntwo',
      job: null,
      company: 'Example Ltd',
      tags: ['Web', 'Accessibility'],
      timezone: 'Asia/Tokyo',
      status: 'Student',
      socials: { youtube: 'https://youtube.example.org/robin', twitter: null },
    })
    const page = await visitor.get('/account/profile')
    expect(page.text).toContain('value="https://youtube.example.org/robin"')
    expect(page.text).toMatch(/name="timezone" value="Asia\/Tokyo"/)
  })

  test('ignores attributes that users cannot change themselves', async () => {
    const visitor = await signInAs(api, 'attendee', { options: { endRegistration: false } })
    const { id, email, username } = visitor.account
    await visitor.post('/account/profile', {
      ...profile({ email, username }),
      role: 'owner',
      type: 'Speaker',
      externalId: 'mine',
      registrationStatus: 'accepted',
      'options/endRegistration': 'on',
      highlighted: 'on',
    })
    expect(await read(id)).toMatchObject({
      role: 'attendee',
      registrationStatus: 'in_review',
      externalId: null,
      options: { highlight: false },
    })
  })

  test('refuses what the API refuses, shows the problems at the fields, and keeps the input', async () => {
    const visitor = await signInAs(api)
    const { id, username } = visitor.account
    const before = await read(id)
    const page = await visitor.post('/account/profile', {
      ...profile({ username, email: 'nobody', lastName: 'Typed' }),
      website: 'http://example.org',
      description: 'x'.repeat(801),
      'socials/twitter': 'javascript:alert(1)',
    })
    expect([page.status, problemsOn(page)]).toEqual([
      422,
      [
        ['email', 'must be an e-mail address'],
        ['description', 'must have at most 800 characters'],
        ['website', 'must be an https URL of a public host, without user info or a port'],
        ['socials-twitter', 'must be an https URL of a public host, without user info or a port'],
      ],
    ])
    expect(page.text).toContain('value="Typed"')
    expect(await read(id)).toEqual(before)
  })

  test.each(['admin', 'owner'] as const)(
    'requires the password to change the e-mail of an %s',
    async (role) => {
      const visitor = await signInAs(api, role)
      const { id, email, username } = visitor.account
      const next = `moved-${role}@example.org`
      const fields = profile({ username, email: next })
      for (const currentPassword of ['', 'Wrong violet kettles sing']) {
        const page = await visitor.post('/account/profile', { ...fields, currentPassword })
        expect([page.status, problemsOn(page)]).toEqual([422, [['currentPassword', 'Incorrect password.']]])
      }
      expect((await read(id)).email).toBe(email)
      expect((await visitor.post('/account/profile', { ...fields, currentPassword: PASSWORD })).status).toBe(
        303,
      )
      expect((await read(id)).email).toBe(next)
      expect((await new Visitor(api).signIn(next)).status).toBe(303)
    },
  )

  test('refuses the e-mail and the username of another account', async () => {
    const [visitor, other] = [await signInAs(api, 'admin'), await addAccount(api)]
    const { email, username } = visitor.account
    const taken = await visitor.post('/account/profile', {
      ...profile({ username, email: other.email }),
      currentPassword: PASSWORD,
    })
    expect([taken.status, problemsOn(taken)]).toEqual([
      422,
      [['email', 'already belongs to another account; use another e-mail']],
    ])
    const named = await visitor.post('/account/profile', profile({ email, username: other.username }))
    expect(problemsOn(named)).toEqual([['username', 'already belongs to another account']])
  })

  test('can be saved without a name if the account has none', async () => {
    const sponsor = {
      name: 'Example Ltd',
      logo: 'https://static.example.org/logo.svg',
      level: 1,
      speakers: [{ email: 'nameless@example.org' }],
    }
    const { password } = (await api.send('POST', '/sponsors', { body: sponsor })).body.speakers[0]
    const visitor = new Visitor(api)
    await visitor.signIn('nameless@example.org', password)
    await visitor.post('/account/password', {
      currentPassword: password,
      password: PASSWORD,
      repeated: PASSWORD,
    })
    const fields = { firstName: '', lastName: '', username: 'nameless', email: 'nameless@example.org' }
    expect((await visitor.post('/account/profile', fields)).status).toBe(303)
  })
})

describe('the export', () => {
  test('is a file with the account, talks, sponsors, sessions, and changes, without data of other people', async () => {
    const visitor = await signInAs(api, 'speaker', { email: 'exporter@example.org', job: 'Engineer' })
    const { id, email } = visitor.account
    const talk = {
      title: 'Tests that people trust',
      description: 'Why green means go.',
      start: '2027-05-20T09:30:00+02:00',
      speakers: [
        { email, firstName: 'Robin', lastName: 'Sample' },
        { email: 'other-speaker@example.org', firstName: 'Other', lastName: 'Speaker' },
      ],
    }
    await api.send('POST', '/talks', { body: talk })
    const logo = 'https://static.example.org/logo.svg'
    await api.send('POST', '/sponsors', {
      body: { name: 'Example Ltd', logo, level: 2, speakers: [{ email }] },
    })
    await api.send('PUT', `/users/${id}`, { body: { job: 'Tester' } })
    const page = await visitor.get('/account/export')
    expect(page.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-account.json"',
      'cache-control': 'no-store',
    })
    const data = JSON.parse(page.text)
    expect(Object.keys(data)).toEqual([
      'exportedAt',
      'account',
      'sessions',
      'passkeys',
      'identities',
      'changes',
      'talks',
      'sponsors',
      'isListedAsViewer',
      'attendance',
      'messages',
      'reactions',
      'reports',
      'mute',
      'questions',
      'questionVotes',
      'surveys',
      'points',
      'credits',
      'favorites',
      'emailChoices',
      'proposals',
    ])
    expect(data.emailChoices).toEqual({ talk_changes: true, talk_reminder: false, message: true })
    expect(data.account).toEqual({ ...(await read(id)), language: null, hasSecondFactor: false })
    expect(data.talks).toMatchObject([{ role: 'speaker', title: talk.title }])
    expect(data.sponsors).toMatchObject([{ name: 'Example Ltd', level: 2 }])
    expect(data.sessions).toHaveLength(1)
    expect(data.changes.map(({ type, by }: { type: string; by: string }) => [type, by])).toEqual([
      ['user.updated', 'api_key'],
      ['user.password_reset', 'system'],
      ['user.email_proved', 'system'],
      ['user.reset_link_made', 'system'],
      ['user.updated', 'system'],
      ['user.created', 'system'],
    ])
    expect(data.changes[0].changes).toEqual([{ pointer: '/job', before: 'Engineer', after: 'Tester' }])
    const secrets = [
      'other-speaker',
      'argon2',
      'assword',
      'hash',
      visitor.cookies.get('__Host-lectern') ?? '-',
    ]
    for (const secret of secrets)
      expect(page.text.replaceAll('user.password_reset', '')).not.toContain(secret)
  })
})

describe('the deletion of an account by its user', () => {
  test('lists the affected talks, requires the password, and makes signing in impossible', async () => {
    const visitor = await signInAs(api, 'speaker', { email: 'leaver@example.org' })
    const { id, email } = visitor.account
    const person = (address: string) => ({ email: address, firstName: 'Some', lastName: 'Body' })
    const talk = {
      title: 'A talk that stays',
      description: '',
      start: '2027-05-20T09:30:00Z',
      speakers: [person(email), person('stays@example.org')],
    }
    const { id: talkId } = (await api.send('POST', '/talks', { body: talk })).body
    const asked = await visitor.get('/account/delete')
    expect([asked.status, asked.text.includes('A talk that stays')]).toEqual([200, true])
    expect((await visitor.post('/account/delete', { currentPassword: 'Wrong' })).status).toBe(422)
    expect((await read(id)).email).toBe(email)
    const answer = await visitor.post('/account/delete', { currentPassword: PASSWORD })
    expect([answer.status, visitor.cookies.has('__Host-lectern')]).toEqual([303, false])
    expect((await api.send('GET', `/users/${id}`)).status).toBe(404)
    expect((await new Visitor(api).signIn(email)).status).toBe(422)
    const { speakers } = (await api.send('GET', `/talks/${talkId}`)).body
    expect(speakers.map((speaker: { email: string }) => speaker.email)).toEqual(['stays@example.org'])
  })

  test('is refused for the only speaker of a talk, with the reason', async () => {
    const visitor = await signInAs(api, 'speaker', { email: 'alone@example.org' })
    const speakers = [{ email: 'alone@example.org', firstName: 'A', lastName: 'Lone' }]
    const talk = { title: 'Alone', description: '', start: '2027-05-20T09:30:00Z', speakers }
    await api.send('POST', '/talks', { body: talk })
    const asked = await visitor.get('/account/delete')
    expect(asked.text).toContain('You are the only speaker of a talk.')
    const answer = await visitor.post('/account/delete', { currentPassword: PASSWORD })
    expect([answer.status, answer.text.includes('only speaker')]).toEqual([409, true])
    expect((await visitor.get('/account')).status).toBe(200)
  })

  test('is refused for the last owner, with the reason, and allowed for other owners and admins', async () => {
    const own = await addSite(api)
    const last = await signInAs(own, 'owner')
    expect((await last.get('/account/delete')).text).toContain('You are the last owner of this platform')
    expect((await last.post('/account/delete', { currentPassword: PASSWORD })).status).toBe(409)
    const another = await signInAs(own, 'owner')
    expect((await another.post('/account/delete', { currentPassword: PASSWORD })).status).toBe(303)
    const admin = await signInAs(own, 'admin')
    expect((await admin.post('/account/delete', { currentPassword: PASSWORD })).status).toBe(303)
  })
})
