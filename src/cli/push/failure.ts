// What stops a push altogether: an unreadable file, a wrong key, a server that cannot be reached.

type Nature = {
  /** The server may have done all the same what it was asked for. */
  isUncertain?: boolean
  /** The same push may go through later. */
  isPassing?: boolean
}

/** Thrown with a message meant for the person at the terminal; the command ends with exit code 1. */
export class PushFailure extends Error {
  override name = 'PushFailure'
  readonly isUncertain: boolean
  readonly isPassing: boolean
  constructor(message: string, { isUncertain = false, isPassing = false }: Nature = {}) {
    super(message)
    this.isUncertain = isUncertain
    this.isPassing = isPassing
  }
}
