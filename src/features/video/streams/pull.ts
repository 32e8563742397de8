// The pull of a source, which is tried again until it is stopped.
import { ForbiddenAddress } from '../../../kernel/outbound/permitted-addresses.ts'
import { FIRST_MS, FIRST_RETRY_MS, MAX_RETRY_MS } from '../limits.ts'
import type { MediaTag } from './rtmp/media-tags.ts'
import { type Network, playStream } from './rtmp/rtmp-client.ts'
import { parseStreamAddress } from './rtmp/stream-address.ts'
import type { EndReason } from './stream-end.ts'

type Events = {
  /** May throw StreamEnd. */
  onMedia(tag: MediaTag): void
  /** An attempt has ended. */
  onEnd(reason: EndReason): void
}

export class Pull {
  readonly #url: string
  readonly #network: Network
  readonly #events: Events
  #failures = 0
  #end: ((reason: EndReason) => void) | undefined
  #waiting: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(url: string, network: Network, events: Events) {
    this.#url = url
    this.#network = network
    this.#events = events
    this.#connect()
  }

  /** Ends a wait. */
  retry(): void {
    this.#failures = 0
    if (!this.#waiting) return
    clearTimeout(this.#waiting)
    this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#waiting)
    this.#end?.('closed')
  }

  #connect(): void {
    this.#waiting = undefined
    const address = parseStreamAddress(this.#url)
    const startedAt = performance.now()
    let hasPlayed = false
    const onMedia = (tag: MediaTag) => {
      this.#events.onMedia(tag)
      hasPlayed ||= tag.kind === 'video'
    }
    const onEnd = (reason: EndReason) => {
      const hasAnswered = performance.now() - startedAt >= FIRST_MS || (hasPlayed && reason === 'closed')
      this.#wait(reason, hasAnswered)
    }
    try {
      if (address) this.#end = playStream(address, this.#network, { onMedia, onEnd })
      else onEnd('unreachable')
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) throw error
      onEnd('private')
    }
  }

  /** A source that has answered or played is tried again soon. */
  #wait(reason: EndReason, hasAnswered: boolean): void {
    this.#end = undefined
    if (this.#isStopped) return
    this.#events.onEnd(reason)
    if (hasAnswered) this.#failures = 0
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS)
    this.#failures += 1
    // Sources of many talks that fail at the same time are not tried at the same time.
    this.#waiting = setTimeout(() => this.#connect(), delayMs * (0.5 + Math.random() / 2))
  }
}
