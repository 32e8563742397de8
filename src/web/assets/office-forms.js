// Forms of the Back Office: rows come and go without a page in between, check boxes are chosen together, and what has
// been typed is not left behind by accident, nor by a session that ends. Without scripts the buttons send the form,
// which does the same.

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
  stayWhileAtWork(() => isTouched)
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

/**
 * Work on a form makes no request, so that the session would count as idle: it is told now and then, and only while
 * somebody is at it. How long a session lasts at most is the server's to say.
 */
function stayWhileAtWork(isTouched) {
  const LEAST_MS = 2 * 60_000
  const notice = document.getElementById('signed-out')
  let told = Date.now()
  const tell = async () => {
    if (!isTouched() || Date.now() - told < LEAST_MS) return
    told = Date.now()
    // Whoever is signed out is led to the sign-in. Without an answer, or with an error, nothing is known yet.
    const answer = await fetch('/account', { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
    const isSignedOut = answer?.type === 'opaqueredirect'
    if (answer?.ok || isSignedOut) notice.hidden = !isSignedOut
  }
  for (const type of ['input', 'keydown', 'pointerdown', 'scroll']) window.addEventListener(type, tell)
}
