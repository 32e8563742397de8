// Visitors who watch a talk, and the heartbeats that their pages send.
import { randomUUID } from 'node:crypto'
import type { Page, Visitor } from './visitors.ts'

const names = new WeakMap<Visitor, string>()

/** What the visitor's browser says of itself in all of its tabs. */
function nameOf(visitor: Visitor): string {
  const name = names.get(visitor) ?? randomUUID()
  names.set(visitor, name)
  return name
}

export const sendHeartbeat = (visitor: Visitor, talkId: string): Promise<Page> =>
  visitor.post(`/talks/${talkId}/heartbeat`, { visitor: nameOf(visitor) })
