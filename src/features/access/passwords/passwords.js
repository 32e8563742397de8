// Adds a button to show and hide a password.
for (const input of document.querySelectorAll('input[type="password"]')) {
  const frame = document.createElement('div')
  frame.className = 'with-reveal'
  const button = document.createElement('button')
  button.type = 'button'
  const { show, showLabel, hide, hideLabel } = input.dataset
  const setShown = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? hide : show
    button.setAttribute('aria-label', isShown ? hideLabel : showLabel)
  }
  setShown(false)
  button.addEventListener('click', () => setShown(input.type === 'password'))
  // Browsers remember the values of text fields, so the field becomes a password field again before it is sent.
  input.form?.addEventListener('submit', () => setShown(false))
  input.replaceWith(frame)
  frame.append(input, button)
}
