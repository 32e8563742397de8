// RTMP of encoders and sources: values, chunks, and connections, also with hostile bytes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readSample,
  rtmpCommand,
  rtmpGreeting,
  rtmpMessage,
} from '../../../../../test/support/rtmp-encoder.ts'
import { fuzzRtmp } from '../../../../../test/support/rtmp-fuzz.ts'
import { type EndReason, StreamEnd } from '../stream-end.ts'
import { readAmf0, writeAmf0 } from './amf0.ts'
import { ByteFeed } from './byte-feed.ts'
import { type Message, readMessages, writeMessage } from './chunks.ts'
import { Playing } from './playing.ts'
import { Publishing, type PublishRequest } from './publishing.ts'

const SERVER = 'rtmps://events.example.org:1935/live'

describe('values', () => {
  test('are read as they were written', () => {
    const name = fc.string({ maxLength: 20 }).filter((text) => text !== '')
    const simple = fc.oneof(fc.double({ noNaN: true }), fc.string({ maxLength: 40 }))
    fc.assert(
      fc.property(
        fc.array(fc.oneof(simple, fc.constant(null), fc.dictionary(name, simple, { maxKeys: 5 })), {
          maxLength: 6,
        }),
        (values) => {
          const expected = values.map((value) =>
            typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : value,
          )
          expect(readAmf0(writeAmf0(values))).toEqual(expected)
        },
      ),
    )
  })

  test.each([
    ['a text that is longer than the bytes', '02ffff61'],
    ['an array that claims four billion members', '0affffffff'],
    ['objects that are nested deeply', '03000161'.repeat(20)],
    ['an unknown type', '42'],
  ])('%s is malformed', (_name, hex) => {
    expect(() => readAmf0(Buffer.from(hex, 'hex'))).toThrow(StreamEnd)
  })
})

const fromHex = (parts: readonly string[]): Buffer => Buffer.from(parts.join(''), 'hex')

/** Reads messages from bytes that arrive in parts. */
function readIn(bytes: Buffer, partLength: number): Message[] {
  const messages: Message[] = []
  const feed = new ByteFeed(readMessages((message) => messages.push(message)))
  for (let at = 0; at < bytes.length; at += partLength) feed.push(bytes.subarray(at, at + partLength))
  return messages
}

describe('chunks', () => {
  test('are joined to messages, wherever the network divides them', () => {
    const payload = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
    const message = fc.record({
      type: fc.integer({ min: 8, max: 20 }),
      timestampMs: fc.nat(0xfffffe),
      payload,
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), fc.integer({ min: 1, max: 300 }), (sent, length) => {
        const bytes = Buffer.concat(sent.map(rtmpMessage))
        expect(readIn(bytes, length)).toEqual(sent.map((one) => ({ ...one, streamId: 1 })))
      }),
    )
  })

  test('what we send is read as well', () => {
    const payload = Buffer.alloc(300, 7)
    const bytes = writeMessage({ type: 20, streamId: 1, payload })
    expect(readIn(bytes, 1000)).toEqual([{ type: 20, streamId: 1, timestampMs: 0, payload }])
  })

  test('times are differences in shorter headers, and have 32 bits in extended ones', () => {
    const first = ['04', 'ffffff', '000001', '09', '01000000', '01000000', 'aa']
    const delta = ['84', '000028', 'bb']
    const same = ['c4', 'cc']
    const messages = readIn(fromHex([...first, ...delta, ...same]), 5)
    expect(messages.map(({ timestampMs }) => timestampMs)).toEqual([0x1000000, 0x1000028, 0x1000050])
  })

  test.each([
    ['a message of 16 MiB', ['04', '000000', 'ffffff', '09', '01000000']],
    ['chunks of 4 GiB', ['02', '000000', '000004', '01', '00000000', 'ffffffff']],
    ['a chunk size of 0', ['02', '000000', '000004', '01', '00000000', '00000000']],
    [
      'a new message within another',
      [
        '04',
        '000000',
        '000100',
        '09',
        '01000000',
        'aa'.repeat(128),
        '04',
        '000000',
        '000001',
        '09',
        '01000000',
      ],
    ],
  ])('%s is malformed', (_name, parts) => {
    expect(() => readIn(fromHex(parts), 1000)).toThrow(StreamEnd)
  })

  test('more than 16 chunk streams are malformed', () => {
    const streams = (count: number) =>
      Buffer.concat(
        Array.from({ length: count }, (_, index) =>
          Buffer.from([index + 3, ...Buffer.from('0000000000010901000000aa', 'hex')]),
        ),
      )
    expect(readIn(streams(16), 1000)).toHaveLength(16)
    expect(() => readIn(streams(17), 1000)).toThrow(StreamEnd)
  })
})

/** A connection that counts what it sends. Keys are accepted. */
function openConnection({ accepts = true } = {}) {
  const log = { sent: Buffer.alloc(0), requests: [] as PublishRequest[], tags: 0, ends: [] as EndReason[] }
  const publishing: Publishing = new Publishing({
    send: (bytes) => {
      log.sent = Buffer.concat([log.sent, bytes])
    },
    onRequest(request) {
      log.requests.push(request)
      if (accepts) publishing.accept()
    },
    onMedia: () => {
      log.tags += 1
    },
    onEnd: (reason) => log.ends.push(reason),
  })
  return { publishing, log }
}

describe('a connection', () => {
  test('asks for the key with the name of the host, and then takes media', () => {
    const { publishing, log } = openConnection()
    const sample = readSample()
    publishing.receive(rtmpGreeting(SERVER, 'key'))
    publishing.receive(Buffer.concat(sample.map(rtmpMessage)))
    expect(log.requests).toEqual([{ host: 'events.example.org', key: 'key' }])
    // The last one only says that the video ends.
    expect([log.ends, log.tags]).toEqual([[], sample.length - 1])
    publishing.receive(rtmpCommand('deleteStream', 6, null, 1))
    expect(log.ends).toEqual(['closed'])
  })

  test('ends after 64 kB without a key, and with media before it', () => {
    const silent = openConnection()
    silent.publishing.receive(rtmpGreeting(SERVER, 'key').subarray(0, 3073))
    for (let index = 0; index < 65; index += 1)
      silent.publishing.receive(rtmpMessage({ type: 3, timestampMs: 0, payload: Buffer.alloc(1000) }))
    expect(silent.log.ends).toEqual(['malformed'])
    const early = openConnection({ accepts: false })
    early.publishing.receive(
      Buffer.concat([rtmpGreeting(SERVER, 'key'), ...readSample().slice(0, 1).map(rtmpMessage)]),
    )
    expect(early.log.ends).toEqual(['malformed'])
  })

  test('refuses Enhanced RTMP and other codecs', () => {
    for (const first of [0x90, 0x14]) {
      const { publishing, log } = openConnection()
      publishing.receive(rtmpGreeting(SERVER, 'key'))
      publishing.receive(rtmpMessage({ type: 9, timestampMs: 0, payload: Buffer.of(first, 0, 0, 0, 0, 0) }))
      expect(log.ends).toEqual(['codec'])
      expect(log.sent.toString('latin1')).toContain('Use H.264 video and AAC audio.')
    }
  })

  test('answers a ping, and acknowledges what it has received', () => {
    const { publishing, log } = openConnection()
    publishing.receive(rtmpGreeting(SERVER, 'key'))
    const window = Buffer.from('00000400', 'hex')
    publishing.receive(rtmpMessage({ type: 5, timestampMs: 0, payload: window }))
    publishing.receive(rtmpMessage({ type: 4, timestampMs: 0, payload: Buffer.from('000600001234', 'hex') }))
    const sent = log.sent.toString('hex')
    expect(sent).toContain('020000000000060400000000000700001234')
    expect(sent).toMatch(/020000000000040300000000/)
  })
})

/** A connection to a source, and what the source has sent until it plays. */
function openSource({ streamId = 1 as number | string } = {}) {
  const log = { sent: Buffer.alloc(0), tags: 0, ends: [] as EndReason[] }
  const playing = new Playing(
    { app: 'live', url: 'rtmp://source.example.org/live', stream: 'stage?token=1' },
    {
      send: (bytes) => {
        log.sent = Buffer.concat([log.sent, bytes])
      },
      onMedia: () => {
        log.tags += 1
      },
      onEnd: (reason) => log.ends.push(reason),
    },
  )
  playing.receive(Buffer.concat([Buffer.of(3), Buffer.alloc(3072)]))
  playing.receive(rtmpCommand('_result', 1, null, { code: 'NetConnection.Connect.Success' }))
  playing.receive(rtmpCommand('_result', 2, null, streamId))
  return { playing, log }
}

const status = (level: string, code: string) => rtmpCommand('onStatus', 0, null, { level, code })

describe('a connection to a source', () => {
  test('asks for the stream with its parameters, and then takes media', () => {
    const { playing, log } = openSource()
    const sent = log.sent.toString('latin1')
    for (const part of ['rtmp://source.example.org/live', 'createStream', 'stage?token=1'])
      expect(sent).toContain(part)
    const sample = readSample()
    playing.receive(status('status', 'NetStream.Play.Start'))
    playing.receive(Buffer.concat(sample.map(rtmpMessage)))
    expect([log.ends, log.tags]).toEqual([[], sample.length - 1])
  })

  test.each<[string, Buffer, EndReason]>([
    ['the stream is not there', status('error', 'NetStream.Play.StreamNotFound'), 'not_found'],
    ['a command is refused', rtmpCommand('_error', 3, null), 'not_found'],
    ['nobody publishes it any more', status('status', 'NetStream.Play.UnpublishNotify'), 'closed'],
    [
      'it is at its end',
      rtmpMessage({ type: 4, timestampMs: 0, payload: Buffer.from('000100000001', 'hex') }),
      'closed',
    ],
    [
      '64 kB without a picture were sent',
      rtmpMessage({ type: 18, timestampMs: 0, payload: Buffer.alloc(70_000) }),
      'malformed',
    ],
  ])('ends when %s', (_name, bytes, reason) => {
    const { playing, log } = openSource()
    playing.receive(bytes)
    expect(log.ends).toEqual([reason])
  })

  test('ends when the number of the stream is none', () => {
    for (const streamId of [-1, 0.5, 2 ** 32, Number.NaN, 'one'])
      expect(openSource({ streamId }).log.ends).toEqual(['malformed'])
  })

  test('ends when only other things than pictures and sounds arrive', () => {
    const { playing, log } = openSource()
    playing.receive(Buffer.concat(readSample().slice(0, 6).map(rtmpMessage)))
    const other = rtmpMessage({ type: 18, timestampMs: 0, payload: Buffer.alloc(1_000_000) })
    for (let count = 0; count < 5; count += 1) playing.receive(other)
    expect(log.ends).toEqual(['malformed'])
  })
})

test('neither end fails on changed bytes', () => {
  const { ended, tags } = fuzzRtmp(1, 1_500)
  expect(ended).toBeGreaterThan(100)
  expect(tags).toBeGreaterThan(1_500)
})
