// The page of an object, as a dialog.
import { panel } from './live-page.js'

addEventListener('click', async (event) => {
  const { target } = event
  /** @type {HTMLAnchorElement | null} */
  const link = target instanceof Element ? target.closest('a[data-dialog]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const response = await fetch(link.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok) return location.assign(link.href)
  const opened = new DOMParser().parseFromString(await response.text(), 'text/html')
  const content = opened.querySelector('[data-dialog-content]')
  if (!content) return location.assign(link.href)
  const dialog = dialogWith(content, opened.querySelector('h1')?.textContent ?? '')
  const placeId = link.closest('[id]')?.id ?? ''
  dialog.addEventListener('close', () => {
    dialog.remove()
    focusAgain(link, placeId)
  })
  document.body.append(dialog)
  dialog.showModal()
})

/**
 * @param {Element} content
 * @param {string} name
 */
function dialogWith(content, name) {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog live-dialog'
  dialog.setAttribute('aria-label', name)
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'plain live-dialog-close'
  close.textContent = '×'
  close.setAttribute('aria-label', panel?.dataset.close ?? '')
  close.addEventListener('click', () => dialog.close())
  dialog.append(close, content)
  return dialog
}

/**
 * The element of the link may have changed in the meantime.
 * @param {HTMLAnchorElement} link
 * @param {string} placeId
 */
function focusAgain(link, placeId) {
  /** @type {HTMLAnchorElement | null | undefined} */
  const current = link.isConnected ? link : document.getElementById(placeId)?.querySelector('a[data-dialog]')
  current?.focus()
}
