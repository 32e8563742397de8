// Requests during other work: how long they take, and how much memory the server needs.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/** Calls `send` at a steady rate without waiting for responses until `work` is done. Returns milliseconds, sorted. */
export async function measureBeside<T>(
  work: Promise<T>,
  { everyMs, send }: { everyMs: number; send: (index: number) => Promise<{ status: number }> },
): Promise<{ result: T; waits: number[] }> {
  const waits: Promise<number>[] = []
  const timed = async (index: number) => {
    const startedMs = performance.now()
    const { status } = await send(index)
    expect([200, 201]).toContain(status)
    return performance.now() - startedMs
  }
  const ending = new AbortController()
  const end = () => ending.abort()
  work.then(end, end)
  while (!ending.signal.aborted) {
    waits.push(timed(waits.length))
    await delay(everyMs)
  }
  return { result: await work, waits: (await Promise.all(waits)).sort((a, b) => a - b) }
}

export const quantile = (sorted: readonly number[], q: number): number =>
  Math.round(sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN)

/** The resident memory of a process, from /proc (proc_pid_status(5)). */
export const residentMegabytes = (pid: number): number => Math.round(statusOf(pid, 'VmRSS'))

const statusOf = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Watches the resident memory of a process. */
export function watchMemory(pid: number): { growthMegabytes(): number } {
  const before = statusOf(pid, 'VmRSS')
  // Resets the peak (proc_pid_clear_refs(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return { growthMegabytes: () => Math.round(statusOf(pid, 'VmHWM') - before) }
}
