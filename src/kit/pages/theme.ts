// The colors of a platform as part of its style sheets, so that the security policy need not allow inline styles.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { StaticFile } from '../../kernel/http/server/static-files.ts'
import { once } from '../../kernel/lib/data/once.ts'
import { bundleTexts } from './assets.ts'

const SHEET = 'text/css; charset=utf-8'
const hashes = once(
  () => new Map([...bundleTexts()].map(([name, text]) => [name, new StaticFile(text, SHEET).hash])),
)
/** Number of compressed sheets kept in memory. */
const MAX_KEPT = 64
const kept = new Map<string, StaticFile>()

/** The address of a bundle of style sheets with the colors of a platform. */
export const themedPath = (name: string, { accent }: { accent: string }): string =>
  `/theme/${hashes().get(name)}/${accent.slice(1)}/${name}`

const BLACK = '#000000'
const WHITE = '#ffffff'

/** Black or white, whichever has more contrast on the color (`#rrggbb`). */
export const textOn = (color: string): typeof BLACK | typeof WHITE =>
  contrast(color, WHITE) > contrast(color, BLACK) ? WHITE : BLACK

// The surface of each scheme in `tokens.css` that is closest to the text color.
const LIGHT_SURFACE = '#f3f1ed'
const DARK_SURFACE = '#1a1a1d'
// WCAG 2.2, success criteria 1.4.3 (text) and 1.4.11 (edges of controls).
const OF_TEXT = 4.5
const OF_EDGES = 3

/**
 * The custom properties for an accent color (`#rrggbb`): the text on it, and links and edges for light and dark
 * backgrounds.
 */
const themeOf = (accent: string): Record<string, string> => ({
  '--accent': accent,
  '--on-accent': textOn(accent),
  '--accent-text-light': mixed(accent, BLACK, LIGHT_SURFACE, OF_TEXT),
  '--accent-text-dark': mixed(accent, WHITE, DARK_SURFACE, OF_TEXT),
  '--accent-edge-light': mixed(accent, BLACK, LIGHT_SURFACE, OF_EDGES),
  '--accent-edge-dark': mixed(accent, WHITE, DARK_SURFACE, OF_EDGES),
})

const STEPS = 50

/** The color mixed with as little of the other one as reaches the contrast to the background. */
function mixed(color: string, other: string, ground: string, least: number): string {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(color, other, step / STEPS)
    if (contrast(candidate, ground) >= least) return candidate
  }
  return other
}

const mix = (color: string, other: string, share: number): string => {
  const others = channelsOf(other)
  const channels = channelsOf(color).map((channel, at) => channel + ((others[at] ?? 0) - channel) * share)
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** From 0 to 1 (WCAG 2.2, relative luminance). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => linear(channel / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** A browser requests each version of a sheet once. */
export const themeRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { hash: string; accent: string; name: string } }>(
    '/theme/:hash/:accent/:name',
    { config: { operation: 'readTheme' }, schema: { hide: true } },
    async (request, reply) => {
      const { hash, accent, name } = request.params
      if (hash !== hashes().get(name) || !/^[0-9a-f]{6}$/i.test(accent)) throw new Refusal('not_found')
      return themedSheet(name, `#${accent.toLowerCase()}`).send(request, reply)
    },
  )
}

/** `accent` is `#rrggbb`. */
function themedSheet(name: string, accent: string): StaticFile {
  const key = `${name} ${accent}`
  const known = kept.get(key)
  if (known) return known
  const [oldest] = kept.keys()
  if (kept.size === MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  const sheet = new StaticFile(`${bundleTexts().get(name)}\n${colorsOf(accent)}`, SHEET)
  kept.set(key, sheet)
  return sheet
}

const colorsOf = (accent: string): string => {
  const properties = Object.entries(themeOf(accent)).map(([name, value]) => `${name}:${value}`)
  return `:root{${properties.join(';')}}\n`
}
