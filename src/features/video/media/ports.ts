// The ports of the media: one for UDP and one for TCP, shared by all connections. A message reaches a connection by the
// name in a STUN request whose integrity is valid, and later ones by the address that the request came from. Everything
// else is dropped without an answer.
import { createSocket, type SocketOptions, type Socket as UdpSocket } from 'node:dgram'
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIP, isIPv6, type Server, type Socket } from 'node:net'
import { countedAddress, parseAddress } from '../../../kernel/lib/web/ip-addresses.ts'
import { type Address, bindingResponse, hasIntegrity, isStun, readBindingRequest } from './stun.ts'

/** A path to a browser. */
export type Remote = { key: string; send(data: Buffer): void; close(): void }
export type Receiver = {
  readonly password: string
  /** Called for each valid request. `isNominated` if the browser chooses this path. */
  onPath(remote: Remote, isNominated: boolean): void
  onData(data: Buffer): void
}

/** The time in which a TCP connection has to name its receiver. */
const NAMING_MS = 10_000
const MAX_UNNAMED = 400
/** Many at a venue share one address. */
const MAX_UNNAMED_OF_ADDRESS = 100
/** A browser tries each of its addresses. */
const MAX_PATHS = 16
/** A slower browser loses packets instead of filling the memory. */
const MAX_WAITING_BYTES = 256 * 1024
/** Attempts of port 0 to find a number that is free for both. */
const ATTEMPTS = 10
const UDP_BUFFER_BYTES = 4 * 1024 * 1024

export class MediaPorts {
  readonly port: number
  readonly #udp: UdpSocket
  readonly #tcp: Server
  readonly #byUfrag = new Map<string, Receiver>()
  readonly #byRemote = new Map<string, { receiver: Receiver; remote: Remote }>()
  readonly #sockets = new Set<Socket>()
  /** The keys for limits by address of the TCP connections that have not named their receiver yet. */
  readonly #unnamed = new Map<Socket, string>()

  private constructor(udp: UdpSocket, tcp: Server) {
    this.#udp = udp
    this.#tcp = tcp
    this.port = udp.address().port
    udp.on('error', () => {})
    udp.on('message', (data, from) => {
      // Nothing can be sent to port 0.
      if (from.port === 0) return
      const send = (reply: Buffer) => udp.send(reply, from.port, from.address)
      this.#receive(data, { key: `udp ${from.address} ${from.port}`, send, close: () => {} }, from)
    })
    tcp.on('connection', (socket) => this.#accept(socket))
  }

  /** Opens both ports. Throws the error of the system if one is in use. */
  static async open(port: number, host: string): Promise<MediaPorts> {
    for (let attempt = 1; ; attempt++) {
      const tcp = createServer({ noDelay: true }).listen(port, host)
      await once(tcp, 'listening')
      const udp = createSocket({
        type: isIPv6(host) ? 'udp6' : 'udp4',
        recvBufferSize: UDP_BUFFER_BYTES,
        lookup: lookUpHost,
      })
      try {
        const listening = once(udp, 'listening')
        udp.bind((tcp.address() as AddressInfo).port, host)
        await listening
        return new MediaPorts(udp, tcp)
      } catch (error) {
        tcp.close()
        if (port !== 0 || attempt === ATTEMPTS) throw error
      }
    }
  }

  add(ufrag: string, receiver: Receiver): void {
    this.#byUfrag.set(ufrag, receiver)
  }

  remove(ufrag: string): void {
    const receiver = this.#byUfrag.get(ufrag)
    this.#byUfrag.delete(ufrag)
    for (const [key, one] of this.#byRemote)
      if (one.receiver === receiver) {
        this.#byRemote.delete(key)
        one.remote.close()
      }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const closed = [once(this.#udp, 'close'), once(this.#tcp, 'close')]
    this.#udp.close()
    this.#tcp.close()
    await Promise.all(closed)
  }

  #receive(data: Buffer, remote: Remote, from: Address): void {
    if (!isStun(data)) {
      this.#byRemote.get(remote.key)?.receiver.onData(data)
      return
    }
    const request = readBindingRequest(data)
    const receiver = request && this.#byUfrag.get(request.localUfrag)
    if (!receiver || !hasIntegrity(request, receiver.password)) return
    if (this.#byRemote.get(remote.key)?.receiver !== receiver) {
      const paths = [...this.#byRemote.values()].filter((one) => one.receiver === receiver)
      if (paths.length >= MAX_PATHS) return
      this.#byRemote.set(remote.key, { receiver, remote })
    }
    remote.send(bindingResponse(request, receiver.password, from))
    receiver.onPath(remote, request.isNominating)
  }

  /** Messages over TCP have their length before them (RFC 4571). */
  #accept(socket: Socket): void {
    const from = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 }
    const parsed = parseAddress(from.address)
    const counted = parsed ? countedAddress(parsed) : 'unknown'
    const ofAddress = [...this.#unnamed.values()].filter((address) => address === counted)
    if (this.#unnamed.size >= MAX_UNNAMED || ofAddress.length >= MAX_UNNAMED_OF_ADDRESS) {
      socket.destroy()
      return
    }
    this.#unnamed.set(socket, counted)
    this.#sockets.add(socket)
    const remote = {
      key: `tcp ${from.address} ${from.port}`,
      send: (data: Buffer) => sendFramed(socket, data),
      close: () => socket.destroy(),
    }
    const naming = setTimeout(() => socket.destroy(), NAMING_MS)
    const stopWaiting = () => {
      this.#unnamed.delete(socket)
      clearTimeout(naming)
    }
    socket.on('error', () => {})
    socket.on('close', () => {
      stopWaiting()
      this.#sockets.delete(socket)
      this.#byRemote.delete(remote.key)
    })
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      rest = rest.length === 0 ? data : Buffer.concat([rest, data])
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const end = 2 + rest.readUInt16BE(0)
        this.#receive(rest.subarray(2, end), remote, from)
        rest = rest.subarray(end)
      }
      if (this.#byRemote.has(remote.key)) stopWaiting()
    })
  }
}

/** Packets go to addresses, for which that of the system would wait until the next tick. */
const lookUpHost: NonNullable<SocketOptions['lookup']> = (host, options, callback) => {
  const family = isIP(host)
  if (family === 0) lookup(host, options, callback)
  else callback(null, host, family)
}

function sendFramed(socket: Socket, data: Buffer): void {
  if (socket.writableLength > MAX_WAITING_BYTES || data.length > 0xffff) return
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  socket.write(Buffer.concat([length, data]))
}
