// The timetable editor. docs/design.md says how it works for people.

import { allConflicts } from './timetable-conflicts.js'
import { createMoveDialog, createPublishDialog } from './timetable-dialogs.js'
import { enableDragging } from './timetable-drag.js'
import { createKeeper, placeNow, renderDays, renderGrid, renderList } from './timetable-grid.js'
import { enableKeys } from './timetable-keys.js'
import { createPlan } from './timetable-plan.js'
import { createPreview } from './timetable-preview.js'
import { createWording, DAY_MINUTES, dayOf, dayOfText, dayText, fill } from './timetable-times.js'

const root = document.querySelector('.planner')
if (root?.querySelector('[data-grid]')) startEditor(root)

function startEditor(page) {
  const { timetable, texts: textData, owner, language, day, published } = page.dataset
  const texts = JSON.parse(textData)
  const plan = createPlan(JSON.parse(timetable), owner)
  const narrow = matchMedia('(max-width: 47.99rem)')
  const editor = {
    ...{ root: page, plan, texts, wording: createWording(language, texts) },
    grid: page.querySelector('[data-grid]'),
    frame: page.querySelector('[data-frame]'),
    card: page.querySelector('[data-card]'),
    day: dayOfText(day),
    shownDays: [...page.querySelectorAll('[data-days] a')].map((link) => dayOfText(link.dataset.day)),
    conflicted: new Map(),
    keep: createKeeper(),
    /** On a phone, the day is a list, and talks are moved in the dialog. */
    isListed: () => narrow.matches,
    say: (text) => {
      page.querySelector('[data-said]').textContent = text
    },
    focusCard: (id) => cardOfTalk(page, id)?.focus({ preventScroll: true }),
    showDay(next) {
      editor.day = next
      history.replaceState(null, '', `?day=${dayText(next)}`)
      render(editor)
      scrollToFirst(editor)
    },
    move(id, to) {
      if (!plan.move(id, to)) return false
      showTalk(editor, id, texts.lift.dropped)
      return true
    },
  }
  if (published) {
    plan.forgetSent()
    history.replaceState(null, '', `?day=${day}`)
  }
  editor.preview = createPreview(editor)
  editor.openMove = createMoveDialog(editor)
  plan.onChange(() => render(editor))
  enableDragging(editor)
  enableKeys(editor)
  enableClicks(editor)
  enableForms(editor)
  render(editor)
  scrollToFirst(editor)
  setInterval(() => placeNow(editor), 60_000)
  // A page from the history has the talks of then.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

const cardOfTalk = (page, id) => page.querySelector(`.planner-card[data-id="${id}"]`)

function render(editor) {
  const { plan } = editor
  const focused = document.activeElement?.dataset?.id
  editor.conflicted = allConflicts(plan)
  renderDays(editor)
  renderGrid(editor)
  renderList(editor)
  renderBar(editor)
  if (focused) editor.focusCard(focused)
}

function renderBar({ root: page, plan, texts, wording, conflicted }) {
  const count = plan.changeCount()
  const find = (name) => page.querySelector(`[data-do="${name}"]`)
  page.querySelector('[data-count]').textContent =
    count === 0 ? texts.bar.none : wording.counted(texts.bar.changes, count)
  find('undo').disabled = !plan.canUndo()
  find('redo').disabled = !plan.canRedo()
  find('discard').disabled = count === 0
  find('publish').disabled = count === 0
  find('conflict').hidden = conflicted.size === 0
  page.querySelector('[data-conflicts]').textContent = wording.counted(texts.bar.conflicts, conflicted.size)
}

/** The hour of the first talk, below the names of the rooms. A day without talks opens when the others begin. */
function scrollToFirst({ root: page, grid, frame, plan, day }) {
  const starts = [...plan.talks.keys()].map((id) => plan.place(id).at)
  const ofDay = starts.filter((at) => dayOf(at) === day)
  const first = Math.min(...(ofDay.length > 0 ? ofDay : starts).map((at) => at - dayOf(at) * DAY_MINUTES))
  const minute = grid.querySelector('.planner-hours').clientHeight / DAY_MINUTES
  frame.scrollTop = Math.max(first - (first % 60) - 10, 0) * minute
  page.querySelector('[data-days] [aria-current]').scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Shows where a talk is now, and says it. */
function showTalk(editor, id, text) {
  const { plan, wording } = editor
  const place = plan.place(id)
  if (place.room !== null && dayOf(place.at) !== editor.day) editor.showDay(dayOf(place.at))
  const card = cardOfTalk(editor.root, id)
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  editor.focusCard(id)
  card?.classList.add('is-shown')
  if (text) editor.say(fill(text, { title: plan.talk(id).title, place: wording.place(place) }))
}

function enableClicks(editor) {
  const { root: page, plan, texts } = editor
  const openPublish = createPublishDialog(editor)
  let shownConflict = -1
  const actions = {
    undo: () => showStep(plan.undo(), texts.lift.undone),
    redo: () => showStep(plan.redo(), texts.lift.redone),
    discard() {
      plan.discard()
      editor.say(texts.lift.discarded)
    },
    publish: openPublish,
    /** Each click shows the next conflict, on any day. */
    conflict() {
      const all = [...editor.conflicted.keys()]
      shownConflict = (shownConflict + 1) % all.length
      showTalk(editor, all[shownConflict])
    },
  }
  // So that the next time a card is shown, it stands out again.
  page.addEventListener('animationend', ({ target }) => target.classList.remove('is-shown'))
  const showStep = (id, text) => id && showTalk(editor, id, text)

  page.addEventListener('click', (event) => {
    const card = event.target.closest('.planner-card')
    if (card) return editor.openMove(card.dataset.id)
    const tab = event.target.closest('[data-days] a')
    if (tab && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      editor.showDay(dayOfText(tab.dataset.day))
      return page.querySelector('[data-days] [aria-current]').focus()
    }
    const { scale } = event.target.closest('[data-scale]:is(button)')?.dataset ?? {}
    if (scale) return setScale(editor, scale)
    actions[event.target.closest('[data-do]')?.dataset.do]?.()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.(':read-write, select, dialog')
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    actions[event.shiftKey ? 'redo' : 'undo']()
  })
}

/** Keeps the time in the middle of the frame where it is. */
function setScale({ root: page, frame }, scale) {
  const middle = (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight
  page.classList.toggle('is-roomy', scale === 'roomy')
  for (const button of page.querySelectorAll('[data-scale]'))
    button.ariaPressed = String(button.dataset.scale === scale)
  frame.scrollTop = middle * frame.scrollHeight - frame.clientHeight / 2
}

function enableForms(editor) {
  const { root: page, plan } = editor
  page.querySelector('[data-search]').addEventListener('input', () => renderList(editor))
  page.querySelector('[data-track]')?.addEventListener('change', () => renderList(editor))
  onSubmit('[data-add-day]', ({ day }) => {
    plan.addDay(dayOfText(day.value))
    editor.showDay(dayOfText(day.value))
  })
  onSubmit('[data-add-room]', ({ room }) => {
    plan.addRoom(room.value.trim())
    editor.frame.scrollLeft = editor.frame.scrollWidth
  })

  function onSubmit(name, handle) {
    const details = page.querySelector(name)
    const form = details.querySelector('form')
    details.addEventListener('toggle', () => details.open && form.querySelector('input').focus())
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      handle(form.elements)
      form.reset()
      details.open = false
    })
  }
}
