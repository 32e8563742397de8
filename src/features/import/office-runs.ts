// Imports that this process applies in the background. Their progress and outcome are in the store.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { hasMailbox } from '../people/mailboxes.ts'
import { type ImportJob, type Planned, type Sent, sendPlan } from './office-plan.ts'
import { outcomeOfImport } from './office-report.ts'
import type { FinishedImport } from './office-result-page.tsx'
import { endImport, recordProgress } from './uploaded-imports.ts'

/** Time that a page waits for a short import before it shows the progress. */
const PATIENCE_MS = 2_000

type Run = { job: ImportJob; planned: Planned; runId: string }

export class ImportRuns {
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()

  /** Starts an import, and returns when it has ended or is taking long. */
  async start(run: Run, log: FastifyBaseLogger): Promise<void> {
    const running = this.#apply(run).catch((error) => log.error(error))
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
    const patience = new AbortController()
    await Promise.race([running, wait(PATIENCE_MS, undefined, { signal: patience.signal })])
    patience.abort()
  }

  /** Stops all imports after their current chunk. They can be continued. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  async #apply(run: Run): Promise<void> {
    const { job, planned } = run
    const { services, caller, row } = job
    try {
      const sent = await this.#send(run)
      const created = sent.answer.accounts.filter(({ password }) => password !== undefined)
      const [kind, ...otherKinds] = planned.kinds
      const outcome: FinishedImport = {
        ...outcomeOfImport(planned.plan, sent),
        ...(kind && otherKinds.length === 0 ? { kind } : {}),
        newPeople: created.map(({ email }) => email).filter(hasMailbox),
      }
      await endImport(services, caller, { id: row.id, state: 'done', outcome })
    } catch (error) {
      await endImport(services, caller, { id: row.id, state: 'stopped', outcome: null })
      if (!this.#stop.signal.aborted && !(error instanceof Refusal)) throw error
    }
  }

  #send({ job, planned, runId }: Run): Promise<Sent> {
    const { services, caller, row } = job
    const { signal } = this.#stop
    const onProgress = async (doneCount: number) => {
      await recordProgress(services, caller, { id: row.id, runId, doneCount })
    }
    const { isPruning } = row.choices
    return sendPlan(job, planned, { isPruning, run: { runId, onProgress }, signal })
  }
}
