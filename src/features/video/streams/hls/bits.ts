// Reads the bits of codec configurations.
import { StreamEnd } from '../stream-end.ts'

export class Bits {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Up to 32 bits as a number. Throws StreamEnd at the end of the bytes. */
  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new StreamEnd('codec')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  skip(count: number): void {
    this.#at += count
  }

  /** A number in Exp-Golomb code (ITU-T H.264, section 9.1). */
  readUnsigned(): number {
    let zeros = 0
    while (this.read(1) === 0) zeros += 1
    if (zeros > 31) throw new StreamEnd('codec')
    return 2 ** zeros - 1 + this.read(zeros)
  }
}
