// The password queue, in which chosen passwords are judged and hashed, and all passwords are verified. If it is too long, requests
// get the documented refusal.

import { Refusal } from '../../../kernel/changes/errors.ts'
import { type Caller, requesterOf, type Services } from '../../../kernel/changes/services.ts'
import type { Requester } from '../../../kernel/lib/security/fair-turns.ts'
import { HashQueueFull } from '../../../kernel/lib/security/hash-queue.ts'

type WithQueue = Pick<Services, 'hashes'>

/** Hashes a password that the caller chose. Throws `too_many_requests` if the wait would be too long. */
export const hashOwnPassword = ({ hashes }: WithQueue, caller: Caller, password: string): Promise<string> =>
  hashes.hash(requesterOf(caller), password).catch(refuseIfFull)

/** Whether this is the password of the caller's account. Throws like `hashOwnPassword`. */
export const verifyOwnPassword = (
  { hashes }: WithQueue,
  caller: Caller,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> => hashes.verify(requesterOf(caller), password, hash).catch(refuseIfFull)

/**
 * Verifies a sign-in; `hash` is undefined if there is no account, which the time of the answer does not reveal. Throws
 * like `hashOwnPassword`.
 */
export const verifySignIn = (
  { hashes }: WithQueue,
  requester: Requester,
  { password, hash }: { password: string; hash: string | undefined },
): Promise<boolean> => hashes.verifySignIn(requester, password, hash).catch(refuseIfFull)

/** Whether a password that the caller chose is easy to guess. Throws like `hashOwnPassword`. */
export const isEasyToGuess = (
  { hashes }: WithQueue,
  caller: Caller,
  { password, inputs }: { password: string; inputs: readonly string[] },
): Promise<boolean> => hashes.isEasyToGuess(requesterOf(caller), password, inputs).catch(refuseIfFull)

function refuseIfFull(error: unknown): never {
  if (!(error instanceof HashQueueFull)) throw error
  throw new Refusal('too_many_requests', { retryAfterSeconds: error.retryAfterSeconds })
}
