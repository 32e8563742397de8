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

// One for the head of the table, and one for phones, which do not show that.
const all = [...document.querySelectorAll('input[data-checks]')]
if (all[0]) {
  const boxes = [...document.querySelectorAll(`input[type="checkbox"][name="${all[0].dataset.checks}"]`)]
  const show = () => {
    const checked = boxes.filter((box) => box.checked).length
    for (const one of all) {
      one.checked = checked === boxes.length && checked > 0
      one.indeterminate = checked > 0 && checked < boxes.length
    }
  }
  for (const one of all) {
    one.closest('label').hidden = false
    one.addEventListener('change', () => {
      for (const box of boxes) box.checked = one.checked
      show()
    })
  }
  for (const box of boxes) box.addEventListener('change', show)
  show()
}
