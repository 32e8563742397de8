// Feeds in compressed parts. A change rewrites only the parts that show it.
import { createHash } from 'node:crypto'
import { ByteCache } from '../../../kernel/lib/data/byte-cache.ts'
import { mapInSlices, SlicedWork } from '../../../kernel/lib/time/slices.ts'
import { type PackedPart, packPart } from '../../../kit/pages/packed-parts.ts'
import type { PlatformRow } from '../../platforms/tables.ts'
import { PORTION, type ScheduledEvent } from './feeds.ts'
import type { OutlinedTalk } from './feeds-store.ts'

export type FeedContent = {
  platform: PlatformRow
  /** All talks, in the order of their ids. */
  outline: readonly OutlinedTalk[]
  /** The origin of the site, for the addresses of talks and people. */
  origin: string
}

/** The place of a talk. The state differs after each change of what the feed shows of the talk. */
type TalkHere = Pick<OutlinedTalk, 'id' | 'state'>
type Piece = string | TalkHere

export type FeedDocument = {
  pieces(): Iterable<Piece>
  /** Text between two talks without other text between them. */
  separator: string
  /** The text of a talk. Apart from the talk, it depends only on the name and the context of the feed. */
  write(event: ScheduledEvent): string
}

export type Feed = FeedDocument & {
  name: string
  context: object
  /** Reads talks in this order; `undefined` for one that was removed in the meantime. */
  read(talkIds: readonly string[]): Promise<readonly (ScheduledEvent | undefined)[]>
}

/** The limit of all feeds together. The feed that was not written for the longest time is dropped first. */
const KEPT_BYTES = 64 * 1024 * 1024
/** Overhead of a part besides its content. */
const PART_BYTES = 512

type FeedPart = PackedPart & {
  isAfterTalk: boolean
  /** False if a talk was removed in the meantime. */
  isComplete: boolean
}

export class FeedParts {
  readonly #feeds = new ByteCache<ReadonlyMap<string, FeedPart>>(KEPT_BYTES)

  async *write(feed: Feed): AsyncGenerator<PackedPart> {
    const kept = this.#feeds.peek(feed.name)
    const next = new Map<string, FeedPart>()
    const ofFeed = createHash('sha256').update(JSON.stringify([feed.name, feed.context]))
    const work = new SlicedWork()
    let bytes = 0
    let isAfterTalk = false
    for (const pieces of partsOf(feed.pieces())) {
      if (work.isDue) await work.pause()
      // Contains everything on which the bytes depend, so that a part in memory is never out of date.
      const key = ofFeed
        .copy()
        .update(JSON.stringify([isAfterTalk, pieces]))
        .digest('base64url')
      const part: FeedPart = kept?.get(key) ?? (await writePart(feed, pieces, isAfterTalk))
      if (part.isComplete) next.set(key, part)
      bytes += part.blocks.length + PART_BYTES
      isAfterTalk = part.isAfterTalk
      yield part
    }
    if (bytes <= KEPT_BYTES) this.#feeds.store(feed.name, next, bytes)
  }
}

/** Fewer talks would compress worse. */
const MIN_TALKS = 64

/**
 * Cuts before talks with certain ids, so that a new or removed talk moves few cuts. The beginning is a part of its own,
 * because it contains the time of the last change.
 */
function* partsOf(pieces: Iterable<Piece>): Generator<Piece[]> {
  let part: Piece[] = []
  let talks = PORTION
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (talks >= PORTION || (talks >= MIN_TALKS && isCut(piece))) {
        yield part
        part = []
        talks = 0
      }
      talks += 1
    }
    part.push(piece)
  }
  yield part
}

/** One of 64 talks. Ids end in random digits. */
const isCut = ({ id }: TalkHere): boolean => Number.parseInt(id.slice(-4), 16) % 64 === 0

async function writePart(feed: Feed, pieces: readonly Piece[], isAfterOther: boolean): Promise<FeedPart> {
  const ids = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.id]))
  const events = ids.length === 0 ? [] : await feed.read(ids)
  const texts = (await mapInSlices(events, (event) => event && feed.write(event))).values()
  let text = ''
  let isAfterTalk = isAfterOther
  let isComplete = true
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      isAfterTalk = false
      continue
    }
    const { value } = texts.next()
    if (value === undefined) {
      isComplete = false
      continue
    }
    text += isAfterTalk ? feed.separator + value : value
    isAfterTalk = true
  }
  return { ...(await packPart(text)), isAfterTalk, isComplete }
}
