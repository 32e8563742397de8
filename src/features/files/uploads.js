// Fields for files: refuses files that are too large before they are sent, and shows how a picture will be cropped. The
// server crops it. Without scripts, the server keeps the whole picture.

for (const field of document.querySelectorAll('[data-upload]')) watch(field)

function watch(field) {
  const input = field.querySelector('input[type="file"]')
  const panel = field.querySelector('.crop')
  const tooLarge = field.querySelector('[data-too-large]')
  const crop = panel && openCrop(field, panel)
  const discard = () => {
    input.value = ''
    crop?.show(undefined)
  }
  input.addEventListener('change', () => {
    const files = [...input.files]
    tooLarge.hidden = files.reduce((sum, { size }) => sum + size, 0) <= Number(field.dataset.maxBytes)
    if (!tooLarge.hidden) return discard()
    crop?.show(files[0])
  })
  panel?.querySelector('[data-discard]').addEventListener('click', () => {
    discard()
    input.focus()
  })
}

/** Pixels on both axes for sharp screens. The page shows it smaller. */
const WIDTH = 640
const MAX_HEIGHT = 640

/** The user chooses the part of the picture with sliders or by dragging it. */
function openCrop(field, panel) {
  const canvas = panel.querySelector('canvas')
  const context = canvas.getContext('2d')
  const sent = panel.querySelector('input[type="hidden"]')
  const [zoom, x, y] = ['zoom', 'x', 'y'].map((name) => panel.querySelector(`[data-control="${name}"]`))
  let picture

  /** The visible part, in shares of the width and height. */
  const regionOf = () => {
    const own = picture.width / picture.height
    const ratio = Number(field.dataset.ratio ?? own)
    const scale = zoom ? 100 / zoom.value : 1
    const width = Math.min(1, ratio / own) * scale
    const height = Math.min(1, own / ratio) * scale
    const place = (slider, size) => (slider ? (slider.value / 100) * (1 - size) : 0)
    return { left: place(x, width), top: place(y, height), width, height, ratio }
  }

  const draw = () => {
    const { left, top, width, height, ratio } = regionOf()
    canvas.width = Math.min(WIDTH, MAX_HEIGHT * ratio)
    canvas.height = canvas.width / ratio
    const source = [
      left * picture.width,
      top * picture.height,
      width * picture.width,
      height * picture.height,
    ]
    context.drawImage(picture, ...source, 0, 0, canvas.width, canvas.height)
    if (!sent) return
    x.disabled = width > 0.999
    y.disabled = height > 0.999
    const isWhole = x.disabled && y.disabled
    sent.value = isWhole ? '' : [left, top, width, height].map((share) => share.toFixed(6)).join()
  }

  for (const slider of [zoom, x, y]) slider?.addEventListener('input', draw)
  if (sent) {
    let start
    canvas.addEventListener('pointerdown', ({ pointerId, clientX, clientY }) => {
      canvas.setPointerCapture(pointerId)
      start = { clientX, clientY, x: x.value, y: y.value }
    })
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return
      const { width, height } = regionOf()
      const drag = (slider, from, share, size) => {
        if (size < 0.999) slider.value = from - (share * size * 100) / (1 - size)
      }
      drag(x, start.x, (event.clientX - start.clientX) / canvas.clientWidth, width)
      drag(y, start.y, (event.clientY - start.clientY) / canvas.clientHeight, height)
      draw()
    })
  }

  return {
    /** Undefined, or a file that browsers cannot draw, such as a drawing, has nothing to crop. */
    async show(file) {
      picture = file && (await createImageBitmap(file).catch(() => undefined))
      panel.hidden = !picture
      field.classList.toggle('is-new', Boolean(picture))
      if (sent) {
        sent.value = ''
        zoom.value = 100
        x.value = 50
        y.value = 50
      }
      if (picture) draw()
    },
  }
}
