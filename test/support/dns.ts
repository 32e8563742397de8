// A DNS server of a test.
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'

/** A DNS server that knows these IPv4 addresses and never answers for other names, and a resolver that uses it. */
export async function openDns(names: Record<string, string[]>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels = query.subarray(12, query.indexOf(0, 12)).toString('latin1')
    const host = labels.slice(1).replace(/\p{Cc}/gu, '.')
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
    const addresses = names[host]
    if (addresses === undefined) return
    const answers = type === 1 ? addresses : []
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    // RFC 1035, section 4.1: the answer repeats the question, and its records point to the name in it.
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4])
    const records = answers.flatMap((one) => [record, Buffer.from(one.split('.').map(Number))])
    socket.send(Buffer.concat([header, question, ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, [Symbol.asyncDispose]: async () => void socket.close() }
}
