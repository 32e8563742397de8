// What reading an object from storage throws if there is none with its name.

export class MissingObject extends Error {
  override readonly name = 'MissingObject'
  constructor(object: string, options?: ErrorOptions) {
    super(`The storage has no ${object}.`, options)
  }
}
