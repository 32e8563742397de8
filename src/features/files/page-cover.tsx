// Art that replaces a missing picture: shapes in the color of the track, always the same for the same object.
import { hashOf } from '../../kernel/lib/text/track-colors.ts'

const WIDTH = 160
const HEIGHT = 90

/** `id` determines the shapes. */
export function Cover({ id }: { id: string }) {
  const random = randomOf(hashOf(id))
  const draw = motifs[Math.floor(random() * motifs.length)] ?? rings
  return (
    <svg
      class="cover"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {draw(random)}
    </svg>
  )
}

type Random = () => number

/** Pseudorandom numbers from 0 to 1, determined by the seed (Mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const times = <T,>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const round = (value: number) => Math.round(value)
const pick = (random: Random, from: number, to: number) => round(from + random() * (to - from))

/** Rings around a point near a corner, as far as the other corners. */
function rings(random: Random) {
  const [x, y] = [random() < 0.5 ? pick(random, 20, 50) : pick(random, 110, 140), pick(random, 55, 90)]
  return times(8, (i) => (
    <circle
      cx={x}
      cy={y}
      r={12 + i * 18}
      fill="none"
      stroke-width="9"
      opacity={(0.6 - i * 0.05).toFixed(2)}
    />
  ))
}

/** Leaning bars that all cross the middle. */
function bars(random: Random) {
  return (
    <g transform={`rotate(${pick(random, -35, -15)} 80 45)`}>
      {times(10, (i) => (
        <rect
          x={-18 + i * 21}
          y={pick(random, -50, 20)}
          width="13"
          height="120"
          rx="6.5"
          opacity={(0.2 + random() * 0.5).toFixed(2)}
          stroke="none"
        />
      ))}
    </g>
  )
}

/** Overlapping circles from one side to the other. */
function circles(random: Random) {
  return times(5, (i) => (
    <circle
      cx={5 + i * 34 + pick(random, 0, 14)}
      cy={pick(random, 10, 80)}
      r={pick(random, 24, 42)}
      opacity="0.36"
      stroke="none"
    />
  ))
}

/** Quarter circles in a grid. */
function tiles(random: Random) {
  return times(15, (i) => {
    const [x, y] = [(i % 5) * 32, Math.floor(i / 5) * 30]
    const turn = pick(random, 0, 3) * 90
    return (
      <path
        d="M0 0h32a32 30 0 0 1-32 30z"
        transform={`translate(${x} ${y}) rotate(${turn} 16 15)`}
        opacity={(0.12 + random() * 0.5).toFixed(2)}
        stroke="none"
      />
    )
  })
}

/** Waves behind each other. */
function waves(random: Random) {
  const shift = pick(random, 0, 40)
  return times(5, (i) => {
    const y = 24 + i * 15
    const rise = pick(random, 8, 18)
    return (
      <path
        d={`M${-shift} ${y}q20-${rise} 40 0t40 0 40 0 40 0 40 0V100H${-shift}z`}
        opacity="0.22"
        stroke="none"
      />
    )
  })
}

const motifs = [rings, bars, circles, tiles, waves]
