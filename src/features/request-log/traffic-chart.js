// Replaces the server's chart of the last hours with a uPlot chart, which shows the numbers at the pointer.
for (const figure of document.querySelectorAll('figure[data-traffic]')) void draw(figure)

async function draw(figure) {
  const { default: UPlot } = await import(figure.dataset.library)
  const hours = JSON.parse(figure.dataset.traffic)
  const readings = JSON.parse(figure.dataset.readings)
  const picture = figure.querySelector('svg')
  const place = document.createElement('div')
  place.className = 'traffic-plot'
  place.setAttribute('role', 'img')
  place.setAttribute('aria-label', picture.getAttribute('aria-label'))
  picture.replaceWith(place)
  const reading = document.createElement('span')
  reading.className = 'traffic-reading'
  figure.querySelector('figcaption').append(reading)
  const read = (index) => {
    reading.textContent = readings[index] ?? ''
  }

  let plot
  const redraw = () => {
    plot?.destroy()
    plot = new UPlot(
      { ...optionsOf(UPlot, figure, place), hooks: { setCursor: [({ cursor }) => read(cursor.idx)] } },
      stacked(hours),
      place,
    )
  }
  redraw()
  new ResizeObserver(() => plot.setSize(sizeOf(place))).observe(place)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}

const sizeOf = (place) => ({ width: place.clientWidth, height: 240 })

/** Drawn on top of each other: all requests, then all errors, then server errors. */
const stacked = (hours) => [
  hours.map(([time]) => time),
  hours.map(([, requests]) => requests),
  hours.map(([, , refused, failed]) => refused + failed),
  hours.map(([, , , failed]) => failed),
]

function optionsOf(UPlot, figure, place) {
  const color = (name) => colorOf(place, name)
  const bars = UPlot.paths.bars({ size: [0.7, 60], align: 1 })
  const series = (fill) => ({
    fill,
    stroke: fill,
    width: 0,
    paths: bars,
    points: { show: false },
  })
  const short = new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact' })
  const axis = {
    font: `12px ${getComputedStyle(place).fontFamily}`,
    stroke: color('--muted'),
    grid: { stroke: color('--border'), width: 1 },
    ticks: { show: false },
  }
  return {
    ...sizeOf(place),
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), figure.dataset.zone),
    cursor: { y: false, drag: { x: false, y: false } },
    legend: { show: false },
    padding: [8, 20, 0, 0],
    scales: {
      // Leaves room for the bar of the last hour.
      x: { range: (_plot, first, last) => [first, last + 3600] },
      y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.05)] },
    },
    axes: [
      { ...axis, size: 34, gap: 8, space: 60, grid: { show: false }, values: '{HH}:{mm}' },
      {
        ...axis,
        size: 44,
        values: (_plot, counts) => counts.map((count) => short.format(count)),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
      },
    ],
    series: [{}, series(color('--accent')), series(color('--warning')), series(color('--danger'))],
  }
}

/** The color of a custom property in the current color scheme. */
function colorOf(place, name) {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
