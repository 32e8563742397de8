// The preview of a move: where the talk would be, and what would be in conflict. Shared by mouse and keyboard.
import { busyTimes, conflictsAt, showWords } from './timetable-conflicts.js'
import { stripe } from './timetable-grid.js'
import { dayOf, fill } from './timetable-times.js'

export function createPreview(editor) {
  const { root, grid, plan, texts, wording } = editor
  const panel = root.querySelector('[data-lift]')
  const ghost = stripe('planner-ghost', { at: 0, duration: 0 })
  let busy = []

  /** Shades the times at which people of the talk are busy elsewhere. */
  function shade(talk) {
    for (const one of grid.querySelectorAll('.planner-busy')) one.remove()
    for (const over of grid.querySelectorAll('.planner-over'))
      for (const its of busy) if (dayOf(its.at) === editor.day) over.append(stripe('planner-busy', its))
    for (const card of root.querySelectorAll('.planner-card'))
      card.classList.toggle('is-lifted', card.dataset.id === talk.id)
  }

  return {
    panel,
    /** Starts. The grid is shaded again when it shows another day. */
    start(talk) {
      busy = busyTimes(plan, talk)
      panel.hidden = false
      panel.ariaLabel = fill(texts.lift.title, { title: talk.title })
      panel.querySelector('[data-lift-title]').textContent = talk.title
      shade(talk)
    },
    shade,
    /** Shows a place; null if the talk would stay. Returns what a screen reader hears. */
    show(talk, place) {
      ghost.remove()
      const shown = place ?? plan.place(talk.id)
      const conflicts = conflictsAt(plan, talk, shown)
      panel.querySelector('[data-lift-place]').textContent = wording.place(shown)
      const words = showWords(panel.querySelector('[data-words]'), editor, conflicts)
      const isConflicted = conflicts.some(({ isNote = false }) => !isNote)
      if (place && dayOf(place.at) === editor.day) {
        const fresh = stripe('planner-ghost', place)
        for (const name of ['--at', '--length'])
          ghost.style.setProperty(name, fresh.style.getPropertyValue(name))
        ghost.classList.toggle('is-conflicted', isConflicted)
        ghost.textContent = `${wording.clock(place.at)}–${wording.clock(place.at + place.duration)}`
        overOf(grid, place.room)?.append(ghost)
      }
      return [wording.place(shown), ...words].join(' ')
    },
    scrollTo: () => ghost.isConnected && ghost.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    end() {
      ghost.remove()
      busy = []
      for (const one of grid.querySelectorAll('.planner-busy')) one.remove()
      for (const card of root.querySelectorAll('.is-lifted')) card.classList.remove('is-lifted')
      panel.hidden = true
      panel.classList.remove('is-floating')
    },
  }
}

/** The layer above the cards of a room. Rooms can have any name, which a selector would have to escape. */
function overOf(grid, room) {
  const slots = [...grid.querySelectorAll('.planner-slots')].find(
    ({ dataset }) => dataset.room === (room ?? ''),
  )
  return slots?.querySelector('.planner-over')
}
