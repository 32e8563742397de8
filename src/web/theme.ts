// The colours of a platform, as a style sheet of its own: nothing is inline, so the policy need not allow it.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../domain/errors.ts'
import type { PlatformSettings } from '../schema/platform.ts'

/** The address of the style sheet of an accent colour. */
export const themePath = ({ accent }: Pick<PlatformSettings, 'accent'>): string =>
  `/theme/${accent.slice(1)}.css`

/** Black or white, whichever is read more easily on the colour (WCAG 2.2, relative luminance). */
export function textOn(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

export const themeRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { file: string } }>(
    '/theme/:file',
    { config: { operation: 'readTheme' }, schema: { hide: true } },
    async (request, reply) => {
      const [, color] = /^([0-9a-f]{6})\.css$/i.exec(request.params.file) ?? []
      if (color === undefined) throw new Refusal('not_found')
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(`:root{--accent:#${color};--on-accent:${textOn(`#${color}`)}}\n`)
    },
  )
}
