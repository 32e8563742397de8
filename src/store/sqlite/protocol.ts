// What the main thread and the writer thread say to each other.
import type { WriteContext } from '../engine.ts'

export type Job = { id: number; operation: string; ctx: WriteContext; input: unknown }

export type Outcome =
  | { id: number; status: 'done'; answer: unknown }
  | { id: number; status: 'refused'; refusal: unknown }
  | { id: number; status: 'unavailable'; message: string }
  | { id: number; status: 'failed'; message: string; stack: string | undefined }

export type ToWriter = { type: 'jobs'; jobs: Job[] } | { type: 'close' }
export type FromWriter = { type: 'ready' } | { type: 'outcomes'; outcomes: Outcome[] } | { type: 'closed' }
