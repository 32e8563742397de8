// Newline-delimited JSON: reads a stream line by line, keeping only the current line in memory.
import type { Readable } from 'node:stream'

export const NDJSON = 'application/x-ndjson'
const NEWLINE = 0x0a

/** `number` starts at 1 and counts blank lines. `content` is undefined if the line is too long. */
export type Line = { number: number; content: Buffer | undefined }

/**
 * Yields the lines completed by each chunk of the stream, without blank ones. The rest of a line that is too long is
 * dropped as it arrives.
 */
export async function* linesOf(stream: Readable, maxBytes: number): AsyncGenerator<Line[]> {
  const lines = new LineReader(maxBytes)
  for await (const piece of stream as AsyncIterable<Buffer>) yield lines.read(piece)
  yield lines.end()
}

class LineReader {
  readonly #maxBytes: number
  #number = 1
  #parts: Buffer[] = []
  #bytes = 0
  #lines: Line[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  read(piece: Buffer): Line[] {
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      this.#add(piece.subarray(start, end))
      this.#endLine()
      start = end + 1
    }
    this.#add(piece.subarray(start))
    return this.#taken()
  }

  /** The last line. It needs no newline. */
  end(): Line[] {
    this.#endLine()
    return this.#taken()
  }

  /** Reports a line as soon as it is too long, without waiting for its end. */
  #add(part: Buffer): void {
    const wasTooLong = this.#bytes > this.#maxBytes
    this.#bytes += part.length
    if (this.#bytes <= this.#maxBytes) this.#parts.push(part)
    else if (!wasTooLong) {
      this.#parts = []
      this.#lines.push({ number: this.#number, content: undefined })
    }
  }

  #endLine(): void {
    const content = Buffer.concat(this.#parts)
    if (isFilled(content)) this.#lines.push({ number: this.#number, content })
    this.#number += 1
    this.#parts = []
    this.#bytes = 0
  }

  #taken(): Line[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }
}

const isFilled = (content: Buffer) => content.some((byte) => byte !== 0x20 && byte !== 0x0d && byte !== 0x09)
