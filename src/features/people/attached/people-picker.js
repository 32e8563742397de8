// Adds people in forms: shows matching accounts while the user types, and a new person as the last option. Without
// scripts, the button next to the field does both.
import { addListbox } from '../../../kit/assets/listbox.js'

const DELAY_MS = 150

for (const input of document.querySelectorAll('input[data-people]')) addSearch(input)

function addSearch(input) {
  const { people, path, none, new: newText } = input.dataset
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.role = 'status'
  input.after(status)
  let timer = 0
  let lastQuery = ''

  const pick = ({ dataset: { id } }) => {
    const button = document.createElement('button')
    const value = id ? `pick:${people}:${id}` : `add:${people}`
    Object.assign(button, { name: 'do', value, formNoValidate: true })
    button.setAttribute('formaction', id ? `#${people}` : `#new-${people}`)
    button.hidden = true
    input.after(button)
    input.form.requestSubmit(button)
  }
  const search = async () => {
    const query = input.value.trim()
    lastQuery = query
    if (query === '') return list.close()
    const response = await fetch(`${path}?q=${encodeURIComponent(query)}`).catch(() => undefined)
    // A later request has been sent.
    if (!response?.ok || lastQuery !== query) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (lastQuery !== query) return
    const found = [...page.querySelectorAll('#search-results a[href^="/backoffice/users/"]')].flatMap(
      optionOf,
    )
    list.show([...found, newOption(newText.replace('{name}', query))])
    status.textContent = found.length === 0 ? none : String(found.length)
  }
  const list = addListbox(input, { open: search, choose: pick })
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, DELAY_MS)
  })
  input.addEventListener('keydown', (event) => {
    // Otherwise, Enter would save the form. The list has handled it if an option was chosen.
    if (event.key === 'Enter' && !event.defaultPrevented) {
      event.preventDefault()
      search()
    } else if (event.key === 'Escape' && !event.defaultPrevented) input.value = ''
  })
}

function newOption(text) {
  const option = document.createElement('li')
  option.textContent = text
  return option
}

function optionOf(link) {
  const id = /[0-9a-f-]{36}$/.exec(link.pathname)?.[0]
  if (!id) return []
  const option = document.createElement('li')
  option.dataset.id = id
  const [title, more] = [document.createElement('strong'), document.createElement('span')]
  title.textContent = link.querySelector('.search-hit-title')?.textContent ?? ''
  title.dir = 'auto'
  more.textContent = link.querySelector('.quiet')?.textContent ?? ''
  more.className = 'quiet'
  option.append(title, more)
  return [option]
}
