// Response bodies that are written while they are read.
import { Readable, type ReadableOptions } from 'node:stream'

/**
 * A body of texts, as bytes. With texts, the response would never end if one has more bytes than the buffer of the response, but
 * not more characters than that of the socket: Node then waits for the socket, which counts characters and has nothing to say.
 */
export const bodyStream = (parts: AsyncIterable<string | Buffer>, options: ReadableOptions = {}): Readable =>
  Readable.from(bytesOf(parts), options)

async function* bytesOf(parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}
