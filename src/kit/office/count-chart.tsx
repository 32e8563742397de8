// Numbers over time, such as viewers: bars and a table.

import { useMessages } from '../messages/use-messages.tsx'

/** Sizes in pixels, and the maximum number of labels on the time axis. The chart scales its texts with its width. */
const SIZES = {
  wide: { width: 720, height: 180, left: 64, labels: 6 },
  narrow: { width: 360, height: 135, left: 32, labels: 3 },
}
const BOTTOM = 26
const TOP = 12

type Props = {
  points: readonly { at: number; count: number }[]
  /** A description of the chart in words. */
  summary: string
  /** The header of the time column, and the format of a time. */
  column: string
  label: (at: number) => string
  /** The header of the number column. */
  measure: string
  /** Wide by default. */
  size?: keyof typeof SIZES
}

export function CountChart({ points, summary, column, label, measure, size = 'wide' }: Props) {
  const { formats, office } = useMessages()
  const texts = office.attendance
  return (
    <figure class={`traffic attendance ${size}`}>
      <Bars points={points} summary={summary} label={label} size={size} />
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

type BarsProps = Required<Pick<Props, 'points' | 'summary' | 'label' | 'size'>>

function Bars({ points, summary, label, size }: BarsProps) {
  const { formats } = useMessages()
  const { width, height, left, labels } = SIZES[size]
  const most = Math.max(1, ...points.map(({ count }) => count))
  const step = (width - left) / points.length
  const every = Math.ceil(points.length / labels)
  const y = (count: number) => TOP + (1 - count / most) * (height - TOP - BOTTOM)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      {[0, most].map((tick) => (
        <g>
          <line class="grid" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} text-anchor="end">
            {formats.number(tick)}
          </text>
        </g>
      ))}
      {points.map(({ at, count }, index) => {
        const x = left + index * step
        return (
          <g>
            <rect
              class="bar-ok"
              x={x + step * 0.1}
              width={step * 0.8}
              y={y(count)}
              height={y(0) - y(count)}
            />
            {(points.length - 1 - index) % every === 0 ? (
              <text x={x + step} y={height - 6} text-anchor="end">
                {label(at)}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
