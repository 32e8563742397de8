// Buttons that copy the text of another element; they are of no use without scripts, and so are shown by this one.
for (const button of document.querySelectorAll('button[data-copies]')) {
  button.hidden = false
  const label = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = label
    }, 2_000)
  })
}
