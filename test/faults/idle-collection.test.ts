// An idle process gives back memory that it no longer uses.
import { expect, test } from 'vitest'
import { startIdleCollection } from '../../src/kernel/jobs/idle-collection.ts'
import { waitUntil } from '../support/until.ts'

const MEGABYTE = 1024 * 1024
const bufferMegabytes = () => process.memoryUsage().arrayBuffers / MEGABYTE

/** Buffers that nothing refers to when this returns. */
function leaveGarbage(megabytes: number): void {
  const buffers = Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE, 1))
  if (buffers.length !== megabytes) throw new Error('Not enough garbage.')
}

test('garbage is collected when the process is idle', async () => {
  leaveGarbage(64)
  const before = bufferMegabytes()
  expect(before).toBeGreaterThan(40)
  const collection = startIdleCollection({ everyMs: 50, firstMs: 50 })
  await waitUntil(
    async () => bufferMegabytes(),
    (megabytes) => megabytes < before - 40,
  )
  collection.close()
})
