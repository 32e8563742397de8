// Malformed STUN, DTLS, RTP, RTCP, and SDP: a room goes on for everybody else.
import { createSocket } from 'node:dgram'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { MediaClient, offerOf, readPlace } from '../../src/demo/stage/media-client.ts'
import { createCertificate } from '../../src/features/video/media/connection.ts'
import { Engine } from '../../src/features/video/media/engine.ts'
import { readOffer, readPushOffer, writeAnswer } from '../../src/features/video/media/sdp.ts'
import { bindingRequest } from '../../src/features/video/media/stun.ts'
import { Reception, speak } from '../support/media-people.ts'
import { mutate, oneOf, randomOf } from '../support/mutations.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const SEED = 26
const INPUTS = sized({ small: 5_000, full: 1_000_000 })
/** Few enough for the buffer of the socket. */
const BATCH = 32
/** A connection is closed after 200 messages of a handshake. */
const HANDSHAKE_MESSAGES = 150
const MB = 1024 * 1024

const hex = (text: string) => Buffer.from(text, 'hex')
const lengthOf = ({ length }: Buffer, bytes: number) => length.toString(16).padStart(2 * bytes, '0')
const RTP: [Buffer, ...Buffer[]] = [
  hex('90600001000000000000006fbede0001 10800000'.replaceAll(' ', '')),
  hex('806f00010000000000000060'),
]
const RTCP: [Buffer, ...Buffer[]] = [
  hex('81cd000300000001000000070001ffff'),
  hex('81ce00020000000100000007'),
  hex('84ce0004000000010000000000000007 01000000'.replaceAll(' ', '')),
  hex('80c800060000006f0000000000000000000000000000000000000000'),
  hex('8fcd00050000000100000007000100030000010020030102030400'),
]
/** The first message of a browser (RFC 6347, section 4.2.2). */
const HELLO = (() => {
  const extensions = hex('000a00040002001d000d000600040403040100170000ff01000100000e000500020001' + '00')
  const [version, recordVersion] = ['fe fd', 'fe ff'].map((text) => text.replace(' ', ''))
  const parts = [version, '07'.repeat(32), '0000', '0002c02b', '0100', lengthOf(extensions, 2)]
  const body = Buffer.concat([hex(parts.join('')), extensions])
  const size = lengthOf(body, 3)
  const message = Buffer.concat([hex(`01${size}0000000000${size}`), body])
  return Buffer.concat([hex(`16${recordVersion}${'00'.repeat(8)}${lengthOf(message, 2)}`), message])
})()

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('malformed packets and descriptions end nothing but their own connections', async ({ task }) => {
  const random = randomOf(SEED)
  const engine = await Engine.open(
    { port: 0, host: '127.0.0.1', addresses: ['127.0.0.1'] },
    { onState() {}, onClose() {}, onSegment() {}, onPushed() {}, onEnd() {} },
  )
  onTestFinished(() => engine.close())
  const certificate = await createCertificate()
  const clients = new Set<MediaClient>()
  onTestFinished(() => {
    for (const client of clients) client.close()
  })
  let joins = 0
  async function answerTo(call: 'publish' | 'watch', room: string) {
    joins += 1
    const offer = offerOf(certificate, call === 'publish' ? 'sendonly' : 'recvonly')
    const joined = await engine[call]({ session: `${joins}`, room, person: `${joins}`, offer })
    if (!('answer' in joined)) throw new Error(joined.problem)
    return readPlace(joined.answer)
  }
  async function enter(call: 'publish' | 'watch', room = 'attacked') {
    const client = new MediaClient(certificate)
    clients.add(client)
    await client.connect(await answerTo(call, room))
    return client
  }

  async function sendAll(count: number, send: () => void) {
    for (let sent = 0; sent < count; sent += BATCH) {
      for (let index = 0; index < BATCH; index += 1) send()
      await turn()
      await turn()
    }
  }

  const share = INPUTS / 5
  const stranger = createSocket('udp4')
  onTestFinished(() => void stranger.close())
  let heapBefore = 0
  for (let half = 1; half <= 2; half += 1) {
    const [speaker, viewer] = [await enter('publish'), await enter('watch')]
    const place = await answerTo('watch', 'attacked')
    const request = bindingRequest(place)
    await sendAll(share / 2, () => stranger.send(mutate(request, random), place.port, '127.0.0.1'))
    for (let sent = 0; sent < share / 2; sent += HANDSHAKE_MESSAGES) {
      const named = await answerTo('watch', 'attacked')
      stranger.send(bindingRequest(named), named.port, '127.0.0.1')
      await sendAll(HANDSHAKE_MESSAGES, () => stranger.send(mutate(HELLO, random), named.port, '127.0.0.1'))
    }
    let index = 1
    await sendAll(share / 2, () => {
      index += 1
      const packet = mutate(oneOf(RTP, random), random)
      const header = Buffer.concat([packet, Buffer.alloc(12)]).subarray(0, 12)
      header.writeUInt16BE(index & 0xffff, 2)
      speaker.sendPacket(header, packet.subarray(12), index)
    })
    await sendAll(share / 2, () => {
      const packet = Buffer.concat([mutate(oneOf(RTCP, random), random), Buffer.alloc(8)])
      oneOf([speaker, viewer], random).sendFeedback(packet)
    })
    const description = Buffer.from(offerOf(certificate, 'sendonly'))
    for (let sent = 0; sent < share / 2; sent += 1) {
      const changed = mutate(description, random).toString()
      for (const offer of [readOffer(changed), readPushOffer(changed)]) if (offer) writeAnswer(offer, ANSWER)
    }
    for (const client of [speaker, viewer]) {
      clients.delete(client)
      client.close()
    }
    collect()
    if (half === 1) heapBefore = process.memoryUsage().heapUsed
  }
  const grownMb = (process.memoryUsage().heapUsed - heapBefore) / MB
  expectWithin(grownMb, 20)

  // A room works as before.
  const reception = new Reception(await enter('watch', 'other'), true)
  const stop = speak(await enter('publish', 'other'))
  await expect.poll(() => reception.packets).toBeGreaterThan(50)
  stop()
  reception.close()
  task.meta.fault = {
    fault: 'Malformed STUN, DTLS, RTP, RTCP, and SDP at the port of the rooms',
    rounds: `${INPUTS.toLocaleString('en-US')} inputs, seed ${SEED}`,
    measured: `no error; the heap grew by ${grownMb.toFixed(1)} MB in the second half; a room works afterward`,
  }
})

const ANSWER = {
  ...{ ufrag: 'name', password: 'secret', fingerprint: 'AA' },
  addresses: [{ address: '127.0.0.1', port: 1 }],
  ssrcs: new Map(),
}
