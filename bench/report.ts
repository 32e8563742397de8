// The report: medians, and their ratios next to the goals, as tables and as JSON.
import { type Contender, type Figure, names } from './contenders.ts'

type Goal = { ours: string; against: string; goal: number | null }

/** The goals of the design, or null if a comparison is only for information. */
const goals: Goal[] = [
  { ours: names.putSqlite, against: names.onePerCommit, goal: 1.3 },
  { ours: names.putSqlite, against: names.manyPerCommit, goal: 0.4 },
  { ours: names.putPostgres, against: names.pgbench, goal: 0.9 },
  { ours: names.putSqlite, against: names.httpsSaved, goal: 0.35 },
  { ours: names.users, against: names.hashes, goal: 0.85 },
  { ours: names.users, against: names.hashesOnAllCores, goal: null },
  // 2,500 per second if bare Node handles 16,000.
  { ours: names.list, against: names.httpsList, goal: 0.156 },
  { ours: names.list, against: names.httpsSaved, goal: null },
]

export type Measurements = Map<Contender, Figure[]>
export type Row = {
  name: string
  unit: string
  perSecond: number
  rounds: number[]
  medianMs?: number
  p99Ms?: number
}
export type Ratio = Goal & { ratio: number; isMet: boolean | null }
export type Report = { figures: Row[]; ratios: Ratio[] }

export function reportOf(measurements: Measurements): Report {
  const figures = [...measurements].map(([{ name, unit }, rounds]) => ({
    name,
    unit,
    perSecond: median(rounds, 'perSecond'),
    ...(rounds[0]?.medianMs === undefined
      ? {}
      : { medianMs: median(rounds, 'medianMs'), p99Ms: median(rounds, 'p99Ms') }),
    rounds: rounds.map(({ perSecond }) => Math.round(perSecond)),
  }))
  const rate = (name: string) => figures.find((row) => row.name === name)?.perSecond
  const ratios = goals.flatMap((goal) => {
    const [ours, against] = [rate(goal.ours), rate(goal.against)]
    if (ours === undefined || against === undefined) return []
    const ratio = rounded(ours / against, 3)
    return [{ ...goal, ratio, isMet: goal.goal === null ? null : ratio >= goal.goal }]
  })
  return { figures, ratios }
}

/** The median of an odd number of rounds. */
function median(rounds: readonly Figure[], key: keyof Figure): number {
  const sorted = rounds.map((round) => round[key] ?? Number.NaN).sort((a, b) => a - b)
  return rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, 1)
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** The report as text. */
export function textOf({ figures, ratios }: Report): string {
  const ratioRows = ratios.map(({ ours, against, ratio, goal, isMet }) => [
    ours,
    against,
    ratio.toFixed(2),
    goal === null ? '' : String(goal),
    isMet === null ? '' : isMet ? 'met' : 'not met',
  ])
  const figureRows = figures.map(({ name, unit, perSecond, medianMs, p99Ms, rounds }) => [
    name,
    `${perSecond.toFixed(0)} ${unit}/s`,
    medianMs === undefined ? '' : `${medianMs.toFixed(1)} ms`,
    p99Ms === undefined ? '' : `${p99Ms.toFixed(1)} ms`,
    rounds.join(' '),
  ])
  return [
    table(['Lectern', 'compared to', 'ratio', 'goal', ''], ratioRows),
    '',
    table(['median of the rounds', '', 'median latency', 'p99 latency', 'each round'], figureRows),
  ].join('\n')
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}
