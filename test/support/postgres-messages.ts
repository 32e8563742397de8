// A proxy in front of PostgreSQL that counts the messages of a server.
// https://www.postgresql.org/docs/current/protocol-message-formats.html
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * The number of executed statements, and the number of times the server sent statements after it had the answer to
 * earlier ones.
 */
export type MessageCounts = { statements: number; roundTrips: number }

export type CountingProxy = {
  url: string
  counts(): MessageCounts
  [Symbol.asyncDispose](): Promise<void>
}

const [EXECUTE, QUERY] = [...'EQ'].map((letter) => letter.charCodeAt(0))

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const url = new URL(target)
  const { hostname: host, port: targetPort } = url
  const counts = { statements: 0, roundTrips: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect({ host, port: Number(targetPort) })
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    const countStatements = createMessageReader((type) => {
      if (type === EXECUTE || type === QUERY) counts.statements += 1
    })
    let isAnswered = true
    client.on('data', (chunk) => {
      countStatements(chunk)
      if (isAnswered) counts.roundTrips += 1
      isAnswered = false
    })
    service.on('data', () => {
      isAnswered = true
    })
    client.pipe(service).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    counts: () => ({ ...counts }),
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Takes the bytes of a client, and reports the type of each message. The first message has none. */
function createMessageReader(onMessage: (type: number | undefined) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = hasStarted ? 1 : 0
      if (rest.length < typeBytes + 4) return
      const length = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < length) return
      if (hasStarted) onMessage(rest[0])
      hasStarted = true
      rest = rest.subarray(length)
    }
  }
}
