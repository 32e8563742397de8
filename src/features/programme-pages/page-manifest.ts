// The web app manifest (W3C), with which visitors add the site to their home screen.
import type { FastifyPluginAsync } from 'fastify'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { MANIFEST_PATH } from '../../kit/site/site-urls.ts'
import { ICON_SIDES } from './page-cards.ts'

// `--surface` of tokens.css.
const LIGHT = '#fbfaf8'
const DARK = '#121214'

export const manifestRoutes: FastifyPluginAsync<WebOptions> = async (site, { publicPages }) => {
  publicPages.route(site, MANIFEST_PATH, { operation: 'manifest', isFeed: true }, async (request) => {
    const { name, settings } = request.visit.platform
    const surface = settings.scheme === 'dark' ? DARK : LIGHT
    return {
      content: JSON.stringify({
        ...{ id: '/', start_url: '/', scope: '/', name, short_name: name },
        ...(settings.tagline ? { description: settings.tagline } : {}),
        // Includes a back button, which the site relies on.
        display: 'minimal-ui',
        background_color: surface,
        theme_color: surface,
        icons: ICON_SIDES.map((side) => ({
          src: `/icon-${side}.png`,
          sizes: `${side}x${side}`,
          type: 'image/png',
        })),
      }),
      type: 'application/manifest+json; charset=utf-8',
    }
  })
}
