// A relay between the UDP port of a server and its clients, which loses packets of the server.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const HOST = '127.0.0.1'

export class PoorPath implements AsyncDisposable {
  /** Every so many packets, one is lost; none with 0. */
  lossEvery = 0
  readonly #serverPort: number
  readonly #socket = createSocket('udp4')
  /** One for each client, as a router has. */
  readonly #upstream = new Map<number, Socket>()
  #packets = 0

  private constructor(serverPort: number) {
    this.#serverPort = serverPort
    this.#socket.on('message', (packet, { port }) =>
      this.#upstreamOf(port).send(packet, this.#serverPort, HOST),
    )
  }

  static async open(serverPort: number): Promise<PoorPath> {
    const path = new PoorPath(serverPort)
    path.#socket.bind(0, HOST)
    await once(path.#socket, 'listening')
    return path
  }

  get port(): number {
    return this.#socket.address().port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of [this.#socket, ...this.#upstream.values()])
      await new Promise<void>((resolve) => socket.close(resolve))
  }

  #upstreamOf(client: number): Socket {
    const known = this.#upstream.get(client)
    if (known) return known
    const socket = createSocket('udp4').on('message', (packet) => this.#deliver(packet, client))
    this.#upstream.set(client, socket)
    return socket
  }

  #deliver(packet: Buffer, client: number): void {
    this.#packets += 1
    if (this.lossEvery > 0 && this.#packets % this.lossEvery === 0) return
    // A client that has left is no longer there.
    this.#socket.send(packet, client, HOST, () => {})
  }
}
