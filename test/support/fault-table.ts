// A vitest reporter for `npm run test:faults`: prints one table with the measurements of all tests.
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The measurement of a test: a row of the table in docs/reliability.md. Tests store it in `task.meta.fault`. */
export type FaultRow = {
  fault: string
  rounds: string
  measured: string
  /** Set by tests that do not run on every store; the default is SQLite. */
  store?: string
}

declare module 'vitest' {
  interface TaskMeta {
    fault?: FaultRow
  }
}

export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .flatMap((file) => [...file.children.allTests()])
      .filter((test) => test.result().state !== 'skipped')
      .map(rowOf)
    process.stdout.write(`\n${[...HEAD, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
  }
}

const STORES: Partial<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const HEAD = [
  ['Fault', 'Store', 'Rounds', 'Measured', 'Result', 'Command'],
  ['---', '---', '---', '---', '---', '---'],
]

function rowOf(test: TestCase): string[] {
  const { name: project } = test.project
  const row = { fault: test.name, rounds: '1', measured: 'as named', store: STORES[project] ?? 'SQLite' }
  const { fault, rounds, measured, store } = { ...row, ...test.meta().fault }
  const file = relative(process.cwd(), test.module.moduleId)
  const command = `\`npm run test:faults -- --project ${project} ${file}\``
  return [fault, store, rounds, measured, test.result().state, command]
}
