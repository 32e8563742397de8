// Batches the changes that many people make in a talk at once: changes that arrive while earlier ones are being written
// are then written together, in one transaction. Each change is answered after it has been committed.

import { requireDone } from '../../kernel/changes/commands.ts'
import type { Outcome } from '../../kernel/store/changes/transaction.ts'
import type { TalkRow } from '../talks/tables.ts'

/** Keeps other changes of the talk from waiting longer than one batch takes. */
const BATCH = 250

type Talk = Pick<TalkRow, 'platformId' | 'id'>
type Waiting<Change, Answer> = {
  change: Change
  resolve(outcome: Outcome<Answer> | undefined): void
  reject(error: unknown): void
}

export class Batches<Change, Answer> {
  readonly #write: (talk: Talk, changes: readonly Change[]) => Promise<Outcome<Answer>[]>
  /** The waiting changes of each talk that is being written. */
  readonly #waiting = new Map<string, Waiting<Change, Answer>[]>()

  /** `write` commits changes of a talk in one transaction and returns their outcomes in the same order. */
  constructor(write: (talk: Talk, changes: readonly Change[]) => Promise<Outcome<Answer>[]>) {
    this.#write = write
  }

  /** Throws the refusal of this change, and StoreUnavailable. */
  async add(talk: Talk, change: Change): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer> | undefined>()
    const key = `${talk.platformId} ${talk.id}`
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push({ change, resolve, reject })
    else void this.#writeAll(key, talk, [{ change, resolve, reject }])
    return requireDone(await promise)
  }

  async #writeAll(key: string, talk: Talk, waiting: Waiting<Change, Answer>[]): Promise<void> {
    this.#waiting.set(key, waiting)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        const changes = batch.map(({ change }) => change)
        const outcomes = await this.#write(talk, changes)
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index])
      } catch (error) {
        // The waiting changes would fail in the same way, only later.
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error)
      }
    }
    this.#waiting.delete(key)
  }
}
