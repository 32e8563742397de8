// People who join a room and leave it again and again leave nothing behind in its memory.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { MediaClient, offerOf, readPlace } from '../../src/demo/stage/media-client.ts'
import { createCertificate } from '../../src/features/video/media/connection.ts'
import { Engine } from '../../src/features/video/media/engine.ts'
import { Reception, speak } from '../support/media-people.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const ROUNDS = 3
const PEOPLE = sized({ small: 5, full: 40 })
/** Something that was used just before can be kept for a moment. */
const SETTLING_MS = 1_000
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('a room forgets those who have left', async ({ task }) => {
  const sessions = new Set<string>()
  const engine = await Engine.open(
    { port: 0, host: '127.0.0.1', addresses: ['127.0.0.1'] },
    {
      ...{ onState() {}, onSegment() {}, onPushed() {}, onEnd() {} },
      onClose: (session) => sessions.delete(session),
    },
  )
  onTestFinished(() => engine.close())
  const certificate = await createCertificate()
  const enter = async (call: 'publish' | 'watch', session: string) => {
    const offer = offerOf(certificate, call === 'publish' ? 'sendonly' : 'recvonly')
    const joined = await engine[call]({ session, room: 'room', person: session, offer })
    if (!('answer' in joined)) throw new Error(joined.problem)
    sessions.add(session)
    const client = new MediaClient(certificate)
    await client.connect(readPlace(joined.answer))
    return client
  }
  const socketsAfter: number[] = []
  const heapsMb: number[] = []
  const measure = async () => {
    await sleep(SETTLING_MS)
    collect()
    heapsMb.push(process.memoryUsage().heapUsed / MB)
    socketsAfter.push(process.getActiveResourcesInfo().filter((kind) => kind === 'UDPWrap').length)
  }
  const speaker = await enter('publish', 'speaker')
  const stop = speak(speaker)
  // The first round also compiles and allocates what stays.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const viewers = await Promise.all(
      Array.from({ length: PEOPLE }, (_, index) => enter('watch', `viewer ${round} ${index}`)),
    )
    const receptions = viewers.map((client) => new Reception(client, false))
    await expect.poll(() => receptions.every(({ packets }) => packets > 20)).toBe(true)
    for (const session of sessions) if (session !== 'speaker') engine.leave(session)
    for (const one of [...receptions, ...viewers]) one.close()
    expect([...sessions]).toEqual(['speaker'])
    await measure()
  }
  stop()
  speaker.close()
  const [first = 0, ...later] = heapsMb
  const grownMb = (later.at(-1) ?? 0) - first
  expect(new Set(socketsAfter).size).toBe(1)
  expectWithin(grownMb, 3)
  task.meta.fault = {
    fault: 'People who join a video room, watch it, and leave',
    rounds: `${ROUNDS} times ${PEOPLE}, after ${PEOPLE} others`,
    measured: `the heap grew by ${grownMb.toFixed(1)} MB; no connection and no socket was left`,
  }
})
