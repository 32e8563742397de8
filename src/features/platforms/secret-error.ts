// A secret that does not belong to the store. It ends every command that needs the secret.
const IS_LOST = 'docs/operations.md says what to do if it is lost.'
const PROBLEMS = {
  missing: `is missing: this store needs the one that it was set up with. ${IS_LOST}`,
  other: `is not the secret of this store. ${IS_LOST}`,
  unneeded: 'must not be set: this store uses a secret that it has generated.',
}

/** The secret cannot be used with this store. The message is one line. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  constructor(problem: keyof typeof PROBLEMS) {
    super(`LECTERN_SECRET ${PROBLEMS[problem]}`)
  }
}
