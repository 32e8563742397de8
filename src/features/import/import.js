// The import of a file: uploads it as soon as it is chosen or dropped, shows the columns of another sheet or kind at once
// and what is missing as columns are chosen, sends only the cells that were corrected, and refreshes the progress. Without
// this script, files can be chosen and the page reloaded.
const drop = document.querySelector('[data-drop]')
if (drop) {
  const input = drop.querySelector('input[type="file"]')
  const upload = () => {
    if (input.files.length > 0) input.form.requestSubmit()
  }
  input.addEventListener('change', upload)
  // It can have been chosen while the page was loading.
  upload()
  const show = (isOver) => drop.classList.toggle('is-over', isOver)
  for (const type of ['dragenter', 'dragover'])
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      show(true)
    })
  drop.addEventListener('dragleave', () => show(false))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    show(false)
    if (event.dataTransfer.files.length === 0) return
    input.files = event.dataTransfer.files
    upload()
  })
}

// The next page continues at the field that was changed.
const FOCUS = 'import-focus'
document.querySelector('[data-follow]')?.addEventListener('change', ({ currentTarget, target }) => {
  sessionStorage.setItem(FOCUS, target.id)
  currentTarget.requestSubmit()
})
document.getElementById(sessionStorage.getItem(FOCUS))?.focus()
sessionStorage.removeItem(FOCUS)

const columns = document.querySelector('.import-columns')
columns?.addEventListener('change', () => {
  const chosen = [...columns.querySelectorAll('select')].map(({ value }) => value)
  for (const part of document.querySelectorAll('[data-until]'))
    part.hidden = part.dataset.until
      .split(' ')
      .some((field) => chosen.some((value) => value === field || value.startsWith(`${field}.`)))
  const missing = document.querySelector('[data-missing]')
  if (missing) missing.hidden = !missing.querySelector('li:not([hidden])')
  for (const badge of columns.querySelectorAll('[data-open]'))
    badge.hidden = badge.closest('tr').querySelector('select').value !== ''
  const leaveOut = document.querySelector('[data-leave-out]')
  if (leaveOut) leaveOut.hidden = !columns.querySelector('[data-open]:not([hidden])')
})

document.addEventListener('formdata', ({ target, formData }) => {
  for (const { name, value, defaultValue } of target.elements)
    if (name.startsWith('cell:') && value === defaultValue) formData.delete(name)
})

const POLL_MS = 1_500
const progress = () => document.getElementById('import-progress')

async function renew() {
  const response = await fetch(location.href).catch(() => undefined)
  const page = new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html')
  const next = page.getElementById('import-progress')
  if (next && !('running' in next.dataset)) return location.reload()
  if (next) progress().replaceWith(next)
  setTimeout(renew, POLL_MS)
}
if (progress() && 'running' in progress().dataset) setTimeout(renew, POLL_MS)
