// A connection to the server of a source, whose stream it plays, with its limits.
import type { Resolver } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { AddressRange } from '../../../../kernel/lib/web/ip-addresses.ts'
import {
  ForbiddenAddress,
  permittedLookup,
  requirePermittedHost,
} from '../../../../kernel/outbound/permitted-addresses.ts'
import { FIRST_MS, MAX_UNSENT_BYTES, SILENCE_MS } from '../../limits.ts'
import type { EndReason } from '../stream-end.ts'
import type { MediaTag } from './media-tags.ts'
import { Playing } from './playing.ts'
import type { StreamAddress } from './stream-address.ts'

export type Network = {
  /** Addresses that may be called even though they are not public. */
  listed: readonly AddressRange[]
  resolver: Resolver
}

type Events = {
  /** May throw StreamEnd. */
  onMedia(tag: MediaTag): void
  /** Called once. */
  onEnd(reason: EndReason): void
}

/** Plays the stream at an address. Returns a function that ends the connection. Throws ForbiddenAddress. */
export function playStream(
  address: StreamAddress,
  network: Network,
  { onMedia, onEnd }: Events,
): (reason: EndReason) => void {
  const socket = open(address, network)
  let isOpen = false
  let timer = setTimeout(() => playing.end(isOpen ? 'silent' : 'unreachable'), FIRST_MS)
  let hasPicture = false
  const playing: Playing = new Playing(address, {
    send(bytes) {
      if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy()
      else if (socket.writable) socket.write(bytes)
    },
    onMedia(tag) {
      onMedia(tag)
      if (tag.kind !== 'video') return
      if (!hasPicture) {
        clearTimeout(timer)
        timer = setTimeout(() => playing.end('silent'), SILENCE_MS)
      } else timer.refresh()
      hasPicture = true
    },
    onEnd(reason) {
      clearTimeout(timer)
      socket.destroy()
      onEnd(reason)
    },
  })
  socket
    .on(address.isSecure ? 'secureConnect' : 'connect', () => {
      isOpen = true
    })
    .on('data', (bytes) => playing.receive(bytes))
    .on('error', (error) => playing.end(isOpen ? 'closed' : reasonOf(error, socket)))
    .on('close', () => playing.end('closed'))
  return (reason) => playing.end(reason)
}

function open({ isSecure, host, port, url }: StreamAddress, { listed, resolver }: Network): Socket {
  const { protocol } = new URL(url)
  requirePermittedHost(new URL(url), listed)
  const options = { host, port, lookup: permittedLookup(protocol, listed, resolver) }
  if (!isSecure) return connectTcp(options)
  return connectTls({ ...options, ...(isIP(host) === 0 ? { servername: host } : {}) })
}

function reasonOf(error: Error, socket: Socket): EndReason {
  if (error instanceof ForbiddenAddress) return 'private'
  return socket instanceof TLSSocket && socket.authorizationError ? 'certificate' : 'unreachable'
}
