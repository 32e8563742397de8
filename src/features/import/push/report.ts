// The report at the end of a push: a table for people, or one JSON line for programs.

import type { Cut } from '../file/plan.ts'
import { counted } from '../file/plurals.ts'
import { nameOfText } from '../file/problems.ts'
import type { Diff } from './diff.ts'
import type { PushFailure } from './failure.ts'
import { printable } from './progress.ts'

export type Summary = {
  created: number
  updated: number
  unchanged: number
  /** Set only with --prune. */
  removed?: number
  refused: { event: string; reason: string }[]
}

export type PushResult = { summary: Summary; remarks: Remarks; diff: Diff }

/** Details in addition to the summary: shortened texts, warnings of the API, and the file with passwords. */
export type Remarks = {
  cuts: { event: string; cut: Cut }[]
  warnings: { event: string; message: string }[]
  credentials?: { file: string; count: number }
  isDryRun: boolean
  /** The e-mails of the accounts that a push would create. */
  newAccounts: string[]
  /** The reason a push would need --confirm. */
  needsConfirm?: string
}

/** One line. A dry run adds the changes, and the e-mails of the accounts that a push would create. */
export function formatJson({ summary, remarks, diff }: PushResult): string {
  const { isDryRun, needsConfirm } = remarks
  const changes = diff.entries.map(({ kind, action, name, changes }) => ({ kind, action, name, changes }))
  const line = { ...summary, ...(isDryRun ? { changes, accounts: remarks.newAccounts } : {}), needsConfirm }
  return `${JSON.stringify(line)}\n`
}

/** One line for a push that failed or needs confirmation. */
export const formatJsonFailure = ({ message, needsConfirm, idempotencyKey }: PushFailure): string =>
  `${JSON.stringify({ error: message, needsConfirm, idempotencyKey })}\n`

/** The table, followed by details. In a dry run, the numbers show the expected result. */
export function formatTable(summary: Summary, remarks: Remarks): string {
  const counts: [string, number][] = [
    ['created', summary.created],
    ['updated', summary.updated],
    ['unchanged', summary.unchanged],
    ...(summary.removed === undefined ? [] : ([['removed', summary.removed]] as [string, number][])),
    ['refused', summary.refused.length],
  ]
  const width = Math.max(...counts.map(([, count]) => String(count).length))
  const rows = counts.map(([name, count]) => `${name.padEnd(9)}  ${String(count).padStart(width)}`)
  return [
    remarks.isDryRun ? 'Dry run, nothing was changed. Result of a push:' : 'Pushed:',
    ...rows.map((row) => `  ${row}`),
    ...section(
      'Refused:',
      summary.refused.map(({ event, reason }) => `${event}: ${reason}`),
    ),
    ...section('Shortened:', remarks.cuts.map(formatCut)),
    ...section('Warnings:', formatWarnings(remarks.warnings)),
    ...(remarks.newAccounts.length === 0 ? [] : ['', `New accounts: ${remarks.newAccounts.length}`]),
    ...(remarks.needsConfirm === undefined ? [] : ['', formatConfirm(remarks.needsConfirm)]),
    ...formatCredentials(remarks.credentials),
    '',
  ].join('\n')
}

const MAX_PLACES = 3

/** Equal warnings are one line with their number and first places. */
function formatWarnings(warnings: Remarks['warnings']): string[] {
  return [...Map.groupBy(warnings, ({ message }) => message)].map(([message, group]) => {
    const places = group.slice(0, MAX_PLACES).map(({ event }) => event)
    if (group.length === 1) return `${places[0]}: ${message}`
    const more = group.length > places.length ? ', …' : ''
    return `${counted(group.length, 'time')}: ${message} (${places.join(', ')}${more})`
  })
}

export const formatCut = ({ event, cut }: Remarks['cuts'][number]): string =>
  `${event}: ${nameOfText(cut)} from ${cut.from} to ${cut.to} characters`

export const formatConfirm = (reason: string): string => `This push requires --confirm: ${printable(reason)}`

const section = (heading: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${printable(line)}`)]

const formatCredentials = (credentials: Remarks['credentials']): string[] =>
  credentials === undefined || credentials.count === 0
    ? []
    : [
        '',
        `Passwords of ${counted(credentials.count, 'new account')}: ${credentials.file} (readable only by you)`,
      ]
