// The report as a plot: each figure as a share of its goal, as an SVG that fits light and dark pages.
import type { Report } from './report.ts'

const WIDTH = 760
const ROW = 34
const LABELS = 390
const BARS = WIDTH - LABELS - 70
/** The scale of the plot, as a multiple of the goal. */
const MOST = 2

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .note { fill: #57606a; font-size: 11px }
  .met { fill: #1a7f37 } .missed { fill: #bc4c00 } .goal { stroke: #57606a; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #8b949e } .met { fill: #3fb950 } .missed { fill: #f0883e }
    .goal { stroke: #8b949e }
  }`

type Bar = { label: string; note: string; share: number; isMet: boolean }

export function plotOf({ ratios, limits }: Pick<Report, 'ratios' | 'limits'>): string {
  const bars: Bar[] = [
    ...ratios.flatMap(({ ours, against, ratio, goal }) =>
      goal === null
        ? []
        : [
            {
              label: ours,
              note: `${ratio.toFixed(2)} × ${against}, goal ≥ ${goal}`,
              share: ratio / goal,
              isMet: ratio >= goal,
            },
          ],
    ),
    ...limits.map(({ name, value, unit, goal, isMet }) => ({
      label: name,
      note: `${value.toFixed(0)} ${unit}, goal ≤ ${goal} ${unit}`,
      share: goal / value,
      isMet,
    })),
  ]
  const height = bars.length * ROW + 30
  const goalX = LABELS + BARS / MOST
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    '<title>How each figure of the benchmark compares to its goal</title>',
    `<style>${STYLE}</style>`,
    `<text x="${goalX}" y="14" text-anchor="middle" class="note">goal</text>`,
    ...bars.map(row),
    `<line x1="${goalX}" x2="${goalX}" y1="20" y2="${height - 6}" class="goal"/>`,
    '</svg>',
    '',
  ].join('\n')
}

function row({ label, note, share, isMet }: Bar, place: number): string {
  const y = 24 + place * ROW
  const width = Math.max(1, (Math.min(share, MOST) / MOST) * BARS)
  const percent = `${Math.round(share * 100)} %`
  return [
    `<text x="0" y="${y + 12}">${label}</text><text x="0" y="${y + 25}" class="note">${note}</text>`,
    `<rect x="${LABELS}" y="${y + 4}" width="${width.toFixed(1)}" height="18" rx="2" class="${isMet ? 'met' : 'missed'}"/>`,
    `<text x="${LABELS + width + 6}" y="${y + 18}">${percent}</text>`,
  ].join('\n')
}
