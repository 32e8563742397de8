// Popovers close with Escape, their own button, and a click elsewhere.
const closePopovers = (kept) => {
  for (const popover of document.querySelectorAll('.popover[open]'))
    if (!popover.contains(kept)) popover.open = false
}
addEventListener('click', ({ target }) => closePopovers(target.closest('[data-close]') ? null : target))
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const open = document.querySelector('.popover[open]')
  closePopovers(null)
  open?.querySelector('summary').focus()
})
