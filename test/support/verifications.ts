// Which password hashes a call verifies.
import type { HashQueue } from '../../src/lib/security/hash-queue.ts'

/** The hashes, in order. */
export async function recordVerified(hashes: HashQueue, call: () => Promise<unknown>): Promise<string[]> {
  const { verify } = hashes
  const verified: string[] = []
  hashes.verify = (requester, password, hash) => {
    verified.push(hash)
    return verify.call(hashes, requester, password, hash)
  }
  try {
    await call()
  } finally {
    hashes.verify = verify
  }
  return verified
}
