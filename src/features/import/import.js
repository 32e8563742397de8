// The import of a file: uploads it as soon as it is chosen or dropped, shows the columns of another sheet or kind at once,
// sends only the cells that were corrected, and refreshes the progress. Without this script, files can be chosen and the page reloaded.
const drop = document.querySelector('[data-drop]')
if (drop) {
  const input = drop.querySelector('input[type="file"]')
  input.addEventListener('change', () => {
    if (input.files.length > 0) input.form.requestSubmit()
  })
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
    input.form.requestSubmit()
  })
}

document
  .querySelector('[data-follow]')
  ?.addEventListener('change', ({ currentTarget }) => currentTarget.requestSubmit())

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
