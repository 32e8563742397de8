// Forms with a bar that saves: says that changes are not saved, and asks before they are lost. Removes rows without a
// round trip, shows parts that matter once a field changes, says what is set in closed groups, and keeps the session alive
// during work.

for (const status of document.querySelectorAll('[data-unsaved]')) watchForm(status.closest('form'), status)

function watchForm(form, status) {
  let isTouched = Boolean(form.querySelector('[aria-invalid]'))
  const show = () => {
    status.textContent = isTouched ? status.dataset.unsaved : ''
    status.classList.toggle('is-unsaved', isTouched)
  }
  const touch = () => {
    isTouched = true
    show()
  }
  show()
  form.addEventListener('input', ({ target }) => {
    // A search for people changes nothing. A field without a name changes something if another one is sent for it.
    const isSent = target.name !== '' || 'sent' in target.dataset
    if (isSent && !target.dataset.people) touch()
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
    const list = row.closest('fieldset, .folded-group')
    row.remove()
    touch()
    const count = list?.querySelector('[data-set]')
    if (count) count.textContent = list.querySelectorAll('.form-row').length || count.dataset.set
    list?.querySelector(':is(button[value^="add:"], button[value^="find:"])')?.focus()
  })
  for (const part of form.querySelectorAll('[data-if-changed]')) showIfChanged(form, part)
  for (const group of form.querySelectorAll('.folded-group:not(:has(.form-rows))')) keepSummary(group)
  const notice = document.getElementById('signed-out')
  if (notice) keepSessionAlive(notice, () => isTouched)
}

/** Shows a part of the form while one of the fields that it names differs from its stored value. */
function showIfChanged(form, part) {
  const fields = part.dataset.ifChanged.split(' ').map((name) => form.elements[name])
  const isChanged = (field) =>
    field.options
      ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.value !== field.defaultValue
  form.addEventListener('input', () => part.classList.toggle('is-needed', fields.some(isChanged)))
}

/** Says which switches of a closed group are on. */
function keepSummary(group) {
  const set = group.querySelector('[data-set]')
  group.addEventListener('change', ({ target }) => {
    if (target.type !== 'checkbox') return
    const on = [...group.querySelectorAll('input[type="checkbox"]:checked')]
    set.textContent = on.map((box) => box.labels[0].textContent).join(', ')
  })
}

/**
 * Typing makes no requests, so the session would count as idle. An occasional request keeps it alive while the user is
 * active and the form has unsaved changes. The server still limits how long a session lasts.
 */
function keepSessionAlive(notice, isTouched) {
  const MIN_MS = 2 * 60_000
  let lastRequest = Date.now()
  const keepSession = async () => {
    if (!isTouched() || Date.now() - lastRequest < MIN_MS) return
    lastRequest = Date.now()
    // A redirect leads to the sign-in page. An error or a missing response says nothing about the session.
    const response = await fetch('/account', { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
    const isSignedOut = response?.type === 'opaqueredirect'
    if (response?.ok || isSignedOut) notice.hidden = !isSignedOut
  }
  for (const type of ['input', 'keydown', 'pointerdown', 'scroll']) window.addEventListener(type, keepSession)
}
