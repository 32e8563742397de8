// Moving and resizing talks with the mouse, a pen, or a finger that rests on a card.
import { DAY_MINUTES, dayOf, dayOfText, SNAP, snap } from './timetable-times.js'

const STARTS_AFTER_PX = 5
const LONG_PRESS_MS = 350
/** A tab opens its day when a talk rests on it. */
const TAB_OPENS_MS = 600
const SCROLL_ZONE_PX = 48
const SCROLL_STEP_PX = 14

export function enableDragging(editor) {
  const { root, plan } = editor
  let drag

  root.addEventListener('pointerdown', (event) => {
    const card = event.target.closest('.planner-card')
    if (!card || event.button !== 0 || editor.isListed()) return
    const talk = plan.talk(card.dataset.id)
    const place = plan.place(talk.id)
    const isResize = event.target.closest('.planner-edge') !== null && card.closest('[data-grid]') !== null
    drag = { card, talk, place, isResize, x: event.clientX, y: event.clientY, from: event, isTouch: false }
    if (event.pointerType === 'touch') {
      drag.isTouch = true
      drag.timer = setTimeout(begin, LONG_PRESS_MS)
    } else event.preventDefault()
    card.focus({ preventScroll: true })
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey, true)
  })
  // A browser asks before the finger moves whether the page scrolls.
  root.addEventListener('touchmove', (event) => drag?.isOn && event.preventDefault(), { passive: false })
  root.addEventListener('contextmenu', (event) => drag?.isTouch && event.preventDefault())

  function begin() {
    const top = drag.card.getBoundingClientRect().top
    const isInGrid = drag.card.closest('[data-grid]') !== null
    drag.isOn = true
    drag.grabbedAt = isInGrid ? (drag.from.clientY - top) / minutePx(editor) : 0
    editor.preview.start(drag.talk)
    editor.preview.panel.classList.add('is-floating')
    // The card decides how the pointer looks.
    drag.card.setPointerCapture(drag.from.pointerId)
    root.classList.toggle('is-resizing', drag.isResize)
    follow()
    scrollAtEdges()
  }

  function onMove({ clientX, clientY }) {
    const isFar = Math.hypot(clientX - drag.from.clientX, clientY - drag.from.clientY) > STARTS_AFTER_PX
    Object.assign(drag, { x: clientX, y: clientY })
    if (drag.isOn) follow()
    else if (isFar && drag.isTouch) cancel()
    else if (isFar) begin()
  }

  /** Shows what a drop here would do. */
  function follow() {
    const target = document.elementFromPoint(drag.x, drag.y)
    drag.to = drag.isResize ? resized() : placeAt(target)
    editor.preview.show(drag.talk, drag.to ?? null)
    const { style } = editor.preview.panel
    style.setProperty('--x', `${drag.x}px`)
    style.setProperty('--y', `${drag.y}px`)
    markTarget(target)
  }

  function placeAt(target) {
    const { talk, place } = drag
    const tab = target?.closest('[data-days] a')
    if (tab) return { ...place, at: dayOfText(tab.dataset.day) * DAY_MINUTES + (place.at % DAY_MINUTES) }
    if (target?.closest('[data-drop="list"]')) return talk.kind === 'talk' ? { ...place, room: null } : null
    const slots = target?.closest('.planner-column')?.querySelector('.planner-slots')
    if (!slots || (slots.dataset.room === '' && talk.kind === 'talk')) return null
    const minutes = (drag.y - slots.getBoundingClientRect().top) / minutePx(editor) - drag.grabbedAt
    const at = editor.day * DAY_MINUTES + Math.min(Math.max(snap(minutes), 0), DAY_MINUTES - SNAP)
    return { at, duration: place.duration, room: slots.dataset.room || null }
  }

  function resized() {
    const { place } = drag
    const top = drag.card.closest('.planner-slots').getBoundingClientRect().top
    const end = snap((drag.y - top) / minutePx(editor)) + dayOf(place.at) * DAY_MINUTES
    return { ...place, duration: Math.min(Math.max(end - place.at, SNAP), DAY_MINUTES) }
  }

  function markTarget(target) {
    const tab = target?.closest('[data-days] a') ?? null
    const drop = tab ?? target?.closest('[data-drop]') ?? null
    for (const one of root.querySelectorAll('.is-target')) one.classList.remove('is-target')
    drop?.classList.add('is-target')
    if (tab === drag.tab) return
    clearTimeout(drag.tabTimer)
    drag.tab = tab
    if (tab) drag.tabTimer = setTimeout(() => openDay(dayOfText(tab.dataset.day)), TAB_OPENS_MS)
  }

  function openDay(day) {
    editor.showDay(day)
    editor.preview.shade(drag.talk)
    follow()
  }

  function scrollAtEdges() {
    if (!drag?.isOn) return
    const { left, right, top, bottom } = editor.frame.getBoundingClientRect()
    const isInside = drag.x > left && drag.x < right && drag.y > top && drag.y < bottom
    const stepOf = (at, start, end) =>
      at < start + SCROLL_ZONE_PX ? -SCROLL_STEP_PX : at > end - SCROLL_ZONE_PX ? SCROLL_STEP_PX : 0
    const [x, y] = [drag.isResize ? 0 : stepOf(drag.x, left, right), stepOf(drag.y, top, bottom)]
    if (isInside && (x !== 0 || y !== 0)) {
      editor.frame.scrollBy(x, y)
      follow()
    }
    requestAnimationFrame(scrollAtEdges)
  }

  function onKey(event) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }

  function onUp() {
    const { isOn, talk, to } = drag
    cancel()
    if (!isOn) return
    // The click that follows would open the dialog.
    const stop = (event) => event.stopPropagation()
    root.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => root.removeEventListener('click', stop, { capture: true }))
    if (to) editor.move(talk.id, to)
  }

  function cancel() {
    clearTimeout(drag.timer)
    clearTimeout(drag.tabTimer)
    if (drag.isOn) editor.preview.end()
    for (const one of root.querySelectorAll('.is-target')) one.classList.remove('is-target')
    root.classList.remove('is-resizing')
    drag = undefined
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', onKey, true)
  }
}

/** The height of a minute. */
const minutePx = ({ grid }) =>
  grid.querySelector('.planner-slots').getBoundingClientRect().height / DAY_MINUTES
