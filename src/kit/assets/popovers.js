// Popovers close with Escape, their own button, and a click elsewhere.
const closePopovers = (kept) => {
  for (const popover of document.querySelectorAll('.popover[open]'))
    if (!popover.contains(kept)) popover.open = false
}
function leavePopover() {
  const open = document.querySelector('.popover[open]')
  closePopovers(null)
  open?.querySelector('summary').focus()
}
addEventListener('click', ({ target }) =>
  target.closest('.popover [data-close]') ? leavePopover() : closePopovers(target),
)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') leavePopover()
})
