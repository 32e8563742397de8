// Popovers close with Escape and a click elsewhere.
const closePopovers = (kept) => {
  for (const popover of document.querySelectorAll('.popover[open]'))
    if (!popover.contains(kept)) popover.open = false
}
addEventListener('click', ({ target }) => closePopovers(target))
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const open = document.querySelector('.popover[open]')
  closePopovers(null)
  open?.querySelector('summary').focus()
})
