// The position in a stream that can carry several talks: `<talk>:<number>` for each, separated by commas.
import { isId } from '../../lib/data/ids.ts'

/** The number of the last entry that was received, by talk. */
export type Positions = ReadonlyMap<string, number>

export const formatPositions = (positions: Positions): string =>
  [...positions].map(([talkId, seq]) => `${talkId}:${seq}`).join(',')

/** Undefined if the text is not a position. */
export function parsePositions(text: string): Positions | undefined {
  const positions = new Map<string, number>()
  for (const part of text.split(',')) {
    const [talkId = '', number = '', ...rest] = part.split(':')
    if (!isId(talkId) || !/^\d{1,15}$/.test(number) || rest.length > 0) return undefined
    positions.set(talkId.toLowerCase(), Number(number))
  }
  return positions
}
