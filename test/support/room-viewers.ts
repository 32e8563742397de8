// A process with viewers of a video room. Writes their offer, then connects a viewer for each answer that it reads and says so,
// and writes what they have received when its input ends. Both directions are lines of JSON.
import { createInterface } from 'node:readline'
import { MediaClient, offerOf, readPlace } from '../../src/demo/stage/media-client.ts'
import { createCertificate } from '../../src/features/video/media/connection.ts'
import { Reception } from './media-people.ts'

const KEEP_ALIVE_MS = 3_000

const certificate = await createCertificate()
const clients: MediaClient[] = []
const receptions: Reception[] = []
const keeping = setInterval(() => {
  for (const client of clients) client.keepAlive()
}, KEEP_ALIVE_MS)
const write = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

write(offerOf(certificate, 'recvonly'))
for await (const line of createInterface(process.stdin)) {
  const client = new MediaClient(certificate, { decrypts: false })
  await client.connect(readPlace(JSON.parse(line)))
  clients.push(client)
  receptions.push(new Reception(client, false))
  write('connected')
}
write({ receiving: receptions.filter(({ packets }) => packets > 0).length, viewers: receptions.length })
clearInterval(keeping)
for (const reception of receptions) reception.close()
for (const client of clients) client.close()
