// The preview of texts in forms.

import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, signInAtSite } from '../../../test/support/sites.ts'
import { Visitor } from '../../../test/support/visitors.ts'
import { MAX_DETAILS } from '../talks/limits.ts'

const server = useApi()
const PREVIEW = '/account/preview'

test('a preview is what pages show: Markdown with the structure of HTML, or sanitized HTML', async () => {
  const person = await signInAtSite(await createSite(server), 'speaker')
  const text = '**Bold** <script>alert(1)</script><b onclick="alert(1)">b</b>'
  const markdown = await person.post(PREVIEW, { text, format: 'markdown' })
  expect([markdown.status, markdown.text]).toEqual([
    200,
    '<div class="prose"><p dir="auto"><strong>Bold</strong> &lt;script&gt;alert(1)&lt;/script&gt;<strong>b</strong></p></div>',
  ])
  const staff = await signInAtSite(await createSite(server), 'admin')
  const html = await staff.post('/backoffice/preview', { text, format: 'html' })
  expect(html.text).toBe('<div dir="auto" class="prose">**Bold** <b>b</b></div>')
  expect((await person.post(PREVIEW, { text: '', format: 'markdown' })).text).toBe('')
})

test('a preview needs a signed-in user, and opens as a page of its own without scripts', async () => {
  const site = await createSite(server)
  const stranger = new Visitor(site.tenant.api, { host: site.host })
  const answer = await stranger.post(PREVIEW, { text: 'Hello', format: 'markdown' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in'])
  const { headers } = await (await signInAtSite(site)).post(PREVIEW, { text: 'Hello', format: 'markdown' })
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test('a preview is no longer than the texts that its user can save', async () => {
  const person = await signInAtSite(await createSite(server), 'attendee')
  const longest = 'é'.repeat(MAX_DETAILS)
  expect((await person.post(PREVIEW, { text: longest, format: 'markdown' })).status).toBe(200)
  expect((await person.post(PREVIEW, { text: `${longest}é`, format: 'markdown' })).status).toBe(422)
  expect((await person.post(PREVIEW, { text: 'a'.repeat(768 * 1024), format: 'markdown' })).status).toBe(413)
  expect((await person.post('/backoffice/preview', { text: 'a', format: 'html' })).status).toBe(404)
})

test('previews are limited by account', async () => {
  const person = await signInAtSite(await createSite(server), 'attendee')
  const answers = await Promise.all(
    Array.from({ length: 62 }, () => person.post(PREVIEW, { text: 'Hello', format: 'markdown' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(60).fill(200), 429, 429])
})
