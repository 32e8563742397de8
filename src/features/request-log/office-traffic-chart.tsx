// Requests and errors by hour. The chart and a table of the numbers are drawn on the server, and traffic-chart.js
// redraws the chart with uPlot.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { assetPath } from '../../kit/pages/assets.ts'
import type { Traffic } from './request-log.ts'

const WIDTH = 720
const HEIGHT = 220
const LEFT = 64
const BOTTOM = 26
const TOP = 10
const TICKS = 4

type TrafficProps = { hours: readonly Traffic[]; zone: string }

export function TrafficChart({ hours, zone }: TrafficProps) {
  const { time, office } = useMessages()
  const texts = office.dashboard.traffic
  const data = hours.map(({ hour, requests, refused, failed }) => [hour / 1000, requests, refused, failed])
  // Texts that the script shows for the hour under the pointer.
  const readings = hours.map(({ hour, requests, refused, failed }) =>
    texts.reading({ time: time.clock(hour, zone), requests, refused, failed }),
  )
  return (
    <figure
      class="traffic wide"
      data-traffic={JSON.stringify(data)}
      data-readings={JSON.stringify(readings)}
      data-zone={zone}
      data-library={assetPath('uplot.js')}
    >
      <figcaption class="traffic-key">
        <span class="key-ok">{texts.successful}</span>
        <span class="key-refused">{texts.refused}</span>
        <span class="key-failed">{texts.failed}</span>
      </figcaption>
      <Bars hours={hours} zone={zone} />
      <details>
        <summary>{texts.asTable}</summary>
        <TrafficTable hours={hours} zone={zone} />
      </details>
    </figure>
  )
}

function TrafficTable({ hours, zone }: TrafficProps) {
  const { time, office } = useMessages()
  const texts = office.dashboard.traffic
  const last = hours.at(-1)?.hour ?? 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is wider than a phone and has to scroll by keyboard, too.
    <section class="table-frame" aria-label={texts.tableLabel} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.hour({ zone: time.zone(last, zone) })}</th>
            <th scope="col">{texts.requests}</th>
            <th scope="col">{texts.refused}</th>
            <th scope="col">{texts.failed}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, requests, refused, failed }) => (
            <tr>
              <th scope="row">{time.clock(hour, zone)}</th>
              <td>{requests}</td>
              <td>{refused}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bars({ hours, zone }: TrafficProps) {
  const { time, formats, office } = useMessages()
  const top = roundUp(Math.max(TICKS, ...hours.map(({ requests }) => requests)))
  const y = (count: number) => TOP + (1 - count / top) * (HEIGHT - TOP - BOTTOM)
  const step = (WIDTH - LEFT) / hours.length
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => (top / TICKS) * index)
  const sum = (field: 'requests' | 'refused' | 'failed') =>
    hours.reduce((total, traffic) => total + traffic[field], 0)
  const summary = office.dashboard.traffic.summary({
    requests: sum('requests'),
    refused: sum('refused'),
    failed: sum('failed'),
  })
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary}>
      {ticks.map((tick) => (
        <g>
          <line class="grid" x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {formats.number(tick)}
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
                {time.clock(hour, zone)}
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

/** The next number that divides well into the ticks: 4, 8, 12, 20, 40, 80, 120, 200… */
function roundUp(count: number): number {
  const scale = 10 ** Math.floor(Math.log10(count / TICKS))
  const step = [1, 2, 3, 5, 10].find((candidate) => candidate * scale * TICKS >= count) ?? 10
  return step * scale * TICKS
}
