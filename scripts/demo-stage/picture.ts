// One frame of the demo's stage: a workbench with gears that turn, a lamp, and a strip of bars that follow the tune.

export const SIZE = { width: 640, height: 360 }
export const SECONDS = 20
const BARS = 20
const BEATS = 40

type Gear = {
  x: number
  y: number
  teeth: number
  radius: number
  color: string
  turns: number
  start: number
}

/** Turns are whole numbers of teeth, so that the last frame fits the first one. Neighbors turn at the same speed of teeth. */
const gears: readonly Gear[] = [
  { x: 178, y: 152, teeth: 24, radius: 84, color: '#e5a04b', turns: 1, start: 0 },
  { x: 285.2, y: 202, teeth: 12, radius: 42, color: '#d9694f', turns: -2, start: 3 },
  { x: 354.6, y: 128.5, teeth: 18, radius: 63, color: '#7fb3a2', turns: 4 / 3, start: 5 },
]

/** SVG of the frame at a time in seconds. */
export function frameAt(seconds: number): string {
  const { width, height } = SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#17343f"/><stop offset="1" stop-color="#22505c"/></linearGradient>
<radialGradient id="light" cx="520" cy="86" r="230" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#ffe9b8" stop-opacity="${0.5 + 0.06 * Math.sin((2 * Math.PI * seconds) / 5)}"/><stop offset="1" stop-color="#ffe9b8" stop-opacity="0"/></radialGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#wall)"/>
<rect width="${width}" height="${height}" fill="url(#light)"/>
<path d="M520 0v44" stroke="#0f252d" stroke-width="5"/>
<path d="M474 92q4-50 46-50t46 50z" fill="#c7503f"/><path d="M504 92a16 14 0 0 0 32 0z" fill="#fff3cf"/>
${gears.map((gear) => drawGear(gear, seconds)).join('')}
<rect y="286" width="${width}" height="74" fill="#7a4a2b"/><rect y="286" width="${width}" height="7" fill="#95603a"/>
${drawBars(seconds)}
</svg>`
}

function drawGear({ x, y, teeth, radius, color, turns, start }: Gear, seconds: number): string {
  const angle = start + (360 * turns * seconds * 0.75) / (SECONDS / 4)
  const tooth = (360 / teeth) * 0.26
  const points = Array.from({ length: teeth }, (_, index) => {
    const middle = (360 / teeth) * index
    const [inner, outer] = [radius - 5, radius + 6]
    return [
      at(inner, middle - tooth * 1.5),
      at(outer, middle - tooth * 0.8),
      at(outer, middle + tooth * 0.8),
      at(inner, middle + tooth * 1.5),
    ].join(' ')
  }).join(' ')
  const holes = [0, 72, 144, 216, 288]
    .map((degrees) => `<circle cx="${radius * 0.55}" r="${radius * 0.16}" transform="rotate(${degrees})"/>`)
    .join('')
  return `<g transform="translate(${x} ${y}) rotate(${angle.toFixed(3)})"><polygon points="${points}" fill="${color}"/><g fill="#17343f" fill-opacity=".55">${holes}</g><circle r="${radius * 0.2}" fill="#17343f"/><circle r="${radius * 0.1}" fill="#f3e3c3"/></g>`
}

const at = (radius: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180
  return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`
}

/** Each beat of the tune moves one bar, from left to right. */
function drawBars(seconds: number): string {
  const beat = (seconds / SECONDS) * BEATS
  return Array.from({ length: BARS }, (_, bar) => {
    const since = (((beat - bar) % BARS) + BARS) % BARS
    const height = 8 + 44 * Math.exp(-since * 0.55) * Math.min(1, since * 8 + 0.2)
    const isNewest = since < 1
    return `<rect x="${40 + bar * 28}" y="${346 - height}" width="18" height="${height.toFixed(1)}" rx="4" fill="${isNewest ? '#ffe9b8' : '#d9a066'}"/>`
  }).join('')
}
