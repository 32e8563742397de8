// The speaker and the viewers of a measured video room, in a process of their own.
import { MediaClient, offerOf, readPlace } from '../src/demo/stage/media-client.ts'
import { createCertificate } from '../src/features/video/media/connection.ts'
import { Reception, speak } from '../test/support/media-people.ts'
import { answerQuestions } from './child.ts'

/** One in this many viewers decrypts what it gets. */
const READING = 20
const KEEP_ALIVE_MS = 3_000

export type Question =
  | { do: 'offer'; direction: 'sendonly' | 'recvonly' }
  | { do: 'speak' | 'watch'; answer: string }
  | { do: 'reset' | 'read' }
/** Of all viewers. Times are milliseconds. */
export type Received = {
  packets: number
  lost: number
  longestGapMs: number
  delayMs: { p50: number; p99: number; max: number }
}

const certificate = await createCertificate()
const clients: MediaClient[] = []
const viewers: Reception[] = []
setInterval(() => {
  for (const client of clients) client.keepAlive()
}, KEEP_ALIVE_MS)

async function connect(answer: string, decrypts: boolean): Promise<MediaClient> {
  const client = new MediaClient(certificate, { decrypts })
  await client.connect(readPlace(answer))
  clients.push(client)
  return client
}

function received(): Received {
  const sum = (of: (one: Reception) => number) => viewers.reduce((total, one) => total + of(one), 0)
  const delays = viewers.flatMap(({ delaysMs }) => delaysMs).toSorted((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN
  return {
    packets: sum(({ packets }) => packets),
    lost: sum(({ lost }) => lost),
    longestGapMs: Math.max(...viewers.map(({ longestGapMs }) => longestGapMs)),
    delayMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
  }
}

answerQuestions<Question>(async (question) => {
  if (question.do === 'offer') return offerOf(certificate, question.direction)
  if (question.do === 'speak') speak(await connect(question.answer, true))
  if (question.do === 'watch') {
    const isRead = viewers.length % READING === 0
    const reception = new Reception(await connect(question.answer, isRead), isRead)
    viewers.push(reception)
  }
  if (question.do === 'reset') for (const viewer of viewers) viewer.reset()
  return question.do === 'read' ? received() : null
})
