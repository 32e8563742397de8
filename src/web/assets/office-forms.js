// Forms of the Back Office: rows come and go without a page in between, check boxes are chosen together, and what has
// been typed is not left behind by accident. Without scripts the buttons send the form, which does the same.

const form = document.querySelector('.edit-form')
if (form) {
  let isTouched = false
  form.addEventListener('input', () => {
    isTouched = true
  })
  form.addEventListener('submit', () => {
    isTouched = false
  })
  window.addEventListener('beforeunload', (event) => {
    if (isTouched) event.preventDefault()
  })
  form.addEventListener('click', (event) => {
    const button = event.target.closest('button[name="do"][value^="remove:"]')
    const row = button?.closest('.form-row')
    if (!row) return
    event.preventDefault()
    const list = row.closest('fieldset')
    row.remove()
    isTouched = true
    list?.querySelector('button[value^="add:"]')?.focus()
  })
}

for (const all of document.querySelectorAll('input[data-checks]')) {
  all.hidden = false
  const boxes = [...document.querySelectorAll(`input[type="checkbox"][name="${all.dataset.checks}"]`)]
  const show = () => {
    const checked = boxes.filter((box) => box.checked).length
    all.checked = checked === boxes.length && checked > 0
    all.indeterminate = checked > 0 && checked < boxes.length
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
  })
  for (const box of boxes) box.addEventListener('change', show)
  show()
}
