// The colors derived from the accent of a platform: everything is readable with any accent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/scenarios.ts'
import { createSite, type Site } from '../../../test/support/sites.ts'
import { TRACK_COLORS } from '../../kernel/lib/text/track-colors.ts'

const server = useApi({ store: 'sqlite' })

/** The style sheet of public pages, with the colors of an accent. */
async function sheetOf({ open }: Site, accent = '3b5bdb'): Promise<string> {
  const [, path = ''] = /href="(\/theme\/[^"]*\/site\.css)"/.exec((await open('/')).text) ?? []
  return (await open(path.replace(/[0-9a-f]{6}(?=\/site\.css$)/, accent))).text
}

/** The colors of `:root{--name:#rrggbb;…}` by name. */
async function themeOf(site: Site, accent: string): Promise<Record<string, string>> {
  const text = await sheetOf(site, accent)
  return Object.fromEntries([...text.matchAll(/(--[a-z-]+):(#[0-9a-f]{6})/g)].map((match) => match.slice(1)))
}

/** The colors of both schemes in the design tokens, by name: `--name:light-dark(#rrggbb,#rrggbb)`. */
async function tokensOf(site: Site): Promise<[name: string, light: string, dark: string][]> {
  const text = await sheetOf(site)
  return [...text.matchAll(/(--[a-z-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, light, dark],
  )
}

const isSurface = ([name]: [string, ...string[]]) => /^--surface/.test(name)

/** The surfaces in the style sheet, by color scheme. */
async function surfacesOf(site: Site): Promise<{ light: string[]; dark: string[] }> {
  const found = (await tokensOf(site)).filter(isSurface)
  expect(found).toHaveLength(3)
  return { light: found.map(([, light]) => light), dark: found.map(([, , dark]) => dark) }
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one = '', other = ''): number {
  const [a, b] = [one, other].map((color) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  })
  return Math.max((a ?? 0) / (b ?? 1), (b ?? 0) / (a ?? 1))
}

test('any accent has enough contrast with its text, and links and borders with every background, in light and dark mode', async () => {
  const site = await createSite(server)
  const surfaces = await surfacesOf(site)
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((color) => color.toString(16).padStart(6, '0'))
  const examples = ['ffee00', 'ffffff', '000000', '808080', 'f3f1ed', '1a1a1d'].map((one): [string] => [one])
  await fc.assert(
    fc.asyncProperty(hex, async (accent) => {
      const theme = await themeOf(site, accent)
      expect(theme['--accent']).toBe(`#${accent}`)
      expect(contrast(theme['--on-accent'], theme['--accent'])).toBeGreaterThanOrEqual(4.5)
      for (const scheme of ['light', 'dark'] as const)
        for (const surface of surfaces[scheme]) {
          expect(contrast(theme[`--accent-text-${scheme}`], surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(theme[`--accent-edge-${scheme}`], surface)).toBeGreaterThanOrEqual(3)
        }
    }),
    { numRuns: 500, examples },
  )
})

test('a readable accent is the color of links and borders, unchanged', async () => {
  const theme = await themeOf(await createSite(server), '0a6b49')
  expect([theme['--accent-text-light'], theme['--accent-edge-light']]).toEqual(['#0a6b49', '#0a6b49'])
})

test('text, status colors, and tracks are readable on every surface, in light and dark mode', async () => {
  const tokens = await tokensOf(await createSite(server))
  const texts = tokens.filter(([name]) => /^--(text|muted|success|warning|danger|info|track)$/.test(name))
  expect(texts.filter(([name]) => name === '--track')).toHaveLength(TRACK_COLORS)
  expect(new Set(texts.map(([name]) => name)).size).toBe(7)
  const unreadable = tokens
    .filter(isSurface)
    .flatMap(([surface, light, dark]) =>
      texts
        .filter((text) => Math.min(contrast(text[1], light), contrast(text[2], dark)) < 4.5)
        .map(([name]) => [name, surface]),
    )
  expect(unreadable).toEqual([])
  const soft = (name: string) => tokens.find(([other]) => other === `${name}-soft`)
  const onOwnGround = texts.flatMap(([name, light, dark]) => {
    const [, softLight, softDark] = soft(name) ?? []
    if (softLight === undefined) return []
    return [[name, Math.min(contrast(light, softLight), contrast(dark, softDark)) >= 4.5]]
  })
  expect(onOwnGround).toEqual(['--success', '--warning', '--danger', '--info'].map((name) => [name, true]))
})
