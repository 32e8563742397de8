// The position in a stream that can carry several talks: `<talk>:<number>:<key>` for each, separated by commas.
import { isId } from '../../../kernel/lib/data/ids.ts'

/** The position of a client in a talk. */
export type Position = {
  /** The number of the last entry that it received. */
  seq: number
  /** A digest of the live features and of the client's audience (`liveKey`). Undefined if the client sent none. */
  key?: string | undefined
}

/** Positions by talk. */
export type Positions = ReadonlyMap<string, Position>

export const formatPosition = ({ seq, key }: Position): string =>
  key === undefined ? `${seq}` : `${seq}:${key}`

export const formatPositions = (positions: Positions): string =>
  [...positions].map(([talkId, position]) => `${talkId}:${formatPosition(position)}`).join(',')

/** Undefined if the text is not a position. */
export function parsePositions(text: string): Positions | undefined {
  const positions = new Map<string, Position>()
  for (const part of text.split(',')) {
    const [, talkId = '', seq, key] = /^([^:]+):(\d{1,15})(?::([\w-]{1,16}))?$/.exec(part) ?? []
    if (!isId(talkId)) return undefined
    positions.set(talkId.toLowerCase(), { seq: Number(seq), key })
  }
  return positions
}
