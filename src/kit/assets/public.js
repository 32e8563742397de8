// Hides images of other hosts that fail to load.
const hide = (image) => {
  const frame = image.closest('.plate-logo, .hero-banner') ?? image
  frame.hidden = true
}

for (const image of document.querySelectorAll('main img')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide(image)
  else image.addEventListener('error', () => hide(image), { once: true })
}

// Keeps opened pages for reading offline. This needs a valid certificate.
const workers = navigator.serviceWorker
async function keepPages() {
  const isNew = workers.controller === null
  await workers.register('/service-worker.js')
  if (isNew) (await workers.ready).active.postMessage({ keep: location.href })
}
if (workers) addEventListener('load', () => keepPages().catch(() => {}), { once: true })

// A sponsor shows its color and name until its logo has loaded.
for (const image of document.querySelectorAll('.plate-logo img')) {
  if (image.complete) continue
  const { classList } = image.closest('.plate-logo')
  classList.add('waiting')
  image.addEventListener('load', () => classList.remove('waiting'), { once: true })
}
