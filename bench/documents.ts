// The figures of bench/results.json in the documents: tables between comments such as `<!-- bench:ratios -->` and
// `<!-- /bench -->`, and plots.
import { readFileSync, writeFileSync } from 'node:fs'
import { plotOf } from './plot.ts'
import type { Limit, Ratio, Report, Row } from './report.ts'

type Machine = {
  node: string
  cores: number
  cpu: string
  rounds: number
  seconds: number
  loadBefore: number
}
type Measured = Pick<Report, 'figures' | 'ratios'> & { machine: Machine }
export type Results = Partial<Report> & { machine?: Machine; peers?: Measured }

const docs = new URL('../docs/', import.meta.url)
const DOCUMENTS = [new URL('performance.md', docs), new URL('../README.md', import.meta.url)]
const PART = /(<!-- bench:(\w+) -->\n).*?(<!-- \/bench -->)/gs

/** Writes the plots, and the tables of all parts whose figures are known. */
export function writeDocuments({ ratios, limits, figures, machine, peers }: Results): void {
  const parts: Record<string, string> = {}
  if (ratios && limits && figures && machine) {
    parts.ratios = ratioTable(ratios)
    parts.limits = limitTable(limits)
    parts.figures = figureTable(figures)
    parts.machine = sentenceOf(machine)
    writeFileSync(new URL('performance.svg', docs), plotOf({ ratios, limits }))
  }
  if (peers) {
    parts.summary = summaryTable(peers)
    parts.peers = ratioTable(peers.ratios)
    parts.peerFigures = figureTable(peers.figures)
    parts.peerMachine = sentenceOf(peers.machine)
    writeFileSync(new URL('performance-peers.svg', docs), plotOf({ ratios: peers.ratios, limits: [] }))
  }
  for (const document of DOCUMENTS) {
    const text = readFileSync(document, 'utf8')
    const filled = text.replace(PART, (part, start: string, name: string, end: string) =>
      parts[name] === undefined ? part : `${start}\n${parts[name]}\n\n${end}`,
    )
    if (filled !== text) writeFileSync(document, filled)
  }
}

const ratioTable = (ratios: readonly Ratio[]): string =>
  markdown(
    ['work', 'compared with', 'ratio', 'goal'],
    ratios.map(({ ours, against, ratio, goal }) => [
      ours,
      against,
      ratio.toFixed(ratio < 10 ? 2 : 1),
      goal === null ? '' : String(goal),
    ]),
  )

/** A summary for readers who only want the comparison. */
const summaryTable = ({ figures, ratios }: Measured): string =>
  markdown(
    ['work', 'Lectern, per second', 'times the better of Directus and Strapi'],
    [...new Set(ratios.map(({ ours }) => ours))].map((ours) => [
      ours,
      Math.round(figures.find(({ name }) => name === ours)?.perSecond ?? Number.NaN).toLocaleString('en'),
      Math.min(...ratios.filter((one) => one.ours === ours).map(({ ratio }) => ratio)).toFixed(1),
    ]),
  )

const limitTable = (limits: readonly Limit[]): string =>
  markdown(
    ['', 'measured', 'goal'],
    limits.map(({ name, value, unit, goal }) => [name, `${value.toFixed(0)} ${unit}`, `${goal} ${unit}`]),
  )

const figureTable = (figures: readonly Row[]): string =>
  markdown(
    ['work', 'per second', 'median', 'p99'],
    figures.map(({ name, unit, perSecond, medianMs, p99Ms }) => [
      name,
      `${Math.round(perSecond).toLocaleString('en')} ${unit}`,
      medianMs === undefined ? '' : `${medianMs.toFixed(1)} ms`,
      p99Ms === undefined ? '' : `${p99Ms.toFixed(1)} ms`,
    ]),
  )

const sentenceOf = ({ node, cores, cpu, rounds, seconds, loadBefore }: Machine): string =>
  `Medians of ${rounds} rounds of ${seconds} s, in turns, with Node ${node} on ${cores} cores (${cpu}), which the servers\n` +
  `shared with the load.${loadBefore > cores / 4 ? ` Other programs used them, too (load ${loadBefore.toFixed(1)}), so the figures are rough.` : ''}`

const markdown = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
