// Lets people look at a password while they type it.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const frame = document.createElement('div')
  frame.className = 'with-reveal'
  const button = document.createElement('button')
  button.type = 'button'
  const label = document.querySelector(`label[for="${input.id}"]`)?.textContent ?? 'password'
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? 'Hide' : 'Show'
    button.setAttribute('aria-label', `${isShown ? 'Hide' : 'Show'}: ${label}`)
  }
  show(false)
  button.addEventListener('click', () => show(input.type === 'password'))
  // A password that is sent as text would be kept by the browser among the words typed before.
  input.form?.addEventListener('submit', () => show(false))
  input.replaceWith(frame)
  frame.append(input, button)
}
