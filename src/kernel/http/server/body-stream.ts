// Response bodies that are written while they are read.
import { Readable, type ReadableOptions } from 'node:stream'

/**
 * A body of texts, as bytes. If texts were written as they are, a response could wait forever: Node waits for the socket to drain
 * after a text with more bytes than the buffer holds, but the socket counts characters, so it may not be full and never drains.
 */
export const bodyStream = (parts: AsyncIterable<string | Buffer>, options: ReadableOptions = {}): Readable =>
  Readable.from(bytesOf(parts), options)

async function* bytesOf(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}
