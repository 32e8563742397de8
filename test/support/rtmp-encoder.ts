// An encoder that pushes a stream by RTMP, and the media of a file that it can push.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { writeAmf0 } from '../../src/features/video/streams/rtmp/amf0.ts'

export type FlvTag = { type: number; timestampMs: number; payload: Buffer }

/** The audio and video of `sample-stream/sample.flv`, in the order of the file. */
export function readSample(): FlvTag[] {
  const file = readFileSync(new URL('./sample-stream/sample.flv', import.meta.url))
  const tags: FlvTag[] = []
  for (let at = 13; at < file.length; ) {
    const length = file.readUIntBE(at + 1, 3)
    const timestampMs = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 2 ** 24
    tags.push({ type: file.readUInt8(at), timestampMs, payload: file.subarray(at + 11, at + 11 + length) })
    at += 15 + length
  }
  return tags.filter(({ type }) => type === 8 || type === 9)
}

/** A message in chunks of 128 bytes, on a chunk stream of its own for each type. */
export function rtmpMessage({ type, timestampMs, payload }: FlvTag): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(type)
  header.writeUIntBE(timestampMs, 1, 3)
  header.writeUIntBE(payload.length, 4, 3)
  header.writeUInt8(type, 7)
  header.writeUInt32LE(1, 8)
  const parts = [header, payload.subarray(0, 128)]
  for (let at = 128; at < payload.length; at += 128)
    parts.push(Buffer.of(0xc0 | type), payload.subarray(at, at + 128))
  return Buffer.concat(parts)
}

export const rtmpCommand = (...values: Parameters<typeof writeAmf0>[0]): Buffer =>
  rtmpMessage({ type: 20, timestampMs: 0, payload: writeAmf0(values) })

/** What an encoder sends until it publishes. */
export const rtmpGreeting = (server: string, key: string): Buffer =>
  Buffer.concat([
    Buffer.of(3),
    Buffer.alloc(8),
    randomBytes(1528),
    randomBytes(1536),
    rtmpCommand('connect', 1, { app: 'live', tcUrl: server }),
    rtmpCommand('releaseStream', 2, null, key),
    rtmpCommand('createStream', 4, null),
    rtmpCommand('publish', 5, null, key, 'live'),
  ])

export type Encoder = {
  socket: Socket
  /** Everything that the server has sent. */
  received(): string
  push(tags: readonly FlvTag[]): void
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
}

/** Connects to the port of a server on this machine, and publishes. With `ca`, the port has TLS. */
export function connectEncoder({ server, key, ca }: { server: string; key: string; ca?: Buffer }): Encoder {
  const port = Number(new URL(server.replace(/^rtmps?/, 'https')).port)
  const host = '127.0.0.1'
  const socket = ca ? connectTls({ host, port, ca, servername: 'localhost' }) : connectTcp({ host, port })
  let text = ''
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket
    .on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    .on('error', () => {})
    .on('close', () => resolve())
  socket.write(rtmpGreeting(server, key))
  return {
    socket,
    received: () => text,
    push: (tags) => socket.write(Buffer.concat(tags.map(rtmpMessage))),
    closed,
  }
}
