// Adds the rows of a chosen file to a text area. Without this script, rows can be pasted.
for (const field of document.querySelectorAll('[data-csv-file]')) {
  const input = field.querySelector('input[type="file"]')
  const area = document.querySelector(`textarea[name="${field.dataset.csvFile}"]`)
  input.addEventListener('change', async () => {
    const text = (await input.files[0]?.text()) ?? ''
    area.value = [area.value.trimEnd(), text.trimEnd()].filter(Boolean).join('\n')
    input.value = ''
  })
}
