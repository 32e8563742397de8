// Compression of responses: Brotli for browsers, gzip for clients without it.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

/** The content codings, in order of preference. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Pages are a fifth smaller than with gzip, at 1.5 times the CPU time. Higher qualities hardly save more. */
const BROTLI_QUALITY = 6

/** `isOnce` is set for content that is compressed once and sent many times. */
export const compress = (content: Buffer, coding: Coding, { isOnce = false } = {}): Promise<Buffer> =>
  coding === 'gzip'
    ? packGzip(content, isOnce ? { level: constants.Z_BEST_COMPRESSION } : {})
    : packBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      })

/** The coding of a response, or undefined for clients that accept none. */
export const codingFor = (request: FastifyRequest): Coding | undefined =>
  codings.find((coding) => accepts(request, coding))

const patterns: Record<Coding, RegExp> = { br: patternOf('br'), gzip: patternOf('gzip') }

/** Whether the client accepts a content coding (RFC 9110, section 12.5.3, as far as browsers use it). */
export const accepts = ({ headers }: FastifyRequest, coding: Coding): boolean =>
  patterns[coding].test(String(headers['accept-encoding'] ?? ''))

function patternOf(coding: Coding): RegExp {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i')
}
