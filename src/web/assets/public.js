// Pictures of other hosts that cannot be had make room for what stands behind or beside them.
const hide = (image) => {
  const frame = image.closest('.plate-logo, .hero-banner') ?? image
  frame.hidden = true
}

for (const image of document.querySelectorAll('main img')) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc !== '') hide(image)
  else image.addEventListener('error', () => hide(image), { once: true })
}
