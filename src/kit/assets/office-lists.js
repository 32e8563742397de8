// Lists of the Back Office: counts the selected rows, selects all of them at once, closes menus, and shows what is cut.
// Without scripts, the bar of the selection appears as well, and menus close by their button.

const form = document.querySelector('form.bulk')
if (form) {
  // Scripts can replace the rows and the choice of all matching ones.
  const boxesNow = () => [...form.querySelectorAll('.list-table input[type="checkbox"][name]')]
  const matchingNow = () => form.querySelector('.choose-matching input')
  // One is in the table head, and one is for phones, which do not show the table head.
  const all = [...document.querySelectorAll('input[data-checks]')]
  const selected = form.querySelector('output[data-selected]')
  const show = () => {
    const boxes = boxesNow()
    const checked = boxes.filter((box) => box.checked).length
    for (const one of all) {
      one.checked = checked === boxes.length
      one.indeterminate = checked > 0 && checked < boxes.length
    }
    const matching = matchingNow()
    const count = matching?.checked ? matching.dataset.count : checked
    selected.textContent = selected.dataset.selected.replace('{n}', count)
  }
  for (const one of all) {
    one.addEventListener('change', () => {
      for (const box of boxesNow()) box.checked = one.checked
      show()
    })
  }
  form.addEventListener('change', show)
  // After going back, the browser checks the boxes again.
  window.addEventListener('pageshow', show)
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const box of [...boxesNow(), matchingNow()]) if (box) box.checked = false
    show()
  })
  show()
}

const menus = [...document.querySelectorAll('.list-menu, .export-menu, .office-menu, .signed-in')]
document.addEventListener('click', ({ target }) => {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false
})
for (const menu of menus) {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary').focus()
  })
}

// A text that is cut is the tooltip of its cell.
document.addEventListener('mouseover', ({ target }) => {
  const cell = target.closest(':is(.plain-cell, .list-table th[scope="row"]):not(:has([title]))')
  if (!cell) return
  const isCut = ({ clientWidth, scrollWidth }) => clientWidth > 0 && clientWidth < scrollWidth
  cell.title = [cell, ...cell.querySelectorAll('a')].some(isCut) ? cell.innerText : ''
})
