// Documentation pages of the API: a page for every error code, and the reference, which loads nothing from other hosts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalog, type RefusalCode } from '../../src/domain/changes/errors.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { findViolations } from '../support/axe.ts'
import { hasBrowser, launchBrowser } from '../support/browser.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ store: 'sqlite' })
})
afterAll(() => api[Symbol.asyncDispose]())

const codes = Object.keys(errorCatalog) as RefusalCode[]
const read = (path: string) => api.sendTo('GET', path, { key: null })
const escaped = (text: string) => text.replaceAll('<', '&lt;')
const linksOf = (html: string) => [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)

describe('problems', () => {
  test.each(codes)('%s has a page with its status, message, and advice', async (code) => {
    const { status, headers, text } = await read(`/problems/${code}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const { title, message, advice, status: answered } = errorCatalog[code]
    for (const part of [title, message, escaped(advice), `<code>${answered}</code>`, `<code>${code}</code>`])
      expect(text).toContain(part)
    expect(linksOf(text)).toEqual(['/docs/', '/problems', `/problems/${code}`])
  })

  test('are listed on one page, whose links all work', async () => {
    const { text } = await read('/problems')
    const links = linksOf(text)
    expect(links).toEqual(['/docs/', '/problems', ...codes.map((code) => `/problems/${code}`)])
    const statuses = await Promise.all(links.map(async (link) => (await read(link)).status))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  test('have their page at the type URL of an error response', async () => {
    const { body } = await api.send('GET', '/talks/ext:absent')
    expect(body.code).toBe('talk_not_found')
    const page = await read(new URL(body.type).pathname)
    expect(page.text).toContain('<h1>Talk not found</h1>')
  })

  test('have no page for an unknown code', async () => {
    const { status, body } = await read('/problems/%3Cscript%3E')
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
  })
})

describe('the reference at /docs', () => {
  test('loads nothing from other hosts, and its security policy allows none', async () => {
    const { text, headers } = await read('/docs/')
    expect(linksOf(text).filter((link) => /^(\w+:)?\/\//.test(link))).toEqual([])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  test('is sent compressed, and only once to each browser', async () => {
    const accepts = { headers: { 'accept-encoding': 'gzip' } }
    const page = await api.sendTo('GET', '/docs/', { key: null })
    expect(page.text).toContain('<html lang="en">')
    const scripts = linksOf(page.text)
    expect(scripts.length).toBe(2)
    for (const script of scripts) {
      const { headers } = await api.sendTo('HEAD', script, { key: null, ...accepts })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-encoding']).toBe('gzip')
      expect(Number(headers['content-length'])).toBeLessThan(1_400_000)
    }
    for (const path of ['/docs/', '/api/external/v1/openapi.json']) {
      const { headers } = await api.sendTo('HEAD', path, { key: null, ...accepts })
      expect(headers['content-encoding']).toBe('gzip')
      const tag = headers.etag ?? ''
      const again = await api.sendTo('GET', path, { key: null, headers: { 'if-none-match': tag } })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    expect((await read('/docs/js/unknown')).status).toBe(404)
  })

  test.skipIf(!hasBrowser).each(['light', 'dark'] as const)(
    'has no accessibility problems, and neither have the problems, in %s mode',
    { timeout: 60_000 },
    async (colorScheme) => {
      const browser = await launchBrowser()
      try {
        const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme })
        const page = await context.newPage()
        for (const path of ['/docs/', '/problems']) {
          await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' })
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          const violations = await findViolations(page)
          const found = violations.flatMap(({ id, html }) => html.map((text) => `${id} ${text}`))
          expect([path, found]).toEqual([path, []])
        }
      } finally {
        await browser.close()
      }
    },
  )

  test.skipIf(!hasBrowser)(
    'sends test requests without optional parameters',
    { timeout: 60_000 },
    async () => {
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage({ ignoreHTTPSErrors: true })
        await page.goto(`${api.url}/docs/`, { waitUntil: 'networkidle' })
        for (const [link, method, path] of [
          ['Update a talk, or create it with your own identifier', 'PUT', '/talks/ext:crm-4711'],
          ['List talks', 'GET', '/talks'],
        ] as const) {
          await page.getByRole('link', { name: link }).first().click()
          const operation = path.replace('ext:crm-4711', '{id}')
          const name = `Test Request (${method.toLowerCase()} /api/external/v1${operation})`
          await page.getByRole('button', { name }).click()
          const [sent] = await Promise.all([
            page.waitForRequest((request) => request.method() === method),
            page.getByRole('button', { name: /^Send (put|get) request/ }).click(),
          ])
          const { pathname, search } = new URL(sent.url())
          expect([decodeURIComponent(pathname), search]).toEqual([`/api/external/v1${path}`, ''])
          const names = Object.keys(sent.headers())
          expect(names.filter((one) => /^(if-|idempotency)/.test(one))).toEqual([])
          await page.getByRole('button', { name: 'Close Client' }).click()
        }
      } finally {
        await browser.close()
      }
    },
  )

  test.skipIf(!hasBrowser)(
    'shows every operation with its example, asking only this server, without an error',
    {
      timeout: 60_000,
    },
    async () => {
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage({ ignoreHTTPSErrors: true })
        const [asked, errors]: [string[], string[]] = [[], []]
        page.on('request', (request) => asked.push(request.url()))
        page.on('pageerror', (error) => errors.push(error.message))
        // The browser reports violations of the policy here.
        page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
        await page.goto(`${api.url}/docs`, { waitUntil: 'networkidle' })
        expect(await page.title()).toBe('Lectern External API')
        for (const tag of ['Talks', 'Sponsors', 'Users']) {
          await page.getByRole('link', { name: tag, exact: true }).first().click()
        }
        await page.getByRole('link', { name: 'Create an owner (privileged keys only)' }).first().click()
        await page.getByText('"noor@example.org"').first().waitFor()
        expect(asked.filter((url) => !url.startsWith(`${api.url}/`) && !url.startsWith('data:'))).toEqual([])
        expect(errors).toEqual([])
        expect(await page.getByText('Deploy', { exact: true }).count()).toBe(0)
      } finally {
        await browser.close()
      }
    },
  )
})
