// Files for search engines: robots.txt (RFC 9309), and the sitemap (sitemaps.org) as an index of files.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PublicDocument } from '../../kit/pages/public-response.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readSitemapFile, readSitemapFiles, sitemapKinds } from '../agenda/sitemap/sitemap.ts'

const LISTS = ['/', '/agenda', '/speakers', '/sponsors']
/** Pages for one person. Pages that can be seen but should not be found say so themselves. */
const PRIVATE = ['/account', '/backoffice', '/calendars/', '/favorites', '/live/', '/reset/', '/setup/']

const FILE = new RegExp(`^(${sitemapKinds.join('|')})-([1-9]\\d{0,3})$`)

export const crawlerRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  publicPages.route(site, '/robots.txt', { operation: 'robots', isFeed: true }, async (request) => ({
    content: [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      '',
    ].join('\n'),
    type: 'text/plain; charset=utf-8',
  }))

  publicPages.route(site, '/sitemap.xml', { operation: 'sitemap', isFeed: true }, async (request) => {
    const files = await readSitemapFiles(services, request.visit.platform)
    const names = ['lists', ...files.map(({ kind, part }) => `${kind}-${part}`)]
    return xml(
      'sitemapindex',
      names.map((name) => `<sitemap><loc>${originOf(request)}/sitemaps/${name}.xml</loc></sitemap>`),
    )
  })

  const fileRoute = { operation: 'sitemapFile', isFeed: true }
  publicPages.route<{ name: string }>(site, '/sitemaps/:name.xml', fileRoute, async (request) => {
    const { name } = request.params
    const origin = originOf(request)
    if (name === 'lists')
      return xml(
        'urlset',
        LISTS.map((path) => `<url><loc>${origin}${path}</loc></url>`),
      )
    const [, kindName, part] = FILE.exec(name) ?? []
    const kind = sitemapKinds.find((one) => one === kindName)
    if (!kind) throw new Refusal('not_found')
    const pages = await readSitemapFile(services, request.visit.platform, { kind, part: Number(part) })
    return xml(
      'urlset',
      pages.map(
        ({ id, updatedAt }) =>
          `<url><loc>${origin}/${kind}/${id}</loc><lastmod>${formatInstant(updatedAt)}</lastmod></url>`,
      ),
    )
  })
}

/** Entries contain no user texts, and origins contain no characters that XML escapes. */
const xml = (root: 'sitemapindex' | 'urlset', entries: readonly string[]): PublicDocument => ({
  content: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n'),
  type: 'application/xml; charset=utf-8',
})
