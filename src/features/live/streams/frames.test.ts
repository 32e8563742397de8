import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { GZIP_HEADER, HEARTBEAT, SharedFrame, storedBlocks } from './frames.ts'

const decode = (...blocks: Buffer[]) =>
  gunzipSync(Buffer.concat([GZIP_HEADER, ...blocks]), { finishFlush: constants.Z_SYNC_FLUSH }).toString()

test('shared and own blocks make one gzip stream, in any order', () => {
  const shared = new SharedFrame(`data: ${'The keynote begins. '.repeat(50)}\n\n`)
  const own = 'data: für Sie allein\n\n'
  const long = `data: ${'x'.repeat(200_000)}\n\n`

  expect(
    decode(
      storedBlocks(Buffer.from(own)),
      shared.compressed,
      HEARTBEAT.compressed,
      shared.compressed,
      storedBlocks(Buffer.from(long)),
      shared.compressed,
    ),
  ).toBe([own, shared.plain, ':\n\n', shared.plain, long, shared.plain].join(''))
})

test('each block is readable as soon as it arrives', () => {
  expect(decode(HEARTBEAT.compressed)).toBe(':\n\n')
  expect(decode(storedBlocks(Buffer.from('retry: 500\n\n')))).toBe('retry: 500\n\n')
})

test('shared frames are compressed, own ones are not', () => {
  const text = 'data: one event after another\n\n'.repeat(100)

  expect(new SharedFrame(text).compressed.length).toBeLessThan(text.length / 10)
  expect(storedBlocks(Buffer.from(text)).length).toBeGreaterThan(text.length)
})
