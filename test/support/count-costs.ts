// Preloaded into a server. Appends a line to COSTS_FILE for each SQL statement that any of its threads runs on SQLite
// and, on SIGWINCH, a line with the bytes that the main thread has allocated so far.
import { appendFileSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { getHeapStatistics, type HeapInfo } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

const file = process.env.COSTS_FILE
// npm, npx, and other programs get the same environment.
if (file !== undefined) {
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  const { prototype } = StatementSync
  for (const name of ['all', 'get', 'run'] as const) {
    const original = prototype[name]
    prototype[name] = function (this: StatementSync, ...values: never[]) {
      const result = Reflect.apply(original, this, values)
      write({ sql: this.sourceSQL })
      return result
    } as never
  }
  if (isMainThread)
    process.on('SIGWINCH', () => {
      const { total_allocated_bytes: allocatedBytes } = getHeapStatistics() as HeapInfo & {
        total_allocated_bytes: number
      }
      write({ allocatedBytes })
    })
}
