// The list of options below a field (WAI-ARIA APG, editable combobox with list autocomplete).

/**
 * Makes a field a combobox. `open` shows the options, `choose` gets the chosen element. Returns `show`, which takes the
 * elements of the options, and `close`.
 */
export function addListbox(input, { open, choose }) {
  const list = document.createElement('ul')
  list.id = `${input.id}-options`
  list.className = 'options'
  list.role = 'listbox'
  list.ariaLabel = input.labels[0].textContent
  list.hidden = true
  input.after(list)
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)

  let active = -1
  const setActive = (index) => {
    active = index
    for (const [place, option] of [...list.children].entries()) option.ariaSelected = String(place === index)
    if (index < 0) return input.removeAttribute('aria-activedescendant')
    const option = list.children[index]
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    list.hidden = true
    input.ariaExpanded = 'false'
    setActive(-1)
  }
  const show = (options) => {
    list.replaceChildren(...options)
    for (const [index, option] of options.entries()) {
      option.id = `${list.id}-${index}`
      option.role = 'option'
    }
    list.hidden = options.length === 0
    input.ariaExpanded = String(options.length > 0)
    setActive(-1)
  }
  // Not a click event, so that the field keeps the focus.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault()
    const option = event.target.closest('[role="option"]')
    if (option && event.button === 0) choose(option)
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const { length } = list.children
    const isOpen = !list.hidden
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      else setActive((active + (event.key === 'ArrowDown' ? 1 : active < 0 ? 0 : -1) + length) % length)
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault()
      choose(list.children[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  })
  return { show, close, isOpen: () => !list.hidden }
}
