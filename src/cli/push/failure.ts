// What stops a push altogether: an unreadable file, a wrong key, a server that cannot be reached.

/**
 * Thrown with a message meant for the person at the terminal; the command ends with exit code 1. `isUncertain`
 * where the server may have done all the same what it was asked for.
 */
export class PushFailure extends Error {
  override name = 'PushFailure'
  readonly isUncertain: boolean
  constructor(message: string, isUncertain = false) {
    super(message)
    this.isUncertain = isUncertain
  }
}
