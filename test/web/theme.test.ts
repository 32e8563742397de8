// The colors derived from the accent of a platform: everything is readable with any accent.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApi } from '../support/scenarios.ts'
import { createSite, type Site } from '../support/sites.ts'

const server = useApi({ store: 'sqlite' })

/** The colors of `:root{--name:#rrggbb;…}` by name. */
async function themeOf({ open }: Site, accent: string): Promise<Record<string, string>> {
  const { text } = await open(`/theme/${accent}.css`)
  return Object.fromEntries([...text.matchAll(/(--[a-z-]+):(#[0-9a-f]{6})/g)].map((match) => match.slice(1)))
}

/** The background colors in the style sheet, by color scheme. */
async function groundsOf({ open }: Site): Promise<{ light: string[]; dark: string[] }> {
  const [, sheet = ''] = /href="([^"]*\/base\.css)"/.exec((await open('/')).text) ?? []
  const { text } = await open(sheet)
  const found = [
    ...text.matchAll(/--(?:ground|raised|sunken): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
  ]
  expect(found).toHaveLength(3)
  return { light: found.map(([, light = '']) => light), dark: found.map(([, , dark = '']) => dark) }
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
  const grounds = await groundsOf(site)
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((color) => color.toString(16).padStart(6, '0'))
  const examples = ['ffee00', 'ffffff', '000000', '808080', 'f1f1ec', '1f2125'].map((one): [string] => [one])
  await fc.assert(
    fc.asyncProperty(hex, async (accent) => {
      const theme = await themeOf(site, accent)
      expect(theme['--accent']).toBe(`#${accent}`)
      expect(contrast(theme['--on-accent'], theme['--accent'])).toBeGreaterThanOrEqual(4.5)
      for (const scheme of ['light', 'dark'] as const)
        for (const ground of grounds[scheme]) {
          expect(contrast(theme[`--link-${scheme}`], ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(theme[`--edge-${scheme}`], ground)).toBeGreaterThanOrEqual(3)
        }
    }),
    { numRuns: 500, examples },
  )
})

test('a readable accent is the color of links and borders, unchanged', async () => {
  const theme = await themeOf(await createSite(server), '0a6b49')
  expect([theme['--link-light'], theme['--edge-light']]).toEqual(['#0a6b49', '#0a6b49'])
})
