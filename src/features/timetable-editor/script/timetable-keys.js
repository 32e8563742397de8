// Moving talks with the keyboard: arrows walk over the cards, Enter lifts one, and then the arrows move it.
import { DAY_MINUTES, dayOf, fill, SNAP, snap } from './timetable-times.js'

export function enableKeys(editor) {
  const { root, plan, texts, wording } = editor
  const { panel } = editor.preview
  let lifted

  root.addEventListener('keydown', (event) => {
    const card = event.target.closest('.planner-card')
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return
    const handled = keysOfCard[event.key]
    if (!handled) return
    event.preventDefault()
    handled(card)
  })

  const keysOfCard = {
    Enter: (card) => lift(card),
    ' ': (card) => lift(card),
    m: (card) => editor.openMove(card.dataset.id),
    M: (card) => editor.openMove(card.dataset.id),
    ArrowDown: (card) => focusBeside(card, 1),
    ArrowUp: (card) => focusBeside(card, -1),
    ArrowRight: (card) => focusAcross(card, inlineStep(1)),
    ArrowLeft: (card) => focusAcross(card, inlineStep(-1)),
  }

  const inlineStep = (step) => (getComputedStyle(root).direction === 'rtl' ? -step : step)

  function focusBeside(card, step) {
    const cards = [...card.parentElement.querySelectorAll('.planner-card')]
    moveFocus(card, cards[cards.indexOf(card) + step])
  }

  /** The card nearest in time in the next room that has any. */
  function focusAcross(card, step) {
    const columns = [...editor.grid.querySelectorAll('.planner-slots')]
    let place = columns.indexOf(card.closest('.planner-slots'))
    if (place < 0) return
    const { at } = plan.place(card.dataset.id)
    for (place += step; place >= 0 && place < columns.length; place += step) {
      const cards = [...columns[place].querySelectorAll('.planner-card')]
      const distance = (one) => Math.abs(plan.place(one.dataset.id).at - at)
      if (cards.length > 0) return moveFocus(card, cards.sort((a, b) => distance(a) - distance(b))[0])
    }
  }

  function moveFocus(from, to) {
    if (!to) return
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function lift({ dataset: { id } }) {
    if (editor.isListed()) return editor.openMove(id)
    const talk = plan.talk(id)
    lifted = { talk, to: plan.place(id) }
    if (dayOf(lifted.to.at) !== editor.day && lifted.to.room !== null) editor.showDay(dayOf(lifted.to.at))
    editor.preview.start(talk)
    editor.preview.show(talk, lifted.to)
    panel.focus()
    editor.say(fill(texts.lift.lifted, { title: talk.title, place: wording.place(lifted.to) }))
  }

  panel.addEventListener('keydown', (event) => {
    if (!lifted) return
    if (event.key === 'Escape') return finish(event, false)
    if (event.key === 'Enter' || event.key === ' ') return finish(event, true)
    const to = placeAfter(event)
    if (!to) return
    event.preventDefault()
    lifted.to = to
    if (dayOf(to.at) !== editor.day) {
      editor.showDay(dayOf(to.at))
      editor.preview.shade(lifted.talk)
    }
    editor.say(editor.preview.show(lifted.talk, to))
    editor.preview.scrollTo()
  })
  panel.addEventListener('focusout', () => lifted && finish(undefined, false))

  function placeAfter({ key, shiftKey }) {
    const { talk, to } = lifted
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step && shiftKey)
      return { ...to, duration: Math.min(Math.max(snap(to.duration + step * SNAP), SNAP), DAY_MINUTES) }
    if (step) return { ...onShownDay(to), at: snap(onShownDay(to).at + step * SNAP) }
    const days = plan.days(editor.shownDays)
    const dayStep = { PageDown: 1, PageUp: -1 }[key]
    if (dayStep) {
      const day = days[days.indexOf(dayOf(to.at)) + dayStep]
      return day === undefined ? undefined : { ...to, at: to.at + (day - dayOf(to.at)) * DAY_MINUTES }
    }
    const roomStep = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (roomStep) return { ...onShownDay(to), room: roomBeside(talk, to.room, inlineStep(roomStep)) }
  }

  /** A talk from the list comes onto the shown day with its first step. */
  const onShownDay = (to) =>
    to.room === null && dayOf(to.at) !== editor.day
      ? { ...to, at: editor.day * DAY_MINUTES + (to.at - dayOf(to.at) * DAY_MINUTES) }
      : to

  function roomBeside({ kind }, room, step) {
    const rooms = plan.rooms(wording.compare)
    const all = kind === 'break' ? [null, ...rooms] : rooms
    const place = all.indexOf(room)
    return all[Math.min(Math.max(place < 0 ? 0 : place + step, 0), all.length - 1)] ?? null
  }

  function finish(event, isDropped) {
    event?.preventDefault()
    event?.stopPropagation()
    const { talk, to } = lifted
    lifted = undefined
    editor.preview.end()
    if (isDropped && editor.move(talk.id, to)) return
    editor.say(texts.lift.canceled)
    if (event) editor.focusCard(talk.id)
  }
}
