// Draws the traffic of the last hours with uPlot in place of the server's drawing: it answers to the pointer.
for (const figure of document.querySelectorAll('figure.traffic')) void draw(figure)

async function draw(figure) {
  const { default: UPlot } = await import(figure.dataset.library)
  const hours = JSON.parse(figure.dataset.traffic)
  const picture = figure.querySelector('svg')
  const place = document.createElement('div')
  place.className = 'traffic-plot'
  place.setAttribute('role', 'img')
  place.setAttribute('aria-label', picture.getAttribute('aria-label'))
  picture.replaceWith(place)

  let plot
  const redraw = () => {
    plot?.destroy()
    plot = new UPlot(optionsOf(UPlot, figure, place, hours), stacked(hours), place)
  }
  redraw()
  new ResizeObserver(() => plot.setSize(sizeOf(place))).observe(place)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}

const sizeOf = (place) => ({ width: place.clientWidth, height: 240 })

/** Drawn over one another: all, then what was not successful, then what failed. */
const stacked = (hours) => [
  hours.map(([time]) => time),
  hours.map(([, requests]) => requests),
  hours.map(([, , refused, failed]) => refused + failed),
  hours.map(([, , , failed]) => failed),
]

function optionsOf(UPlot, figure, place, hours) {
  const color = (name) => colorOf(place, name)
  const bars = UPlot.paths.bars({ size: [0.7, 60], align: 1 })
  const series = (label, fill, value) => ({
    label,
    fill,
    stroke: fill,
    width: 0,
    paths: bars,
    points: { show: false },
    value: (_plot, _count, _series, index) => (index === null ? '–' : value(hours[index])),
  })
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    ...sizeOf(place),
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), figure.dataset.zone),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.05)] } },
    axes: [
      { ...axis, grid: { show: false }, values: '{HH}:{mm}' },
      {
        ...axis,
        size: 48,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
      },
    ],
    series: [
      { value: '{HH}:{mm}' },
      series('Requests', color('--accent'), ([, requests]) => requests),
      series('Refused', color('--warn'), ([, , refused]) => refused),
      series('Failed', color('--bad'), ([, , , failed]) => failed),
    ],
  }
}

/** A custom property as the colour that it is in the present scheme. */
function colorOf(place, name) {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
