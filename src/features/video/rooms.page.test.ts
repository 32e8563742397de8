// Settings > Video rooms, and the tokens with which people enter the room of a talk.
import { generateKeyPairSync } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { summaryProblems } from '../../../test/support/office.ts'
import { png } from '../../../test/support/pictures.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, cspDirective, signInAtSite } from '../../../test/support/sites.ts'
import type { Page, Visitor } from '../../../test/support/visitors.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { saveRoomsOperation } from './room-settings.ts'

const server = useApi({ settings: { roomAddress: null } })
const PATH = '/backoffice/settings/rooms'
const SECRET = 'Known to the Jitsi server alone'
const JITSI = {
  provider: 'jitsi',
  roomAddress: 'https://meet.example.org/lectern-{id}',
  appId: 'lectern',
  keyId: '',
  key: SECRET,
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const JAAS = {
  provider: 'jaas',
  roomAddress: '',
  appId: 'vpaas-magic-cookie-1234',
  keyId: 'vpaas-magic-cookie-1234/5678',
  key: PEM,
}
const AVATAR = 'https://static.example.org/ada.jpg'

/** A site with a live talk from 12:00 to 13:00, and its admin. */
async function createTalk() {
  const site = await createSite(server)
  const admin = await signInAtSite(site, 'admin')
  const moderator = await signInAtSite(site, 'speaker', { avatar: AVATAR })
  const id = await site.talk('Talk', {
    type: 'embedded',
    moderators: [{ email: moderator.account.email, firstName: 'Robin', lastName: 'Sample' }],
  })
  return { site, admin, moderator, id, player: (who: Visitor) => who.get(`/talks/${id}/player`) }
}

const roomOf = ({ text }: Page) =>
  new URL((/<iframe class="screen" src="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'))

const jitsiPayload = async (room: URL, subject: string) =>
  (
    await jwtVerify(room.searchParams.get('jwt') ?? '', Buffer.from(SECRET), {
      ...{ audience: 'jitsi', issuer: 'lectern', subject },
      currentDate: new Date('2027-03-01T12:00:00Z'),
    })
  ).payload

test('each person enters a Jitsi room with a token of their own, valid for the talk', async () => {
  const { site, admin, moderator, id, player } = await createTalk()
  expect((await admin.post(PATH, JITSI)).headers.location).toBe(`${PATH}?done=saved`)
  const tokenOf = async (who: Visitor) => {
    const room = roomOf(await player(who))
    expect(`${room.origin}${room.pathname}`).toBe(`https://meet.example.org/lectern-${id}`)
    const payload = await jitsiPayload(room, 'meet.example.org')
    expect(payload).toMatchObject({
      room: `lectern-${id}`,
      nbf: Date.parse('2027-03-01T11:59:00Z') / 1000,
      exp: Date.parse('2027-03-01T13:00:00Z') / 1000,
    })
    return (payload.context as { user: object }).user
  }
  const attendee = await signInAtSite(site)
  // Jitsi puts these values into XML: other types than texts and numbers make some versions fail.
  const asMember = { moderator: 'false', affiliation: 'member' }
  const asOwner = { moderator: 'true', affiliation: 'owner' }
  const nameOf = ({ account }: typeof attendee) => ({
    id: account.id,
    name: expect.stringContaining('Robin Sample'),
  })
  expect(await tokenOf(attendee)).toEqual({ ...nameOf(attendee), ...asMember })
  expect(await tokenOf(moderator)).toEqual({ ...nameOf(moderator), avatar: AVATAR, ...asOwner })
  expect(await tokenOf(admin)).toEqual({ ...nameOf(admin), ...asOwner })
  expect(await tokenOf(site.visitor)).toEqual(asMember)
})

test('the subject of the token of a Jitsi room is the tenant in its address, if there is one', async () => {
  const { admin, id, player } = await createTalk()
  await admin.post(PATH, { ...JITSI, roomAddress: 'https://meet.example.org/Events/Lectern-{id}' })
  const room = roomOf(await player(admin))
  expect(await jitsiPayload(room, 'events')).toMatchObject({ room: `lectern-${id}` })
})

test('the token of a person with an uploaded picture has the absolute URL of the picture', async () => {
  const { site, admin, player } = await createTalk()
  await admin.post(PATH, JITSI)
  const { body } = await site.tenant.send('POST', '/files', {
    raw: await png({ width: 320, height: 320 }),
    headers: { 'content-type': 'image/png' },
  })
  const person = await signInAtSite(site, 'attendee', { avatar: body.path })
  const payload = await jitsiPayload(roomOf(await player(person)), 'meet.example.org')
  expect(payload.context).toMatchObject({ user: { avatar: `https://${site.host}${body.path}` } })
})

test('a JaaS room needs no room URL, and its tokens name the key', async () => {
  const { admin, id, player } = await createTalk()
  expect((await admin.post(PATH, JAAS)).status).toBe(303)
  const page = await player(admin)
  const room = roomOf(page)
  expect(`${room.origin}${room.pathname}`).toBe(`https://8x8.vc/vpaas-magic-cookie-1234/lectern-${id}`)
  expect(cspDirective(page, 'frame-src')).toBe('https://8x8.vc')
  const token = room.searchParams.get('jwt') ?? ''
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: JAAS.keyId })
  const { payload } = await jwtVerify(token, publicKey, {
    ...{ audience: 'jitsi', issuer: 'chat', subject: JAAS.appId },
    currentDate: new Date('2027-03-01T12:00:00Z'),
  })
  expect(payload).toMatchObject({ room: `lectern-${id}`, context: { user: { moderator: 'true' } } })
})

test('a room URL works without tokens', async () => {
  const { admin, id, player } = await createTalk()
  await admin.post(PATH, { ...JITSI, provider: 'address', key: '' })
  expect(roomOf(await player(admin)).href).toBe(`https://meet.example.org/lectern-${id}`)
})

test('the key is never shown again, is in no event, and stays when the field is empty', async () => {
  const { site, admin, player } = await createTalk()
  await admin.post(PATH, JITSI)
  const page = await admin.get(PATH)
  expect(page.text).toContain('A key was saved on Monday, March 1, 2027.')
  await admin.post(PATH, { ...JITSI, roomAddress: 'https://meet.example.org/other-{id}', key: '' })
  expect(roomOf(await player(admin)).searchParams.get('jwt')).toMatch(/^eyJ/)
  const { items } = (await site.tenant.send('GET', '/events?limit=200')).body
  for (const text of [page.text, (await admin.get('/backoffice/audit')).text, JSON.stringify(items)])
    expect(text).not.toContain(SECRET)
})

test.each([
  ['Jitsi without a room URL', { ...JITSI, roomAddress: '' }, ['Room URL', 'is required']],
  ['Jitsi without an app ID', { ...JITSI, appId: '' }, ['App ID', 'is required']],
  ['Jitsi without a secret', { ...JITSI, key: '' }, ['Secret or private key', 'is required']],
  [
    'a room URL that is a script',
    { ...JITSI, roomAddress: 'javascript:alert(1)' },
    ['Room URL', expect.stringContaining('must be an https URL')],
  ],
  [
    'a room URL that leads to the same room for all talks',
    { ...JITSI, roomAddress: 'https://meet.example.org/' },
    ['Room URL', expect.stringContaining('{id}')],
  ],
  ['JaaS without a key ID', { ...JAAS, keyId: '' }, ['Key ID (JaaS)', 'is required']],
  [
    'JaaS with a secret instead of a private key',
    { ...JAAS, key: SECRET },
    ['Secret or private key', 'must be an RSA private key in PEM format'],
  ],
  ['an unknown provider', { ...JITSI, provider: 'zoom' }, ['Provider', 'must be one of the choices']],
])('%s is refused and changes nothing', async (_case, form, problem) => {
  const { admin } = await createTalk()
  const page = await admin.post(PATH, form)
  expect([page.status, summaryProblems(page), page.text.includes(SECRET)]).toEqual([422, [problem], false])
  expect((await admin.get(PATH)).text).not.toContain('lectern')
})

test('a key belongs to one provider', async () => {
  const { admin } = await createTalk()
  await admin.post(PATH, JITSI)
  expect((await admin.post(PATH, { ...JAAS, key: '' })).status).toBe(422)
})

test('rooms that open while people watch follow the settings', async () => {
  const { admin, id, site } = await createTalk()
  const keyOf = async () => /player\?key=([^"]*)"/.exec((await site.open(`/talks/${id}`)).text)?.[1]
  const own = await keyOf()
  await admin.post(PATH, JITSI)
  const before = await keyOf()
  expect(before).not.toBe(own)
  await admin.post(PATH, JAAS)
  expect(before).not.toBe(await keyOf())
})

test('the connection test says what the server saw of the rooms, and sends no token', async () => {
  const { admin, site } = await createTalk()
  expect((await admin.get(PATH)).text).not.toContain('Test connection')
  // A server of this machine, with a certificate that it has signed itself.
  const { port } = new URL(site.tenant.api.url)
  const roomAddress = `https://localhost:${port}/{id}`
  await admin.post(PATH, { ...JITSI, roomAddress })
  expect((await admin.get(PATH)).text).toContain('Test connection')
  const tested = await admin.post(`${PATH}/test`)
  expect(tested.status).toBe(200)
  expect(tested.text).toContain(
    `The certificate of localhost:${port} is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  )
  expect(tested.text).toContain('The saved key signs tokens.')
  await admin.post(PATH, { ...JITSI, provider: 'address', key: '', roomAddress })
  expect((await admin.post(`${PATH}/test`)).text).not.toContain('signs tokens')
  await admin.post(PATH, { ...JITSI, provider: 'address', key: '', roomAddress: 'https://10.0.0.7/{id}' })
  expect((await admin.post(`${PATH}/test`)).text).toContain('10.0.0.7 has an address that is not public')
})

test('a room whose key cannot be read says so to everybody, and to staff what to do', async () => {
  const { admin, id, site, player } = await createTalk()
  await admin.post(PATH, JITSI)
  const { installation } = site.tenant.api
  const { roomAddress, appId } = JITSI
  site.tenant.api.clock.pass(1000)
  await execute(installation, site.tenant.caller, saveRoomsOperation, {
    ...{ provider: 'jitsi', roomAddress, appId, keyId: null, key: 'no ciphertext' },
    ...{ recordsTalks: false, recordingsGb: null },
  })
  const [shown, staff] = [await player(site.visitor), await player(admin)]
  for (const page of [shown, staff]) expect(page.text).toContain('The video room can’t be opened right now.')
  expect([shown, staff].map(({ text }) => text.includes(PATH))).toEqual([false, true])
  expect((await admin.post(`${PATH}/test`)).text).toContain('can’t sign tokens')
  expect((await site.open(`/talks/${id}`)).text).toContain('stage-screen room')
})
