// Fields with options, which are shown while the field has the focus and filtered while people type. Where an option has
// a text of its own, the field shows that and sends the value.
import { addListbox } from './listbox.js'

const MAX_OPTIONS = 200

for (const input of document.querySelectorAll('input[data-combobox]')) makeCombobox(input)

function makeCombobox(input) {
  const { options = [] } = document.getElementById(input.getAttribute('list')) ?? {}
  const known = [...options].map(({ value, label }) => {
    const text = label || value
    return { value, text, found: folded(`${text} ${value.replaceAll('_', ' ')}`) }
  })
  if (known.length === 0) return
  input.removeAttribute('list')
  const sent = known.some(({ value, text }) => value !== text) ? sentField(input) : undefined
  // A name or code is recognized without its accents. In a text of one's own, “Café” is not “Cafe”.
  const plain = sent ? folded : lowered
  const optionFor = (typed) => {
    const isTyped = (form) => (one) => [one.value, one.text].some((text) => form(text) === form(typed))
    return known.find(isTyped(String)) ?? known.find(isTyped(plain))
  }
  const send = () => {
    if (sent) sent.value = optionFor(input.value)?.value ?? input.value
  }
  const showText = () => {
    const option = optionFor(input.value)
    if (option) input.value = option.text
  }
  const show = (words) => {
    const matching = known.filter(({ found }) => words.every((word) => found.includes(word)))
    list.show(matching.slice(0, MAX_OPTIONS).map(({ value, text }) => optionElement(value, text)))
  }
  const showAll = () => show([])
  const list = addListbox(input, {
    open: showAll,
    choose(element) {
      input.value = element.textContent
      list.close()
      input.dispatchEvent(new Event('input', { bubbles: true }))
      list.close()
    },
  })
  showText()
  input.addEventListener('focus', () => {
    input.select()
    showAll()
  })
  input.addEventListener('click', () => {
    if (!list.isOpen()) showAll()
  })
  input.addEventListener('input', () => {
    send()
    show(folded(input.value).split(' '))
  })
  input.addEventListener('blur', showText)
}

/** The field that is sent with the form, instead of the visible one. */
function sentField(input) {
  const sent = document.createElement('input')
  sent.type = 'hidden'
  sent.name = input.name
  sent.value = input.value
  input.dataset.sent = input.name
  input.removeAttribute('name')
  input.before(sent)
  return sent
}

function optionElement(value, text) {
  const option = document.createElement('li')
  option.textContent = text
  option.dir = 'auto'
  option.dataset.value = value
  return option
}

function folded(text) {
  return lowered(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))
}

function lowered(text) {
  return text.toLowerCase().trim()
}
