// The forms of the panel: sent without leaving the page.
import { applyItem } from './live-items.js'
import { tell } from './live-page.js'
import { lostText } from './live-panel.js'

/** @import { Item } from './live-items.js' */

/**
 * @typedef {{ message?: string, detail?: string, errors?: { message: string }[] }} Problem
 * @typedef {Problem & { items?: Item[] }} Answer
 */

addEventListener('submit', async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (!form.closest('#live, .live-dialog') || form.dataset.opensPage) return
  event.preventDefault()
  const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter)
  const sent = /** @type {[string, string][]} */ ([...new FormData(form, submitter)])
  const body = new URLSearchParams(sent)
  const buttons = form.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  try {
    const address = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
    })
    // The session has ended.
    if (response.redirected) return location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`)
    /** @type {Answer} */
    const answer = await response.json()
    showProblem(form, response.ok ? '' : textOf(answer))
    if (response.ok) show(answer, form, body)
  } catch {
    showProblem(form, lostText())
  } finally {
    for (const button of buttons) button.disabled = false
    form.querySelector('textarea')?.focus()
  }
})

/** @param {Problem} problem */
const textOf = ({ errors, message, detail }) => errors?.[0]?.message ?? message ?? detail ?? ''

/**
 * @param {Answer} answer
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body What was sent.
 */
function show(answer, form, body) {
  for (const item of answer.items ?? []) {
    applyItem(item)
    document.getElementById(`${item.kind}-${item.id}`)?.focus()
  }
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const fields = form.querySelectorAll('textarea, input:is([type=text], :not([type]))')
  // Text typed after sending has not been sent.
  for (const field of fields) if (field.value === body.get(field.name)) field.value = ''
  form.closest('dialog')?.close()
  tell('sent', answer)
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function showProblem(form, text) {
  /** @type {HTMLElement | null} */
  let place = form.querySelector('.form-problem')
  if (!place) {
    place = document.createElement('p')
    place.className = 'form-problem'
    place.setAttribute('role', 'alert')
    form.prepend(place)
  }
  place.textContent = text
  place.hidden = text === ''
}

addEventListener('keydown', (event) => {
  const { target } = event
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return
  if (!target.matches('[data-submit-on-enter]')) return
  event.preventDefault()
  if (target.value.trim() !== '') target.form?.requestSubmit()
})
