// The error for reading an object that storage does not have.

export class MissingObject extends Error {
  override readonly name = 'MissingObject'
  constructor(object: string, options?: ErrorOptions) {
    super(`The storage has no ${object}.`, options)
  }
}
