// An error that stops the whole push, such as an unreadable file, a wrong API key, or an unreachable server.

type Nature = {
  /** The server may have applied the push anyway. */
  isUncertain?: boolean
  /** The same push may succeed later. */
  isPassing?: boolean
}

/** The message is shown to the user, and the command ends with exit code 1. */
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
