// Forms that create secrets: reloading creates nothing, each secret is shown once, and no other place contains it.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../../test/support/api.ts'
import { readWholeStore } from '../../../../test/support/raw-store.ts'
import { type Account, type Page, signInAs, type Visitor } from '../../../../test/support/visitors.ts'
import { listKeys } from '../../api-keys/api-keys.ts'

const run = promisify(execFile)
const MINUTE = 60_000
const ONCE = /^\/backoffice\/once\/[0-9a-f-]{36}$/
let api: TestApi
let owner: Visitor & { account: Account }
beforeAll(async () => {
  api = await startApi()
  owner = await signInAs(api, 'owner')
})
afterAll(() => api[Symbol.asyncDispose]())

const names = { firstName: 'Ada', lastName: 'Sample' }
const talk = { title: 'New', start: '2027-05-20T09:30', duration: '45', type: 'embedded', do: 'save' }
const secretsOn = ({ text }: Page) =>
  [...text.matchAll(/<ul class="secrets">.*?<\/ul>/gs)].flatMap(([list]) =>
    [...list.matchAll(/<code id="[^"]*">([^<]*)<\/code>/g)].map(
      ([, secret = '']) => /\/invitation\/([\w-]{43})/.exec(secret)?.[1] ?? secret,
    ),
  )

describe.each([
  ['a key', '/backoffice/settings/keys', { name: 'Desk', level: 'standard' }],
  ['a user', '/backoffice/users/new', { ...names, email: 'once@example.org', type: 'Attendee', do: 'save' }],
  [
    'a talk with a new speaker',
    '/backoffice/talks/new',
    {
      ...talk,
      'speakers/0/email': 'new@example.org',
      'speakers/0/firstName': 'A',
      'speakers/0/lastName': 'B',
    },
  ],
  [
    'a platform',
    '/backoffice/settings/platforms',
    { ...names, slug: 'second', name: 'Second', timezone: 'UTC', email: 'second@example.org' },
  ],
])('the form that creates %s', (_what, path, fields) => {
  test('redirects to a page that shows the secret once, to its user only', async () => {
    const answer = await owner.post(path, fields)
    const location = answer.headers.location ?? ''
    expect([answer.status, ONCE.test(location)]).toEqual([303, true])
    const stored = await readWholeStore(api.installation.store)
    const [other, stranger] = [await signInAs(api, 'owner'), await signInAs(api, 'attendee')]
    expect([(await other.get(location)).status, (await stranger.get(location)).status]).toEqual([404, 404])

    const page = await owner.get(location)
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
    const [secret = ''] = secretsOn(page)
    expect(secret.length).toBeGreaterThanOrEqual(16)
    expect(stored).not.toContain(secret)
    expect(await readWholeStore(api.installation.store)).not.toContain(secret)
    expect(api.logged.join('')).not.toContain(secret)

    const again = await owner.get(location)
    expect([again.status, secretsOn(again), again.text.includes('<h1>Already shown</h1>')]).toEqual([
      404,
      [],
      true,
    ])
  })
})

test('a secret that nobody looks at is gone after ten minutes', async () => {
  const key = { name: 'Unseen', level: 'standard' }
  const [first, second] = [
    (await owner.post('/backoffice/settings/keys', key)).headers.location ?? '',
    (await owner.post('/backoffice/settings/keys', key)).headers.location ?? '',
  ]
  api.clock.pass(10 * MINUTE - 1)
  expect((await owner.get(first)).status).toBe(200)
  api.clock.pass(1)
  expect((await owner.get(second)).status).toBe(404)
})

test('of two requests for a secret at the same time, one shows it', async () => {
  const { headers } = await owner.post('/backoffice/settings/keys', { name: 'Twice', level: 'standard' })
  const pages = await Promise.all([1, 2, 3, 4].map(() => owner.get(headers.location ?? '')))
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
})

test('the address of a form shows a page when it is opened later', async () => {
  const { installation, platform } = api
  const before = (await listKeys(installation, platform.caller)).length
  for (const path of ['/backoffice/settings/keys', `/backoffice/users/${owner.account.id}/reset-link`]) {
    const page = await owner.get(path)
    expect([page.status, page.headers.allow, page.headers['content-type']]).toEqual([
      405,
      'POST',
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('<h1>Nothing to show</h1>')
  }
  expect((await listKeys(installation, platform.caller)).length).toBe(before)
  // Other clients still get problem+json.
  const answer = await api.sendTo('PUT', '/agenda', { key: null })
  expect([answer.status, answer.headers.allow, answer.body.code]).toEqual([
    405,
    'GET, HEAD',
    'method_not_allowed',
  ])
})

test('the request on the page of a key works as it is, with the server’s own certificate', async () => {
  const page = await owner.submit('/backoffice/settings/keys', { name: 'Curl', level: 'standard' })
  const [, command = ''] = secretsOn(page).map((text) =>
    text.replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  )
  expect(command).toMatch(/^curl --cacert '\//)
  const script = join(api.dataDir, 'request.sh')
  await writeFile(script, `${command} --silent --show-error`)
  const { stdout } = await run('sh', [script])
  expect(JSON.parse(stdout)).toMatchObject({ code: 'ok' })
})
