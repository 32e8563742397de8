// The preview of a text in a form, as pages show it. `text-tools.js` requests it.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { renderToString } from 'preact-render-to-string'
import { invalidData } from '../../kernel/changes/errors.ts'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { countCodePoints } from '../../kernel/lib/text/text.ts'
import { Written } from '../../kit/components/prose.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { renderInTurn } from '../../kit/pages/turns.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { MAX_PAGE_CONTENT } from '../sponsors/limits.ts'
import type { PageFormat } from '../sponsors/schema.ts'
import { MAX_DETAILS } from '../talks/limits.ts'
import { PREVIEWS_PER_MINUTE } from './limits.ts'

/** A character has up to four bytes, and forms encode each byte as three. The rest is for the other fields. */
const bodyLimitFor = (characters: number): number => characters * 12 + 4096

/** The longest text that users edit themselves is that of a talk. */
export const previewRoutes: FastifyPluginAsync<WebOptions> = async (account, options) =>
  addPreview(account, options, { operation: 'previewText', longest: MAX_DETAILS, formats: ['markdown'] })

/** Staff also edit the pages of sponsors. */
export const pagePreviewRoutes: FastifyPluginAsync<WebOptions> = async (office, options) =>
  addPreview(office, options, {
    ...{ operation: 'previewPage', longest: MAX_PAGE_CONTENT, formats: ['markdown', 'html'] },
  })

type Preview = { operation: string; longest: number; formats: readonly PageFormat[] }

function addPreview(
  site: FastifyInstance,
  { limiter }: WebOptions,
  { operation, longest, formats }: Preview,
): void {
  site.post(
    '/preview',
    { config: { operation }, bodyLimit: bodyLimitFor(longest) },
    async (request, reply) => {
      const field = fieldsOf(request)
      const { user } = callerOf(request)
      await requireAllowed(limiter, `preview:${user.id}`, PREVIEWS_PER_MINUTE)
      const format = formats.find((one) => one === field('format')) ?? 'markdown'
      const text = field('text')
      if (countCodePoints(text) > longest) {
        const message = messagesOf(request).forms.problems.too_long({ limit: longest })
        throw invalidData([{ pointer: '/text', code: 'too_long', message, limit: longest }])
      }
      const html = await renderInTurn(request, () => renderToString(<Written text={text} format={format} />))
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('text/html; charset=utf-8')
        .send(html)
    },
  )
}
