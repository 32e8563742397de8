// Numbers over time, such as viewers: bars and a table.

import { useMessages } from '../messages/use-messages.tsx'

const WIDTH = 720
const HEIGHT = 180
const LEFT = 64
const BOTTOM = 26
const TOP = 12
/** Maximum number of labels on the time axis. */
const LABELS = 6

type Props = {
  points: readonly { at: number; count: number }[]
  /** A description of the chart in words. */
  summary: string
  /** The header of the time column, and the format of a time. */
  column: string
  label: (at: number) => string
  /** The header of the number column. */
  measure: string
}

export function CountChart({ points, summary, column, label, measure }: Props) {
  const { formats, office } = useMessages()
  const texts = office.attendance
  return (
    <figure class="traffic attendance">
      <Bars points={points} summary={summary} label={label} />
      <details>
        <summary>{texts.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be wider than a phone and has to scroll by keyboard, too. */}
        <section class="table-frame" aria-label={summary} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{column}</th>
                <th scope="col">{measure}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ at, count }) => (
                <tr>
                  <th scope="row">{label(at)}</th>
                  <td>{formats.number(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

function Bars({ points, summary, label }: Pick<Props, 'points' | 'summary' | 'label'>) {
  const { formats } = useMessages()
  const most = Math.max(1, ...points.map(({ count }) => count))
  const step = (WIDTH - LEFT) / points.length
  const every = Math.ceil(points.length / LABELS)
  const y = (count: number) => TOP + (1 - count / most) * (HEIGHT - TOP - BOTTOM)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {[0, most].map((tick) => (
        <g>
          <line class="grid" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {formats.number(tick)}
          </text>
        </g>
      ))}
      {points.map(({ at, count }, index) => {
        const x = LEFT + index * step
        return (
          <g>
            <rect
              class="bar-ok"
              x={x + step * 0.1}
              width={step * 0.8}
              y={y(count)}
              height={y(0) - y(count)}
            />
            {index % every === 0 ? (
              <text x={x} y={HEIGHT - 6}>
                {label(at)}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
