// The dialogs: moving a talk by its fields, and publishing.
import { conflictsAt, showWords } from './timetable-conflicts.js'
import { element } from './timetable-grid.js'
import { DAY_MINUTES, dayOf, dayOfText, dayText, fill, minutesOfText, timeText } from './timetable-times.js'

const closeByButton = (dialog) =>
  dialog.addEventListener('click', (event) => {
    if (!event.target.closest('[data-close]')) return
    event.preventDefault()
    dialog.close()
  })

/** Returns a function that opens the dialog for a talk. */
export function createMoveDialog(editor) {
  const { root, plan, texts, wording } = editor
  const dialog = root.querySelector('[data-move]')
  const form = dialog.querySelector('form')
  const { room, day, time, minutes: duration } = form.elements
  let talk

  /** A time that was not changed keeps its seconds. */
  function typedPlace() {
    const { at } = plan.place(talk.id)
    const isKept = time.value === timeText(at)
    const minutes = isKept ? at - dayOf(at) * DAY_MINUTES : minutesOfText(time.value)
    return {
      at: dayOfText(day.value) * DAY_MINUTES + minutes,
      room: room.value.trim() || null,
      duration: Number(duration.value),
    }
  }

  form.addEventListener('input', () => {
    const conflicts = form.checkValidity() ? conflictsAt(plan, talk, typedPlace()) : []
    showWords(form.querySelector('[data-words]'), editor, conflicts)
  })
  form.addEventListener('submit', () => editor.move(talk.id, typedPlace()))
  dialog.addEventListener('close', () => editor.focusCard(talk.id))
  closeByButton(dialog)

  return (id) => {
    talk = plan.talk(id)
    const place = plan.place(id)
    form.querySelector('h2').textContent = fill(texts.move.title, { title: talk.title })
    form.querySelector('[data-about]').textContent = [...talk.speakers, ...talk.moderators]
      .map(({ name }) => name)
      .join(', ')
    form.querySelector('[data-edit]').href = `/backoffice/talks/${id}`
    room.value = place.room ?? ''
    day.value = dayText(dayOf(place.at))
    time.value = timeText(place.at)
    duration.value = place.duration
    const options = plan.rooms(wording.compare).map((name) => new Option(name, name))
    form.querySelector('datalist').replaceChildren(...options)
    showWords(form.querySelector('[data-words]'), editor, conflictsAt(plan, talk, place))
    dialog.showModal()
  }
}

/** Returns a function that opens the dialog with what would be published. */
export function createPublishDialog(editor) {
  const { root, plan, texts, wording } = editor
  const dialog = root.querySelector('[data-publish]')
  const review = dialog.querySelector('[data-review]')
  let next
  closeByButton(dialog)
  review.addEventListener('submit', () => plan.keepSent(next.keys))

  return async () => {
    const { csrf } = dialog.dataset
    next = plan.nextChanges()
    const { changes, count } = next
    const sent = { _csrf: csrf, changes: JSON.stringify(changes), day: dayText(editor.day) }
    const body = new URLSearchParams(sent)
    review.replaceChildren()
    review.ariaBusy = 'true'
    dialog.showModal()
    const response = await fetch('/backoffice/timetable/review', { method: 'POST', body }).catch(
      () => undefined,
    )
    if (response?.redirected) location.reload()
    if (response?.ok) review.innerHTML = await response.text()
    else review.textContent = texts.failed
    if (count > changes.length) {
      const values = { part: wording.number(changes.length), count: wording.number(count) }
      review.prepend(element('p', 'notice warning', fill(texts.part, values)))
    }
    review.ariaBusy = 'false'
    review.querySelector('[type="radio"], [type="submit"]')?.focus()
  }
}
