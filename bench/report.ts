// The report: medians, and their ratios next to the goals, as tables and as JSON.
import { type Contender, type Figure, type Footprint, names } from './contenders.ts'

/** `goal` is the ratio that ours should have to the other; null if a comparison is only for information. */
export type Goal = { ours: string; against: string; goal: number | null }

/** The goals of the design. */
const goalsAlone: Goal[] = [
  { ours: names.putSqlite, against: names.onePerCommit, goal: 1.5 },
  { ours: names.putSqlite, against: names.manyPerCommit, goal: 0.5 },
  { ours: names.putPostgres, against: names.pgbench, goal: 1 },
  { ours: names.putSqlite, against: names.httpsSaved, goal: null },
  { ours: names.list, against: names.httpsList, goal: 0.7 },
  { ours: names.listPostgres, against: names.httpsList, goal: 0.8 },
  { ours: names.listAfterWrites, against: names.httpsList, goal: 0.4 },
  { ours: names.users, against: names.hashes, goal: 10 },
  { ours: names.usersPostgres, against: names.hashes, goal: 10 },
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
/** A figure that must not be exceeded. */
export type Limit = { name: string; value: number; unit: string; goal: number; isMet: boolean }
export type Report = { figures: Row[]; ratios: Ratio[]; limits: Limit[] }

/** Compares Lectern with the programs that limit it. */
export function reportOf(measurements: Measurements, footprint: Footprint): Report {
  const { figures, ratios } = compare(measurements, goalsAlone)
  const beside = figures.find(({ name }) => name === names.beside)?.p99Ms ?? Number.NaN
  const limits = [
    limit('p99 of others while users are created', beside, 'ms', 50),
    limit('start until ready', footprint.startMs, 'ms', 400),
    limit('memory when idle', footprint.idleMb, 'MB', 120),
    limit('memory after the load', footprint.afterLoadMb, 'MB', 250),
  ]
  return { figures, ratios, limits }
}

/** The medians, and their ratios. */
export function compare(
  measurements: Measurements,
  goals: readonly Goal[],
): Pick<Report, 'figures' | 'ratios'> {
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

const limit = (name: string, value: number, unit: string, goal: number): Limit => ({
  name,
  value: rounded(value, 1),
  unit,
  goal,
  isMet: value <= goal,
})

/** The median of an odd number of rounds. */
function median(rounds: readonly Figure[], key: keyof Figure): number {
  const sorted = rounds.map((round) => round[key] ?? Number.NaN).sort((a, b) => a - b)
  return rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, 1)
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** The report as text. */
export function textOf({ figures, ratios, limits }: Report): string {
  const ratioRows = ratios.map(({ ours, against, ratio, goal, isMet }) => [
    ours,
    against,
    ratio.toFixed(2),
    goal === null ? '' : String(goal),
    isMet === null ? '' : isMet ? 'met' : 'not met',
  ])
  const limitRows = limits.map(({ name, value, unit, goal, isMet }) => [
    name,
    `${value.toFixed(0)} ${unit}`,
    `≤ ${goal} ${unit}`,
    isMet ? 'met' : 'not met',
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
    ...(limits.length === 0 ? [] : [table(['Lectern', '', 'goal', ''], limitRows), '']),
    table(['median of the rounds', '', 'median latency', 'p99 latency', 'each round'], figureRows),
  ].join('\n')
}

export function table(head: string[], rows: string[][]): string {
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
