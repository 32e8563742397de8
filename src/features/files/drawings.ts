// Pictures that the picture process draws itself: cards of pages for social networks, and the icon of a platform.
import { fileURLToPath } from 'node:url'
import type { OverlayOptions, Sharp, default as sharp } from 'sharp'
import { programFile } from '../../kernel/lib/program-files.ts'
import { isRightToLeft } from '../../kernel/lib/text/bidi.ts'

type Library = typeof sharp

/** The name and color of a platform, and its logo if that is one of its own files. */
type Brand = { name: string; color: string; logo?: Uint8Array | undefined }
export type Card = Brand & { kind: 'card'; title: string; lines: readonly string[] }
/** `picture` is the platform's own icon. Without it, the logo or the first letter of the name is drawn. */
export type Icon = Brand & {
  kind: 'icon'
  side: number
  onColor: string
  picture?: Uint8Array | undefined
}
export type Drawing = Card | Icon

/** The size that social networks recommend (ogp.me names none). */
const CARD_SIZE = { width: 1200, height: 630 }
const MARGIN = 80
const BAR = 24
const TITLE = { top: 88, maxHeight: 290, sizes: [84, 68, 56, 46] }
const LINE = { size: 34, maxHeight: 90, gap: 20 }
const FOOT = { size: 30, maxHeight: 64, bottom: 56 }

// `--surface`, `--text`, and `--muted` of tokens.css, in the light scheme.
const SURFACE = '#fbfaf8'
const TEXT = '#1b1a1f'
const MUTED = '#5d5b64'

export function draw(library: Library, drawing: Drawing): Promise<Buffer> {
  return drawing.kind === 'card' ? drawCard(library, drawing) : drawIcon(library, drawing)
}

async function drawCard(library: Library, { title, lines, name, color, logo }: Card): Promise<Buffer> {
  const { width, height } = CARD_SIZE
  const layers: OverlayOptions[] = [
    { input: { create: { width: BAR, height, channels: 3, background: color } }, left: 0, top: 0 },
  ]
  const place = ({ data, info }: Drawn, text: string, top: number) => {
    const left = isRightToLeft(text) ? width - MARGIN - info.width : MARGIN
    layers.push({ input: data, left, top })
    return top + info.height
  }
  const heading = await drawTitle(library, title)
  let top = place(heading, title, TITLE.top) + 2 * LINE.gap
  for (const [index, line] of lines.entries()) {
    const style = { size: LINE.size, isBold: false, color: index === 0 ? TEXT : MUTED }
    top = place(await drawText(library, line, { ...style, maxHeight: LINE.maxHeight }), line, top) + LINE.gap
  }
  const foot = logo
    ? await fitted(library, logo, { width: 400, height: FOOT.maxHeight })
    : await drawText(library, name, { ...FOOT, isBold: true, color })
  place(foot, logo ? '' : name, height - FOOT.bottom - foot.info.height)
  return library({ create: { width, height, channels: 3, background: SURFACE } })
    .composite(layers)
    .png({ palette: true })
    .toBuffer()
}

/** Draws the title in the largest size that fits. */
async function drawTitle(library: Library, title: string): Promise<Drawn> {
  const { sizes, maxHeight } = TITLE
  for (const size of sizes.slice(0, -1)) {
    const drawn = await drawText(library, title, { size, isBold: true, color: TEXT })
    if (drawn.info.height <= maxHeight) return drawn
  }
  return drawText(library, title, { size: sizes.at(-1) ?? 0, isBold: true, color: TEXT, maxHeight })
}

async function drawIcon(
  library: Library,
  { name, side, color, onColor, logo, picture }: Icon,
): Promise<Buffer> {
  if (picture) return library(picture).resize(side, side, { fit: 'cover' }).png().toBuffer()
  const inner = Math.round(side * 0.6)
  const letter = [...name.trim()][0]?.toLocaleUpperCase('en') ?? ''
  const { data } = logo
    ? await fitted(library, logo, { width: inner, height: inner })
    : await drawText(library, letter, { size: inner, isBold: true, color: onColor, maxHeight: side })
  return library({ create: { width: side, height: side, channels: 3, background: logo ? SURFACE : color } })
    .composite([{ input: data, gravity: 'center' }])
    .png({ palette: true })
    .toBuffer()
}

type Drawn = { data: Buffer; info: { width: number; height: number } }
type Style = { size: number; isBold: boolean; color: string; maxHeight?: number }

const fontPath = (isBold: boolean) =>
  fileURLToPath(programFile(`../dist/libraries/onest-${isBold ? 'bold' : 'medium'}.ttf`))

/** Draws text that is at most as wide as a card. Characters that the font lacks come from the fonts of the system. */
async function drawText(
  library: Library,
  text: string,
  { size, isBold, color, maxHeight }: Style,
): Promise<Drawn> {
  const drawn = library({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `Onest ${isBold ? 'Bold' : 'Medium'} ${size}`,
      fontfile: fontPath(isBold),
      width: CARD_SIZE.width - 2 * MARGIN,
      // At 72 dpi, sizes are in pixels instead of points.
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
  const whole = await toLayer(drawn)
  if (maxHeight === undefined || whole.info.height <= maxHeight) return whole
  return toLayer(library(whole.data).extract({ left: 0, top: 0, width: whole.info.width, height: maxHeight }))
}

const fitted = (library: Library, picture: Uint8Array, size: { width: number; height: number }) =>
  toLayer(library(picture).resize({ ...size, fit: 'inside' }))

const toLayer = (picture: Sharp): Promise<Drawn> => picture.png().toBuffer({ resolveWithObject: true })

// biome-ignore lint/suspicious/noControlCharactersInRegex: markup must not contain them.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

const escapeMarkup = (text: string): string =>
  text.replace(CONTROLS, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
