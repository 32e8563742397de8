// Buttons that copy the text of another element. They only work with this script, so it shows them.
for (const button of document.querySelectorAll('button[data-copies]')) {
  button.hidden = false
  const label = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent)
    button.textContent = button.dataset.copied
    setTimeout(() => {
      button.textContent = label
    }, 2_000)
  })
}
