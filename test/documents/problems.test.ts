// Documentation pages of the API: a page for every error code, and the reference, which loads nothing from other hosts.
import { beforeAll, describe, expect, test } from 'vitest'
import { type RefusalCode, refusalMessages } from '../../src/kernel/changes/errors.ts'
import { problemCatalog } from '../../src/kernel/http/problems/catalog.ts'
import { version } from '../../src/version.ts'
import type { TestApi } from '../support/api.ts'
import { useApi } from '../support/scenarios.ts'
import { createSite } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })
let api: TestApi
beforeAll(async () => {
  api = (await createSite(server)).tenant.api
})

const codes = Object.keys(problemCatalog) as RefusalCode[]
const read = (path: string) => api.sendTo('GET', path, { key: null })
const escaped = (text: string) => text.replaceAll('<', '&lt;')
const linksOf = (html: string) => [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)

describe('problems', () => {
  test.each(codes)('%s has a page with its status, message, and advice', async (code) => {
    const { status, headers, text } = await read(`/problems/${code}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const { title, advice, status: answered } = problemCatalog[code]
    for (const part of [
      title,
      refusalMessages[code],
      escaped(advice),
      `<code>${answered}</code>`,
      `<code>${code}</code>`,
    ])
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

  test('links the document, the Postman collection, the clients, and the problems', async () => {
    const { text } = await read('/docs/')
    const links = linksOf(text).filter((link) => !link.startsWith('/docs/js/'))
    expect(links).toEqual([
      '/api/external/v1/openapi.json',
      '/docs/clients/lectern.postman_collection.json',
      `/docs/clients/lectern-client-${version}.tgz`,
      `/docs/clients/lectern_client-${version}-py3-none-any.whl`,
      '/problems',
    ])
    expect(text).toContain(`<pre>NODE_EXTRA_CA_CERTS=cert.pem npm install ${api.url}/docs/clients/`)
  })

  test('is sent compressed, and only once to each browser', async () => {
    const accepts = { headers: { 'accept-encoding': 'gzip' } }
    const page = await api.sendTo('GET', '/docs/', { key: null })
    expect(page.text).toContain('<html lang="en">')
    const scripts = linksOf(page.text).filter((link) => link.startsWith('/docs/js/'))
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
})
