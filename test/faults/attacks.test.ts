// Attacks on accounts, mailboxes, and uploads, with their figures. The rules behind them have tests of their own.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quantile } from '../support/beside.ts'
import { talk } from '../support/bodies.ts'
import { png, slowDrawing } from '../support/pictures.ts'
import { createKey, createTestInstallation, disableRateLimit, startServer } from '../support/process.ts'
import { startMailedPlatform } from '../support/shared-servers.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'
import { addAccount, PASSWORD, signInAs, Visitor } from '../support/visitors.ts'

const OTHER = 'Nine amber lanterns drift 7?'
const VICTIMS = sized({ small: 5, full: 100 })
const TRIES = sized({ small: 10, full: 100 })
const UPLOADS = sized({ small: 2, full: 10 })
const CONNECTIONS = 10
const REFUSED_PAUSE_MS = 100
const MAX_UPLOAD_MS = 8_000

const isIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200

test('nobody gets or keeps an account with the e-mail of somebody else', async ({ task }) => {
  const { api, linksTo } = await startMailedPlatform({ hasSignUp: true })
  const taken: string[] = []
  for (let n = 0; n < VICTIMS; n += 1) {
    // Before the organizers add the speaker.
    const email = `speaker-${n}@taken.example`
    const impostor = new Visitor(api)
    await impostor.post('/sign-up', { email, firstName: 'Eve', lastName: 'Sample', password: OTHER })
    const { body } = await api.send('PUT', `/talks/ext:${n}`, {
      body: talk({ speakers: [{ email, firstName: 'Ada', lastName: 'Sample' }] }),
    })
    await impostor.signIn(email, OTHER)
    if ((await isIn(impostor)) || (await impostor.get(`/account/talks/${body.id}`)).status === 200)
      taken.push(`sign-up ${n}`)

    // Before the speaker signs in for the first time.
    const settled = new Visitor(api)
    await settled.signIn(email, body.speakers[0].password)
    const chosen = { currentPassword: body.speakers[0].password, password: OTHER, repeated: OTHER }
    await settled.post('/account/password', chosen)
    expect(await isIn(settled)).toBe(true)
    const speaker = new Visitor(api)
    await speaker.post('/sign-in/email', { email })
    const [link = ''] = await waitUntil(
      async () => linksTo(email, '/sign-in/link/'),
      ({ length }) => length > 0,
    )
    const answer = await speaker.post(link)
    await speaker.post(answer.headers.location ?? '', { password: PASSWORD, repeated: PASSWORD })
    const isSpeakerIn = (await speaker.signIn(email)).status === 303
    if (!isSpeakerIn || (await isIn(settled)) || (await new Visitor(api).signIn(email, OTHER)).status === 303)
      taken.push(`first sign-in ${n}`)
  }
  task.meta.fault = {
    fault:
      'Impostors who sign up with the e-mail of a speaker, or settle in the account before its first link is used',
    rounds: `${2 * VICTIMS} accounts`,
    measured: `${taken.length} taken over or kept`,
  }
  expect(taken).toEqual([])
})

test('few e-mails reach people who did not ask for them', async ({ task }) => {
  const { api, mail } = await startMailedPlatform({ hasSignUp: true })
  const sentTo = (name: string) =>
    mail.emails.filter(({ to }) => to.some((one) => one.startsWith(name))).length
  const change = async (visitor: Awaited<ReturnType<typeof signInAs>>, email: string) =>
    visitor.post('/account/profile', {
      ...{ firstName: 'You won: https://phish.example', lastName: 'Sample' },
      ...{ username: visitor.account.username, email, currentPassword: PASSWORD },
    })
  const one = await signInAs(api)
  const inReview = await signInAs(api, 'attendee', { options: { endRegistration: false } })
  for (let n = 0; n < TRIES; n += 1) {
    await change(one, `stranger-${n}@relay.example`)
    await change(inReview, `other-${n}@relay.example`)
    await change(await signInAs(api), 'target@relay.example')
    await new Visitor(api).post('/sign-up', { email: 'target@relay.example' })
  }
  const last = await addAccount(api)
  await new Visitor(api).post('/sign-in/email', { email: last.email })
  await waitUntil(async () => sentTo(last.email), Boolean)
  const sent = { account: sentTo('stranger-'), inReview: sentTo('other-'), target: sentTo('target@') }
  task.meta.fault = {
    fault: 'E-mails to strangers: changes of the own e-mail and sign-ups, in one day',
    rounds: `${TRIES} tries by one account, ${TRIES} by one without a review, ${2 * TRIES} to one person`,
    measured: `${sent.account} sent by the account, ${sent.inReview} by the one without a review, ${sent.target} to the person`,
  }
  expect(sent).toEqual({ account: 5, inReview: 0, target: 3 })
  expect(
    mail.emails.filter(({ to, content }) => to[0]?.endsWith('@relay.example') && content.includes('phish')),
  ).toEqual([])
})

test('drawings that two keys upload without pause do not keep the uploads of others waiting', {
  timeout: 300_000,
}, async ({ task }) => {
  await using installation = await createTestInstallation('sqlite')
  await disableRateLimit(installation)
  const [first, second, other] = [
    await createKey(installation),
    await createKey(installation),
    await createKey(installation),
  ]
  await using server = await startServer(installation)
  const upload = (key: string, raw: Buffer, type: string) =>
    server.client(key)('POST', '/files', { raw, headers: { 'content-type': type } })
  let isDone = false
  let slow = 0
  const attack = [first, second].flatMap((key) =>
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isDone) {
        const { status } = await upload(key, Buffer.from(slowDrawing(slow++)), 'image/svg+xml')
        expect([422, 503]).toContain(status)
        // A script that is refused tries again, but not without any pause.
        if (status === 503) await delay(REFUSED_PAUSE_MS)
      }
    }),
  )
  const waits: number[] = []
  for (let n = 0; n < UPLOADS; n += 1) {
    const picture = await png({ width: 800 + n, height: 600 })
    const startedMs = performance.now()
    const { status } = await upload(other, picture, 'image/png')
    waits.push(performance.now() - startedMs)
    expect(status).toBe(201)
  }
  isDone = true
  await Promise.all(attack)
  const slowest = quantile(
    waits.sort((a, b) => a - b),
    1,
  )
  task.meta.fault = {
    fault: 'Two keys upload drawings that take forever, on 10 connections each',
    rounds: `${slow} drawings, ${UPLOADS} pictures of another key`,
    measured: `slowest picture ${(slowest / 1_000).toFixed(1)} s`,
  }
  expectWithin(slowest, MAX_UPLOAD_MS)
})
