// Fields for several short texts: each is a chip with a button that removes it. Enter or a comma adds what was typed,
// and Backspace in an empty field removes the last one. The form sends the text area, with one text in each line.

for (const area of document.querySelectorAll('textarea[data-chips]')) makeChips(area)

function makeChips(area) {
  const frame = document.createElement('div')
  frame.className = 'chips-field'
  const list = document.createElement('ul')
  const input = document.createElement('input')
  input.type = 'text'
  input.dir = 'auto'
  input.autocomplete = 'off'
  for (const name of ['aria-describedby', 'aria-invalid'])
    if (area.hasAttribute(name)) input.setAttribute(name, area.getAttribute(name))
  // The label and links to the field lead to the input.
  input.id = area.id
  area.removeAttribute('id')
  area.hidden = true
  frame.append(list, input)
  area.after(frame)

  const texts = () => area.value.split('\n').filter((text) => text.trim() !== '')
  const save = (all) => {
    area.value = [...new Set(all)].join('\n')
    area.dispatchEvent(new Event('input', { bubbles: true }))
    show()
  }
  const show = () => list.replaceChildren(...texts().map(chip))
  const chip = (text) => {
    const item = document.createElement('li')
    const name = document.createElement('bdi')
    name.textContent = text
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = '×'
    button.setAttribute('aria-label', `${area.dataset.remove}: ${text}`)
    button.addEventListener('click', () => {
      save(texts().filter((one) => one !== text))
      input.focus()
    })
    item.append(name, button)
    return item
  }
  const add = () => {
    const added = input.value
      .split(/[,\n]/)
      .map((text) => text.trim())
      .filter(Boolean)
    input.value = ''
    if (added.length > 0) save([...texts(), ...added])
  }
  input.addEventListener('keydown', (event) => {
    if ((event.key === 'Enter' || event.key === ',') && !event.isComposing) {
      // An empty field lets Enter save the form.
      if (event.key === 'Enter' && input.value.trim() === '') return
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && input.value === '') {
      const all = texts()
      if (all.length > 0) save(all.slice(0, -1))
    }
  })
  input.addEventListener('blur', add)
  frame.addEventListener('click', ({ target }) => {
    if (target === frame || target === list) input.focus()
  })
  show()
}
