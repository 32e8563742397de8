// An error that stops the whole push, such as an unreadable file, a wrong API key, or an unreachable server.

import { ImportFailure } from '../file/failure.ts'

type Nature = {
  /** The server may have applied the push anyway. */
  isUncertain?: boolean
  /** The same push may succeed later. */
  isPassing?: boolean
  /** The reason the push needs --confirm. */
  needsConfirm?: string | undefined
  /** The key with which the server returns the result of the push. */
  idempotencyKey?: string | undefined
}

/** The message is shown to the user. The command ends with exit code 1, or 2 if the push needs confirmation. */
export class PushFailure extends Error {
  override name = 'PushFailure'
  readonly isUncertain: boolean
  readonly isPassing: boolean
  readonly needsConfirm: string | undefined
  readonly idempotencyKey: string | undefined
  constructor(message: string, nature: Nature = {}) {
    super(message)
    const { isUncertain = false, isPassing = false, needsConfirm, idempotencyKey } = nature
    this.idempotencyKey = idempotencyKey
    this.needsConfirm = needsConfirm
    this.isUncertain = isUncertain
    this.isPassing = isPassing
  }
}

/**
 * Turns the error of a file that cannot be read into a PushFailure, too.
 * @throws any other error.
 */
export function asPushFailure(error: unknown): PushFailure {
  if (error instanceof ImportFailure) return new PushFailure(error.message)
  if (error instanceof PushFailure) return error
  throw error
}
