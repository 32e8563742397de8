// Fields for files. A picture is dropped or chosen, cropped by dragging or with the keyboard, and uploaded at once; the
// form then sends its path. The server crops it. If the upload fails, the form sends the file itself.

/** Pixels on both axes for sharp screens. The page shows it smaller. */
const WIDTH = 960
const MAX_ZOOM = 400
/** The share of the picture that an arrow key moves it by, and with Shift. */
const [STEP, LONG_STEP] = [0.02, 0.1]

for (const field of document.querySelectorAll('[data-documents]')) checkDocuments(field)
for (const field of document.querySelectorAll('[data-upload]')) addPicture(field)

function isTooLarge(field, files) {
  return [...files].reduce((sum, { size }) => sum + size, 0) > Number(field.dataset.maxBytes)
}

function checkDocuments(field) {
  const input = field.querySelector('input[type="file"]')
  const tooLarge = field.querySelector('[data-too-large]')
  input.addEventListener('change', () => {
    tooLarge.hidden = !isTooLarge(field, input.files)
    if (!tooLarge.hidden) input.value = ''
  })
}

function addPicture(field) {
  const find = (selector) => field.querySelector(selector)
  const input = find('input[type="file"]')
  const address = find('.picture-address input')
  const [image, drop, buttons] = ['.picture-now', '.picture-drop', '.picture-buttons.with-scripts'].map(find)
  const [tooLarge, refused, status] = ['[data-too-large]', '[data-refused]', '[data-uploaded]'].map(find)
  const later = refused.dataset.refused
  // Links to the field lead to its frame, because uploads.css hides the input: buttons open it.
  const frame = find('.picture-frame')
  frame.tabIndex = -1
  frame.id = input.id
  input.removeAttribute('id')

  const showState = (text = '', problem = '') => {
    status.textContent = text
    refused.textContent = problem
    refused.hidden = problem === ''
  }
  const showPicture = () => {
    const isChosen = crop.isOpen()
    image.hidden = isChosen || address.value === ''
    drop.hidden = isChosen || address.value !== ''
    buttons.hidden = isChosen || address.value === ''
    if (!image.hidden) image.src = address.value
  }
  const setAddress = (path) => {
    address.value = path
    address.dispatchEvent(new Event('input', { bubbles: true }))
    showPicture()
  }
  const discard = () => {
    input.value = ''
    crop.close()
    showPicture()
  }
  const upload = async () => {
    const progress = find('progress')
    progress.hidden = false
    const sent = { file: input.files[0], crop: crop.region(), csrf: input.form.elements._csrf.value }
    const answer = await sendPicture(field.dataset.upload, sent, (share) => {
      progress.value = share
    })
    progress.hidden = true
    if (answer.path) {
      discard()
      setAddress(answer.path)
      showState(status.dataset.uploaded)
    } else if (answer.problem) {
      discard()
      showState('', answer.problem)
    } else showState(later)
    ;(buttons.hidden ? drop : buttons.querySelector('button')).focus()
  }
  const crop = openCrop(field, { use: upload, discard })

  input.addEventListener('change', async () => {
    const [file] = input.files
    showState()
    tooLarge.hidden = !isTooLarge(field, input.files)
    if (!file || !tooLarge.hidden) return discard()
    await crop.open(file)
    showPicture()
    if (crop.isOpen() && field.dataset.ratio) crop.focus()
    else await upload()
  })
  address.addEventListener('change', showPicture)
  for (const button of [drop, find('[data-replace]')]) button.addEventListener('click', () => input.click())
  find('[data-remove]').addEventListener('click', () => {
    setAddress('')
    showState(status.dataset.removed)
    drop.focus()
  })
  acceptDrops(frame, (files) => {
    input.files = files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

function acceptDrops(frame, take) {
  const mark = (isOver) => frame.classList.toggle('is-over', isOver)
  frame.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  frame.addEventListener('dragleave', () => mark(false))
  frame.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    if (event.dataTransfer.files.length === 1) take(event.dataTransfer.files)
  })
}

/** Resolves to the answer of the server; `{}` if there is none. */
function sendPicture(path, { file, crop, csrf }, onProgress) {
  const body = new FormData()
  body.append('_csrf', csrf)
  body.append('crop:picture', crop)
  body.append('upload:picture', file)
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => resolve(request.response ?? {}))
    request.send(body)
  })
}

/** The part of a picture that is kept, as the center and the zoom that the user chooses. */
function openCrop(field, { use, discard }) {
  const panel = field.querySelector('.crop')
  const canvas = panel.querySelector('canvas')
  const context = canvas.getContext('2d')
  const sent = panel.querySelector('input[type="hidden"]')
  const zoom = panel.querySelector('[data-zoom]')
  let picture
  let center

  /** In shares of the width and height. */
  const regionOf = () => {
    const own = picture.width / picture.height
    const ratio = Number(field.dataset.ratio ?? own)
    const scale = zoom ? 100 / zoom.value : 1
    const width = Math.min(1, ratio / own) * scale
    const height = Math.min(1, own / ratio) * scale
    const place = (at, size) => Math.min(Math.max(at, size / 2), 1 - size / 2)
    center = { x: place(center.x, width), y: place(center.y, height) }
    return { left: center.x - width / 2, top: center.y - height / 2, width, height, ratio }
  }
  const draw = () => {
    const { left, top, width, height, ratio } = regionOf()
    canvas.width = Math.min(WIDTH, WIDTH * ratio)
    canvas.height = canvas.width / ratio
    const source = [
      left * picture.width,
      top * picture.height,
      width * picture.width,
      height * picture.height,
    ]
    context.drawImage(picture, ...source, 0, 0, canvas.width, canvas.height)
    if (!sent) return
    const isWhole = width > 0.999 && height > 0.999
    sent.value = isWhole ? '' : [left, top, width, height].map((share) => share.toFixed(6)).join()
  }
  const move = (x, y) => {
    center = { x: center.x + x, y: center.y + y }
    draw()
  }
  const setZoom = (value) => {
    zoom.value = value
    draw()
  }

  panel.querySelector('[data-use]').addEventListener('click', use)
  panel.querySelector('[data-discard]').addEventListener('click', () => {
    discard()
    field.querySelector('.picture-drop:not([hidden]), [data-replace]').focus()
  })
  if (sent) {
    zoom.addEventListener('input', draw)
    canvas.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? LONG_STEP : STEP
      const { width, height } = regionOf()
      const moves = {
        ArrowLeft: [-step * width, 0],
        ArrowRight: [step * width, 0],
        ArrowUp: [0, -step * height],
        ArrowDown: [0, step * height],
      }
      if (event.key in moves) move(...moves[event.key])
      else if (event.key === '+') setZoom(Math.min(MAX_ZOOM, Number(zoom.value) + 10))
      else if (event.key === '-') setZoom(Math.max(100, Number(zoom.value) - 10))
      else return
      event.preventDefault()
    })
    let last
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId)
      last = event
    })
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return
      const { width, height } = regionOf()
      const share = (distance, length, size) => (distance / length) * size
      move(
        share(last.clientX - event.clientX, canvas.clientWidth, width),
        share(last.clientY - event.clientY, canvas.clientHeight, height),
      )
      last = event
    })
  }

  return {
    /** A file that browsers cannot draw, such as a drawing, has nothing to crop. */
    async open(file) {
      picture = await createImageBitmap(file).catch(() => undefined)
      panel.hidden = !picture
      if (!picture) return
      center = { x: 0.5, y: 0.5 }
      if (zoom) zoom.value = 100
      draw()
    },
    close() {
      picture = undefined
      panel.hidden = true
      if (sent) sent.value = ''
    },
    isOpen: () => picture !== undefined,
    focus: () => canvas.focus(),
    region: () => sent?.value ?? '',
  }
}
