// The pictures of the demo, as the first start stores them. Run by hand after a change of a drawing:
// `node scripts/demo-pictures/make.ts`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { FACE, LOGO, pictureFile } from '../../src/demo/pictures.ts'
import { type PictureFormat, type PictureSize, pictureFormats } from '../../src/kernel/lib/web/file-paths.ts'
import { pictureSizes } from '../../src/kernel/lib/web/picture-sizes.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { drawLogo, logos } from './logos.ts'
import { looks } from './looks.ts'
import { drawPortrait } from './portrait.ts'

const FOLDER = join(import.meta.dirname, '../../src/demo/pictures')
const FONT = '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2'

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
for (const [key, look] of Object.entries(looks)) await write(key, Buffer.from(drawPortrait(look)), FACE)
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: LOGO })
  for (const [key, logo] of Object.entries(logos)) await write(key, await shoot(page, drawLogo(logo)), LOGO)
} finally {
  await browser.close()
}

/** A browser draws the typeface; `sharp` knows only those of the system. */
async function shoot(page: Page, drawing: string): Promise<Buffer> {
  const font = readFileSync(createRequire(import.meta.url).resolve(FONT)).toString('base64')
  const face = `@font-face{font-family:Onest;font-weight:100 900;src:url(data:font/woff2;base64,${font})}`
  await page.setContent(`<style>${face}body{margin:0}</style>${drawing}`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}

async function write(key: string, picture: Buffer, largest: PictureSize): Promise<void> {
  for (const size of pictureSizes(largest))
    for (const format of pictureFormats) {
      const resized = sharp(picture).resize({ ...size, fit: 'fill' })
      writeFileSync(pictureFile(key, size, format), await encode(resized, format))
    }
}

function encode(picture: Sharp, format: PictureFormat): Promise<Buffer> {
  return (
    format === 'avif' ? picture.avif({ quality: 55, effort: 6 }) : picture.webp({ quality: 80, effort: 6 })
  ).toBuffer()
}
