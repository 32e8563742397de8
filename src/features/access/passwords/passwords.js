// Shows and hides passwords.
for (const button of document.querySelectorAll('.reveal')) {
  const input = button.parentElement.querySelector('input')
  const show = [button.title, button.getAttribute('aria-label')]
  const hide = [button.dataset.hide, button.dataset.hideLabel]
  const setShown = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    const [title, label] = isShown ? hide : show
    button.title = title
    button.setAttribute('aria-label', label)
  }
  button.hidden = false
  button.addEventListener('click', () => setShown(input.type === 'password'))
  // Browsers remember the values of text fields, so the field becomes a password field again before it is sent.
  input.form?.addEventListener('submit', () => setShown(false))
}
