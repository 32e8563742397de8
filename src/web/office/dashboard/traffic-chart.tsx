// Requests and errors by hour: drawn on the server, as a table for who wants the numbers, and drawn again with
// uPlot where scripts run.
import type { Traffic } from '../../../domain/office/request-log.ts'
import { timeText, zoneText } from '../../components/time.tsx'
import { assetPath } from '../../pages/assets.ts'

const WIDTH = 720
const HEIGHT = 220
const LEFT = 44
const BOTTOM = 26
const TOP = 10
const TICKS = 4

export function TrafficChart({ hours, zone }: { hours: readonly Traffic[]; zone: string }) {
  const last = hours.at(-1)?.hour ?? 0
  const data = hours.map(({ hour, requests, refused, failed }) => [hour / 1000, requests, refused, failed])
  return (
    <figure
      class="traffic"
      data-traffic={JSON.stringify(data)}
      data-zone={zone}
      data-library={assetPath('uplot.js')}
    >
      <figcaption class="traffic-key">
        <span class="key-ok">Answered</span>
        <span class="key-refused">Refused (4xx)</span>
        <span class="key-failed">Failed (5xx)</span>
      </figcaption>
      <Bars hours={hours} zone={zone} />
      <details>
        <summary>The same as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is scrolled by the keyboard, too. */}
        <section class="table-frame" aria-label="Requests by hour" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">From, {zoneText(last, zone)}</th>
                <th scope="col">Requests</th>
                <th scope="col">Refused</th>
                <th scope="col">Failed</th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ hour, requests, refused, failed }) => (
                <tr>
                  <th scope="row">{timeText(hour, zone)}</th>
                  <td>{requests}</td>
                  <td>{refused}</td>
                  <td>{failed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}

function Bars({ hours, zone }: { hours: readonly Traffic[]; zone: string }) {
  const top = roundUp(Math.max(TICKS, ...hours.map(({ requests }) => requests)))
  const y = (count: number) => TOP + (1 - count / top) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - LEFT) / hours.length
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => (top / TICKS) * index)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summaryOf(hours)}>
      {ticks.map((tick) => (
        <g>
          <line class="grid" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      {hours.map(({ hour, requests, refused, failed }, index) => {
        const x = LEFT + index * step
        return (
          <g>
            <Bar kind="ok" x={x} step={step} from={y(requests)} to={y(refused + failed)} />
            <Bar kind="refused" x={x} step={step} from={y(refused + failed)} to={y(failed)} />
            <Bar kind="failed" x={x} step={step} from={y(failed)} to={y(0)} />
            {index % 4 === 2 ? (
              <text x={x + step / 2} y={HEIGHT - 6} text-anchor="middle">
                {timeText(hour, zone)}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}

type BarProps = { kind: 'ok' | 'refused' | 'failed'; x: number; step: number; from: number; to: number }

function Bar({ kind, x, step, from, to }: BarProps) {
  if (to - from < 0.05) return null
  return <rect class={`bar-${kind}`} x={x + step * 0.15} width={step * 0.7} y={from} height={to - from} />
}

/** A number at or above `count` that divides well into the ticks: 4, 8, 12, 20, 40, 80, 120, 200… */
function roundUp(count: number): number {
  const scale = 10 ** Math.floor(Math.log10(count / TICKS))
  const step = [1, 2, 3, 5, 10].find((candidate) => candidate * scale * TICKS >= count) ?? 10
  return step * scale * TICKS
}

function summaryOf(hours: readonly Traffic[]): string {
  const sum = (of: (traffic: Traffic) => number) => hours.reduce((total, traffic) => total + of(traffic), 0)
  const errors = sum(({ refused }) => refused)
  return `${sum(({ requests }) => requests)} requests in the last 24 hours, of which ${errors} refused and ${sum(
    ({ failed }) => failed,
  )} failed.`
}
