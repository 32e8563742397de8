// Which pictures a viewer gets in its fixed tracks: the large one, the small one inside it, or tiles by place.
import { expect, onTestFinished, test } from 'vitest'
import { MediaClient, readPlace } from '../../../demo/stage/media-client.ts'
import { type Certificate, createCertificate } from './connection.ts'
import { Engine } from './engine.ts'
import { readRtp, writeHeader } from './rtp.ts'
import { extensions } from './sdp.ts'

const LEVEL_ID = 4
const STEP_MS = 20
/** The descriptor and the first byte of a key frame of VP8 (RFC 7741, sections 4.2 and 4.3). */
const KEY_FRAME = Buffer.from('1000000000', 'hex')

type Section = { kind: 'audio' | 'video'; mid: string }
const MICROPHONE: Section = { kind: 'audio', mid: 'microphone' }
const video = (mid: string): Section => ({ kind: 'video', mid })
const PICTURES = ['main', 'inset', ...Array.from({ length: 8 }, (_, place) => `place-${place}`)]

function offerOf({ fingerprint }: Certificate, direction: string, sections: readonly Section[]): string {
  const lines = sections.flatMap(({ kind, mid }, index) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`,
    ...[`a=mid:${mid}`, `a=${direction}`, `a=ssrc:${index + 1} cname:client`],
    `a=rtpmap:96 ${kind === 'audio' ? 'opus/48000/2' : 'VP8/90000'}`,
    `a=extmap:${LEVEL_ID} ${extensions.level}`,
  ])
  return ['v=0', `a=fingerprint:sha-256 ${fingerprint}`, ...lines, ''].join('\r\n')
}

async function openRoom() {
  const engine = await Engine.open(
    { port: 0, host: '127.0.0.1', addresses: ['127.0.0.1'] },
    { onState() {}, onClose() {}, onSegment() {}, onPushed() {}, onEnd() {} },
  )
  onTestFinished(() => engine.close())
  const certificate = await createCertificate()
  const join = async (call: 'publish' | 'watch', session: string, sections: readonly Section[]) => {
    const offer = offerOf(certificate, call === 'publish' ? 'sendonly' : 'recvonly', sections)
    const joined = await engine[call]({ session, room: 'room', person: session, offer })
    if (!('answer' in joined)) throw new Error(joined.problem)
    const client = new MediaClient(certificate)
    onTestFinished(() => client.close())
    await client.connect(readPlace(joined.answer))
    return { client, answer: joined.answer }
  }
  return {
    engine,
    /** Sends a microphone and the pictures of a person until the test ends. */
    async speak(session: string, pictures: readonly string[] = ['camera']) {
      const { client } = await join('publish', session, [MICROPHONE, ...pictures.map(video)])
      const person = { isLoud: false, hasPicture: true }
      let index = 0
      const timer = setInterval(() => {
        index += 1
        for (let ssrc = 1; ssrc <= (person.hasPicture ? 1 + pictures.length : 1); ssrc += 1) {
          const level = person.isLoud ? 0 : 127
          const header = writeHeader({
            ...{ payloadType: 96, isMarked: true, ssrc, sequenceNumber: index & 0xffff },
            timestamp: index * 1800,
            extension: { id: LEVEL_ID, value: level << 8 },
          })
          client.sendPacket(header, KEY_FRAME, index)
        }
      }, STEP_MS)
      onTestFinished(() => clearInterval(timer))
      return person
    },
    /** The pictures that arrive. */
    async watch(session: string) {
      const { client, answer } = await join('watch', session, [MICROPHONE, ...PICTURES.map(video)])
      const midOf = new Map(
        answer.split('m=').flatMap((section) => {
          const [, mid] = /^a=mid:(.*)$/m.exec(section) ?? []
          const [, ssrc] = /^a=ssrc:(\d+)/m.exec(section) ?? []
          return mid && ssrc ? [[Number(ssrc), mid.trim()] as const] : []
        }),
      )
      const lastMs = new Map<string, number>()
      client.onPacket = (bytes) => {
        const mid = midOf.get(readRtp(bytes)?.ssrc ?? 0)
        if (mid) lastMs.set(mid, performance.now())
      }
      return () => PICTURES.filter((mid) => performance.now() - (lastMs.get(mid) ?? -Infinity) < 10 * STEP_MS)
    },
  }
}

const poll = (read: () => string[]) => expect.poll(read, { timeout: 10_000 })

test('a viewer gets tiles only after its page has asked for them, and never the large picture twice', async () => {
  const { engine, speak, watch } = await openRoom()
  await speak('first')
  const second = await speak('second')
  await speak('third')
  const pictures = await watch('viewer')
  await poll(pictures).toEqual(['main'])
  engine.resize('viewer', { width: 640, tiles: 8, tileWidth: 160 })
  await poll(pictures).toEqual(['main', 'place-1', 'place-2'])
  engine.resize('viewer', { width: 0, tiles: 8, tileWidth: 320 })
  await poll(pictures).toEqual(['place-0', 'place-1', 'place-2'])
  second.hasPicture = false
  await poll(pictures).toEqual(['place-0', 'place-2'])
  engine.resize('viewer', { width: 640, tiles: 0, tileWidth: 0 })
  await poll(pictures).toEqual(['main'])
})

test('beside a screen, a viewer gets the camera of the speaker inside it, or the tiles of those who spoke last', async () => {
  const { engine, speak, watch } = await openRoom()
  const people = [await speak('first', ['camera', 'screen']), await speak('second'), await speak('third')]
  const pictures = await watch('viewer')
  await poll(pictures).toEqual(['main', 'inset'])
  engine.resize('viewer', { width: 640, tiles: 1, tileWidth: 160 })
  await poll(pictures).toEqual(['main', 'place-0'])
  for (const place of [2, 1]) {
    for (const [index, person] of people.entries()) person.isLoud = index === place
    await poll(pictures).toEqual(['main', `place-${place}`])
  }
  engine.resize('viewer', { width: 640, tiles: 2, tileWidth: 160 })
  await poll(pictures).toEqual(['main', 'place-1', 'place-2'])
})
