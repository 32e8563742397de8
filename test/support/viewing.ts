// Visitors who watch a talk, and the heartbeats of their pages.
import { randomUUID } from 'node:crypto'
import type { Page, Visitor } from './visitors.ts'

const names = new WeakMap<Visitor, string>()

/** The name that the visitor's browser sends in all of its tabs. */
function nameOf(visitor: Visitor): string {
  const name = names.get(visitor) ?? randomUUID()
  names.set(visitor, name)
  return name
}

export const sendHeartbeat = (visitor: Visitor, talkId: string): Promise<Page> =>
  visitor.post(`/talks/${talkId}/heartbeat`, { visitor: nameOf(visitor) })
