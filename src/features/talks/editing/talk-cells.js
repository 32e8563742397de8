// Cells of the list of talks: a click opens a small editor at the cell, Enter saves, and Escape closes it. The list is then
// read again, because its order, badges, and total can change.

let editor = null
let edited = null

document.addEventListener('click', (event) => {
  const cell = event.target.closest('a.cell-edit')
  if (cell && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    open(cell)
  } else if (editor && !editor.contains(event.target)) close()
})
window.addEventListener('resize', () => editor && place(editor, edited))

function open(cell) {
  close()
  const template = document.querySelector(`template[data-editor="${cell.dataset.cell}"]`)
  editor = template.content.cloneNode(true).firstElementChild
  edited = cell
  if (!('announced' in cell.dataset)) editor.querySelector('[data-announcement]')?.remove()
  document.body.append(editor)
  const form = editor.querySelector('form')
  const field = form.elements.value
  field.value = cell.dataset.value
  form.elements.version.value = cell.dataset.version
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (field.value === cell.dataset.value) close(cell)
    else save(cell, form)
  })
  form.querySelector('button[type="button"]').addEventListener('click', () => close(cell))
  editor.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(cell)
    else if (event.key === 'Enter' && event.target === field) {
      event.preventDefault()
      form.requestSubmit()
    } else return
    event.stopPropagation()
  })
  editor.show()
  place(editor, cell)
  field.focus()
}

/** Below the cell, inside the window. */
function place(box, cell) {
  const { left, bottom } = cell.closest('td').getBoundingClientRect()
  const { offsetWidth, offsetHeight } = box
  const most = document.documentElement.clientWidth - offsetWidth - 8
  box.style.left = `${scrollX + Math.max(8, Math.min(left, most))}px`
  const isBelow = bottom + offsetHeight < innerHeight
  box.style.top = `${scrollY + (isBelow ? bottom : Math.max(8, innerHeight - offsetHeight - 8))}px`
}

function close(focused) {
  editor?.remove()
  editor = null
  if (focused instanceof Element) focused.focus()
}

async function save(cell, form) {
  const { id, cell: name } = cell.dataset
  cell.setAttribute('aria-busy', 'true')
  const response = await fetch(`/backoffice/talks/${id}/cell`, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  }).catch(() => undefined)
  cell.removeAttribute('aria-busy')
  if (!response?.ok || response.redirected) {
    const isText = response?.headers.get('content-type')?.startsWith('text/plain')
    // The page of the form says what is wrong if this answer does not, such as the sign-in page.
    if (!isText) location.assign(cell.href)
    else form.querySelector('.problem').textContent = await response.text()
    return
  }
  const said = response.status === 204 ? '' : await response.text()
  close()
  await refresh()
  say(said)
  document.querySelector(`a.cell-edit[data-id="${id}"][data-cell="${name}"]`)?.focus()
}

/** Says below the title what has happened, instead of what has happened before. */
function say(text) {
  const head = document.querySelector('.list-head')
  const last = head.nextElementSibling
  if (last?.matches('[data-said]')) last.remove()
  if (text === '') return
  const notice = document.createElement('p')
  notice.className = 'notice success'
  notice.role = 'status'
  notice.dataset.said = ''
  notice.textContent = text
  head.after(notice)
}

async function refresh() {
  const response = await fetch(location.href)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const boxes = () => [...document.querySelectorAll('.bulk input[type="checkbox"][name]')]
  const selected = new Set(boxes().flatMap(({ checked, value }) => (checked ? [value] : [])))
  const parts = ['.list-table tbody', '.list-total', '.list-pager', '.choose-matching'].map((part) =>
    [document, page].map((one) => one.querySelector(part)),
  )
  // A list that is empty or fits on one page now has other parts, and so has the sign-in page.
  if (parts.some(([before, after]) => !before !== !after)) return location.reload()
  for (const [before, after] of parts) before?.replaceWith(document.importNode(after, true))
  for (const box of boxes()) box.checked = selected.has(box.value)
  document.querySelector('form.bulk').dispatchEvent(new Event('change'))
}
