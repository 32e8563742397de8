// What the main thread and the writer thread say to each other.

import type { Performed } from '../changes/perform.ts'
import type { Change, WriteContext } from '../store.ts'

/** A change whose operations are named: functions do not cross. */
export type Job = {
  id: number
  ctx: WriteContext
  change: Omit<Change, 'steps'> & { steps: readonly { operation: string; input: unknown }[] }
}

export type JobOutcome =
  | { id: number; status: 'done'; performed: Performed }
  | { id: number; status: 'refused'; refusal: unknown }
  | { id: number; status: 'unavailable'; message: string }
  | { id: number; status: 'failed'; message: string; stack: string | undefined }

export type ToWriter = { type: 'jobs'; jobs: Job[] } | { type: 'close' }
export type FromWriter = { type: 'ready' } | { type: 'outcomes'; outcomes: JobOutcome[] } | { type: 'closed' }
