// Logos of the fictional sponsors of the demo: a mark, and the name in the typeface of the product.
import { LOGO } from '../../src/demo/pictures.ts'
import type { SponsorKey } from '../../src/demo/sponsors.ts'

/** In lines. Marks are 100 units wide and high. */
type Logo = { name: readonly string[]; weight: number; color: string; mark: string; isSpaced?: true }

export const logos: Record<SponsorKey, Logo> = {
  'brass-otter': {
    name: ['The Brass Otter', 'Foundry'],
    weight: 700,
    color: '#6d470e',
    mark: '<path d="M50 6c24 0 40 18 40 42 0 30-18 46-40 46S10 78 10 48C10 24 26 6 50 6z" fill="#b8862b"/><circle cx="20" cy="20" r="11" fill="#8a5a14"/><circle cx="80" cy="20" r="11" fill="#8a5a14"/><ellipse cx="50" cy="66" rx="26" ry="20" fill="#f3dca8"/><circle cx="34" cy="42" r="5" fill="#3a2608"/><circle cx="66" cy="42" r="5" fill="#3a2608"/><path d="M42 57h16l-8 9z" fill="#3a2608"/><path d="M50 66v6m0 0q-8 8-14 2m14-2q8 8 14 2" stroke="#3a2608" stroke-width="3.5" fill="none" stroke-linecap="round"/>',
  },
  'paper-lighthouse': {
    name: ['Paper', 'Lighthouse'],
    weight: 600,
    color: '#1f4e8c',
    mark: '<path d="M38 34h24l8 60H30z" fill="#1f4e8c"/><path d="M50 34h12l8 60H50z" fill="#16396a"/><path d="M36 16h28v18H36z" fill="#f5b83d"/><path d="M50 2l18 14H32z" fill="#16396a"/><path d="M64 18l34-10v32L64 31z" fill="#f5b83d" opacity=".45"/><path d="M36 18L2 8v32l34-9z" fill="#f5b83d" opacity=".45"/>',
  },
  'ninefold-kettle': {
    name: ['ninefold', 'kettle'],
    weight: 800,
    color: '#a3341f',
    mark: '<path d="M18 52c0-18 14-28 32-28s32 10 32 28l6 36c1 4-2 6-6 6H18c-4 0-7-2-6-6z" fill="#a3341f"/><path d="M82 54l16-14-6 34z" fill="#a3341f"/><path d="M24 30C26 8 74 8 76 30" fill="none" stroke="#74230f" stroke-width="7"/><circle cx="50" cy="22" r="5" fill="#74230f"/><g fill="#f6d9c9"><circle cx="34" cy="50" r="4"/><circle cx="50" cy="50" r="4"/><circle cx="66" cy="50" r="4"/><circle cx="34" cy="64" r="4"/><circle cx="50" cy="64" r="4"/><circle cx="66" cy="64" r="4"/><circle cx="34" cy="78" r="4"/><circle cx="50" cy="78" r="4"/><circle cx="66" cy="78" r="4"/></g>',
  },
  'tuesday-orchard': {
    name: ['Tuesday', 'Orchard'],
    weight: 500,
    color: '#35560f',
    mark: '<path d="M50 30c14-12 42-6 42 24 0 26-20 42-32 40-6-1-14-1-20 0C28 96 8 80 8 54c0-30 28-36 42-24z" fill="#5f9426"/><path d="M50 30c14-12 42-6 42 24 0 26-20 42-32 40-4 0-6-1-10-1z" fill="#4d7a1e"/><path d="M50 30C48 18 52 10 60 4" stroke="#4a3216" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M56 16c8-12 24-12 30-8-4 10-18 16-30 8z" fill="#8fc04d"/>',
  },
  'gantry-moss': {
    name: ['GANTRY', '& MOSS'],
    weight: 650,
    isSpaced: true,
    color: '#35524a',
    mark: '<path d="M6 18h88M6 34h88" stroke="#35524a" stroke-width="6"/><path d="M6 34l16-16 16 16 16-16 16 16 16-16 8 8" stroke="#35524a" stroke-width="4" fill="none"/><path d="M16 34v60M84 34v60" stroke="#35524a" stroke-width="8"/><path d="M38 34v16h24V34" fill="none" stroke="#35524a" stroke-width="4"/><circle cx="50" cy="62" r="13" fill="#7fa65a"/><circle cx="38" cy="70" r="9" fill="#94b96d"/><circle cx="62" cy="71" r="10" fill="#6b9149"/>',
  },
  'second-pencil': {
    name: ['second', 'pencil'],
    weight: 700,
    color: '#5c4300',
    mark: '<g transform="rotate(45 50 50)"><path d="M38 -4h24v76l-12 26-12-26z" fill="#e6a117"/><path d="M50 -4h12v76l-12 26z" fill="#c98708"/><path d="M38 72h24l-12 26z" fill="#f3d9ae"/><path d="M45 87h10l-5 11z" fill="#2b2320"/><path d="M38 -4h24v12H38z" fill="#d66a5c"/><path d="M38 8h24v7H38z" fill="#b9bcc2"/></g>',
  },
  oxbow: {
    name: ['Oxbow', 'Clockworks'],
    weight: 450,
    color: '#43365a',
    mark: '<circle cx="50" cy="50" r="44" fill="none" stroke="#5a4a78" stroke-width="8"/><path d="M20 64c10-34 22-34 30-14s20 20 30-14" fill="none" stroke="#a08fc4" stroke-width="9" stroke-linecap="round"/><path d="M50 50V20M50 50l18 10" stroke="#2f2542" stroke-width="6" stroke-linecap="round"/><circle cx="50" cy="50" r="6" fill="#2f2542"/>',
  },
  larkhaven: {
    name: ['Public Library', 'of Larkhaven'],
    weight: 600,
    color: '#26313f',
    mark: '<path d="M50 26C38 16 20 14 6 18v62c14-4 32-2 44 8z" fill="#3f6d8e"/><path d="M50 26c12-10 30-12 44-8v62c-14-4-32-2-44 8z" fill="#2d5270"/><path d="M62 12c10-8 22-6 28 0-8 0-10 4-14 10-6 8-18 6-20-2 4 0 4-4 6-8z" fill="#e6a117"/><path d="M16 34q14-2 24 4M16 48q14-2 24 4M16 62q14-2 24 4" stroke="#d6e6f0" stroke-width="3.5" fill="none" stroke-linecap="round"/>',
  },
}

const MARK = 190
const TYPE = 76
const GAP = 36
/** As a share of the type size, about right for Onest. */
const LETTER = 0.56

/** A drawing on a transparent background; the typeface must be there as `Onest`. */
export function drawLogo({ name, weight, color, mark, isSpaced }: Logo): string {
  const longest = Math.max(...name.map(({ length }) => length))
  const spacing = isSpaced ? 0.12 : -0.015
  const size = Math.min(TYPE, (LOGO.width - 40 - MARK - GAP) / (longest * (LETTER + spacing)))
  const width = MARK + GAP + longest * size * (LETTER + spacing)
  const left = Math.max(20, (LOGO.width - width) / 2)
  const lines = name.map((line, i) => {
    const y = LOGO.height / 2 + size * 0.34 + (i - (name.length - 1) / 2) * size * 1.12
    return `<text x="${left + MARK + GAP}" y="${y}">${line.replace('&', '&amp;')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO.width} ${LOGO.height}" width="${LOGO.width}" height="${LOGO.height}">
<svg x="${left}" y="${(LOGO.height - MARK) / 2}" width="${MARK}" height="${MARK}" viewBox="0 0 100 100">${mark}</svg>
<g font-family="Onest" font-weight="${weight}" font-size="${size}" letter-spacing="${spacing * size}" fill="${color}">${lines.join('')}</g>
</svg>`
}
