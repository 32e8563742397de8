// The search for people in forms: shows matching accounts while the user types, as a combobox with a list
// (WAI-ARIA APG, editable combobox with list autocomplete). Without scripts, the button next to the field finds them.

const DELAY_MS = 150

for (const input of document.querySelectorAll('input[data-people]')) makeCombobox(input)

function makeCombobox(input) {
  const { people, path, none } = input.dataset
  const list = document.createElement('ul')
  list.id = `${input.id}-options`
  list.className = 'person-options'
  list.role = 'listbox'
  list.ariaLabel = input.labels[0].textContent
  list.hidden = true
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.role = 'status'
  input.after(list, status)
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)

  let active = -1
  let timer = 0
  let lastQuery = ''
  const close = () => {
    list.hidden = true
    input.ariaExpanded = 'false'
    setActive(-1)
  }
  const setActive = (index) => {
    active = index
    for (const [place, option] of [...list.children].entries()) {
      option.ariaSelected = String(place === index)
      if (place === index) option.scrollIntoView({ block: 'nearest' })
    }
    if (index < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', list.children[index].id)
  }
  const pick = (option) => {
    const button = document.createElement('button')
    Object.assign(button, { name: 'do', value: `pick:${people}:${option.dataset.id}`, formNoValidate: true })
    button.setAttribute('formaction', `#${people}`)
    button.hidden = true
    input.after(button)
    input.form.requestSubmit(button)
  }
  const show = (found) => {
    list.replaceChildren(
      ...found.map(({ id, name, details }, index) => {
        const option = document.createElement('li')
        option.id = `${list.id}-${index}`
        option.role = 'option'
        option.dataset.id = id
        const [title, more] = [document.createElement('strong'), document.createElement('span')]
        title.textContent = name
        title.dir = 'auto'
        more.textContent = details
        more.className = 'quiet'
        option.append(title, more)
        // Not a click event, so that the field keeps the focus.
        option.addEventListener('mousedown', (event) => {
          event.preventDefault()
          pick(option)
        })
        return option
      }),
    )
    setActive(-1)
    list.hidden = found.length === 0
    input.ariaExpanded = String(found.length > 0)
    status.textContent = found.length === 0 ? none : String(found.length)
  }
  const search = async () => {
    const query = input.value.trim()
    lastQuery = query
    if (query === '') return close()
    const response = await fetch(`${path}?q=${encodeURIComponent(query)}`).catch(() => undefined)
    // A later request has been sent.
    if (!response?.ok || lastQuery !== query) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (lastQuery !== query) return
    show(
      [...page.querySelectorAll('#search-results a[href^="/backoffice/users/"]')].flatMap((link) => {
        const id = /[0-9a-f-]{36}$/.exec(link.pathname)?.[0]
        const name = link.querySelector('.search-hit-title')?.textContent ?? ''
        return id ? [{ id, name, details: link.querySelector('.quiet')?.textContent ?? '' }] : []
      }),
    )
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, DELAY_MS)
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const { length } = list.children
    const isOpen = !list.hidden
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) search()
      else setActive((active + (event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1) + length) % length)
    } else if (event.key === 'Enter') {
      // Otherwise, Enter would save the form.
      event.preventDefault()
      if (isOpen && active >= 0) pick(list.children[active])
      else search()
    } else if (event.key === 'Escape') {
      if (isOpen) event.preventDefault()
      if (isOpen) close()
      else input.value = ''
    }
  })
}
