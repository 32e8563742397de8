// What stops a push altogether: an unreadable file, a wrong key, a server that cannot be reached.

/** Thrown with a message meant for the person at the terminal; the command ends with exit code 1. */
export class PushFailure extends Error {
  override name = 'PushFailure'
}
