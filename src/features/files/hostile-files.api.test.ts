// Hostile files: what is served of them is made by us, and nothing crashes.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hostileFiles, PLACE, SCRIPT, uploadAll } from '../../../test/support/hostile-files.ts'
import { pdf } from '../../../test/support/pictures.ts'
import { startPlatform } from '../../../test/support/shared-servers.ts'
import { parsePicturePath } from '../../kernel/lib/web/file-paths.ts'
import { namesOfFile } from '../../kernel/lib/web/picture-sizes.ts'

test('nothing of hostile files is served as it was sent', async () => {
  const { send, sendTo } = await startPlatform()
  const served = await uploadAll(send, await hostileFiles())
  for (const [{ name, bytes: sent }, path] of served) {
    expect(parsePicturePath(path), name).toBeDefined()
    for (const each of namesOfFile(path)) {
      const { status, headers, bytes } = await sendTo('GET', `/files/${each}`, { key: null })
      expect([status, headers['x-content-type-options'], headers['content-security-policy']], name).toEqual([
        200,
        'nosniff',
        "default-src 'none'; sandbox",
      ])
      expect(bytes.equals(sent), name).toBe(false)
      for (const text of [PLACE, SCRIPT, '<script', '%PDF', 'GPS'])
        expect(bytes.includes(text), name).toBe(false)
      const { format, width = 0, exif } = await sharp(bytes).metadata()
      expect([format, width <= 1600, exif], name).toEqual([
        each.endsWith('avif') ? 'heif' : 'webp',
        true,
        undefined,
      ])
    }
  }
  // It still works.
  const raw = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  expect((await send('POST', '/files', { raw, headers: { 'content-type': 'image/png' } })).status).toBe(201)
  expect(
    (
      await send('POST', '/files', {
        raw: pdf('fine'),
        headers: { 'content-type': 'application/pdf' },
      })
    ).status,
  ).toBe(201)
})
