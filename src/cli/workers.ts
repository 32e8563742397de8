// The primary process of several that serve requests (`LECTERN_WORKERS`). It opens the ports, starts worker processes,
// and replaces those that end. Signals stop all of them.
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { WORKER_PLACE } from '../config.ts'
import { STOP_SIGNALS, type StopMessage } from '../kernel/http/server/shutdown.ts'
import { workerModule } from '../kernel/lib/program-files.ts'

/** Sent by a worker process to the primary process once it serves, with the text that it would print. */
export type ReadyMessage = { printed: string }

/** Keeps a worker that cannot start from using up the machine. */
const RESTART_MS = 1_000

/** Prints the text of the first worker. If that worker does not start, this process ends with its exit code. */
export function startWorkers(count: number): void {
  // Workers accept connections themselves. A connection that the primary process hands to a dying worker would stay
  // open forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(workerModule('main')) })
  const serving = new Set<Worker>()
  let hasStarted = false
  let isStopping = false

  const start = (place: number) => {
    if (isStopping) return
    const worker = cluster.fork({ [WORKER_PLACE]: place })
    worker.on('message', ({ printed }: ReadyMessage) => {
      serving.add(worker)
      if (isStopping) return stop(worker, 'SIGTERM')
      if (hasStarted) return
      hasStarted = true
      process.stdout.write(printed)
      // The first worker has migrated the store and created the credentials that are shown once, so the others can
      // start.
      for (let next = 1; next < count; next += 1) start(next)
    })
    worker.on('exit', (code, signal) => {
      serving.delete(worker)
      if (isStopping) return
      if (!hasStarted) {
        process.exitCode = code ?? 1
        return
      }
      process.stderr.write(`A worker process has ended (${signal ?? code}). Another is started.\n`)
      setTimeout(() => start(place), RESTART_MS)
    })
  }

  const stop = (worker: Worker, signal: StopMessage['signal']) => {
    if (serving.has(worker)) worker.send({ signal } satisfies StopMessage)
    else worker.process.kill('SIGKILL')
  }

  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      // A second signal ends everything at once.
      if (isStopping) process.exit(1)
      isStopping = true
      for (const worker of workers()) stop(worker, signal)
    })
  process.on('SIGHUP', () => {
    for (const worker of workers()) worker.process.kill('SIGHUP')
  })
  start(0)
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
