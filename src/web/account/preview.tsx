// The preview of a text in a form, as pages show it. `text-tools.js` requests it.
import type { FastifyPluginAsync } from 'fastify'
import { renderToString } from 'preact-render-to-string'
import { Written } from '../components/prose.tsx'
import { fieldsOf } from '../forms/forms.ts'
import type { WebOptions } from '../website.ts'

export const previewRoutes: FastifyPluginAsync<WebOptions> = async (account) => {
  account.post('/preview', { config: { operation: 'previewText' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const format = field('format') === 'html' ? 'html' : 'markdown'
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('text/html; charset=utf-8')
      .send(renderToString(<Written text={field('text')} format={format} />))
  })
}
