// The day as a grid, the list of talks without a room, and the tabs of the days.
import { conflictWords } from './timetable-conflicts.js'
import { DAY_MINUTES, dayOf, dayText, fill } from './timetable-times.js'

const HOURS = 24
/** The shortest height of a card, in minutes. */
const SHORTEST = 10

export function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/**
 * Returns elements that were made before with the same content, because laying out a day again takes long.
 * `keep(name, content, make)`
 */
export function createKeeper() {
  const kept = new Map()
  return (name, content, make) => {
    const known = kept.get(name)
    if (known?.content === content) return known.made
    const made = make()
    kept.set(name, { content, made })
    return made
  }
}

/** Leaves children that stay where they are. */
function replaceChildren(parent, next) {
  const kept = new Set(next)
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove()
  for (const [index, child] of next.entries())
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null)
}

export function renderGrid(editor) {
  const { grid, plan, day, wording, texts, keep } = editor
  const rooms = new Map(plan.rooms(wording.compare).map((room) => [room, []]))
  const everywhere = []
  for (const talk of plan.talks.values()) {
    const place = plan.place(talk.id)
    if (place.room === null && talk.kind === 'break') everywhere.push({ talk, place })
    if (dayOf(place.at) === day) rooms.get(place.room)?.push({ talk, place })
  }
  const shared = everywhere.filter(({ place }) => dayOf(place.at) === day)
  const columns = [...rooms].map(([room, placed]) => columnOf(editor, { room, name: room, placed, shared }))
  const first =
    everywhere.length > 0 ? [columnOf(editor, { room: '', name: texts.everywhere, placed: shared })] : []
  const shown = [...first, ...columns]
  const empty = shown.length === 0 ? [element('p', 'planner-empty', texts.noRooms)] : []
  const hours = keep('hours', '', () => hoursOf(editor))
  replaceChildren(grid, [placeNow(editor), hours, ...shown, ...empty])
  rove(grid)
}

/** The line of the current time, which shows only on its day. */
export function placeNow({ plan, day, keep }) {
  const line = keep('now', '', () => element('div', 'planner-now'))
  const now = plan.now()
  line.hidden = dayOf(now) !== day
  line.style.setProperty('--at', now - dayOf(now) * DAY_MINUTES)
  return line
}

function hoursOf({ wording }) {
  const hours = element('div', 'planner-hours')
  hours.ariaHidden = 'true'
  for (let hour = 1; hour < HOURS; hour += 1) {
    const label = element('span', '', wording.clock(hour * 60))
    label.style.setProperty('--at', hour * 60)
    hours.append(label)
  }
  return hours
}

/** A room. `shared` are the breaks without a room, which shade it. */
function columnOf(editor, { room, name, placed, shared = [] }) {
  const { keep } = editor
  const column = keep(`room/${room}`, '', () => newColumn(room, name))
  const sorted = placed.sort((one, other) => one.place.at - other.place.at)
  replaceChildren(column.querySelector('.planner-slots'), [
    ...shared.map(({ talk, place }) =>
      keep(`shade/${room}/${talk.id}`, `${place.at}/${place.duration}`, () => stripe('planner-shade', place)),
    ),
    ...withLanes(sorted).map((lane) => cardOf(editor, lane)),
    keep(`over/${room}`, '', () => element('div', 'planner-over')),
  ])
  return column
}

function newColumn(room, name) {
  const column = element('section', room === '' ? 'planner-column is-everywhere' : 'planner-column')
  const heading = element('h2', 'planner-room', name)
  heading.dir = 'auto'
  const slots = element('div', 'planner-slots')
  slots.dataset.room = room
  column.ariaLabel = name
  column.append(heading, slots)
  return column
}

export function stripe(className, { at, duration }) {
  const made = element('div', className)
  made.style.setProperty('--at', at - dayOf(at) * DAY_MINUTES)
  made.style.setProperty('--length', duration)
  return made
}

/** Talks that overlap in a room are side by side. */
function withLanes(sorted) {
  let group = []
  const groups = [group]
  let end = Number.NEGATIVE_INFINITY
  for (const one of sorted) {
    if (one.place.at >= end) {
      group = []
      groups.push(group)
    }
    end = Math.max(end, one.place.at + Math.max(one.place.duration, SHORTEST))
    group.push(one)
  }
  return groups.flatMap((overlapping) => {
    const ends = []
    for (const one of overlapping) {
      const free = ends.findIndex((at) => at <= one.place.at)
      one.lane = free < 0 ? ends.length : free
      ends[one.lane] = one.place.at + Math.max(one.place.duration, SHORTEST)
    }
    return overlapping.map((one) => ({ ...one, lanes: ends.length }))
  })
}

function cardOf(editor, { talk, place, lane = 0, lanes = 1 }) {
  const { conflicted, plan, keep } = editor
  const isChanged = plan.isChanged(talk.id)
  const words = conflictWords(editor, conflicted.get(talk.id) ?? [])
  const content = JSON.stringify([place.at, place.duration, place.room, lane, lanes, isChanged, words])
  return keep(`card/${talk.id}`, content, () =>
    newCard(editor, { talk, place, lane, lanes, isChanged, words }),
  )
}

function newCard({ card: template, texts, wording }, { talk, place, lane, lanes, isChanged, words }) {
  const card = template.content.firstElementChild.cloneNode(true)
  const [when, title, people, marks] = card.children
  const { clock } = wording
  const names = talk.speakers.map(({ name }) => name).join(', ')
  const minutes = fill(texts.card.minutes, { count: wording.number(place.duration) })
  const span = `${clock(place.at)}–${clock(place.at + place.duration)}`
  when.textContent = `${span} · ${minutes}`
  title.textContent = talk.title
  people.textContent = names
  const state = texts.states[talk.state] ?? ''
  const changed = isChanged ? texts.card.changed : ''
  for (const text of [state, changed]) if (text) marks.append(element('span', 'badge', text))
  card.dataset.id = talk.id
  card.tabIndex = -1
  card.ariaLabel = [talk.title, wording.place(place), names, state, changed, ...words]
    .filter(Boolean)
    .join('. ')
  card.title = [talk.title, span, names, ...words].filter(Boolean).join('\n')
  if (talk.color !== null) card.classList.add(`track-${talk.color}`)
  card.classList.toggle('is-break', talk.kind === 'break')
  card.classList.toggle('is-draft', talk.state === 'draft')
  card.classList.toggle('is-canceled', talk.state === 'cancelled')
  card.classList.toggle('is-changed', isChanged)
  card.classList.toggle('is-conflicted', words.length > 0)
  card.style.setProperty('--at', place.at - dayOf(place.at) * DAY_MINUTES)
  card.style.setProperty('--length', Math.max(place.duration, SHORTEST))
  card.style.setProperty('--lane', lane)
  card.style.setProperty('--lanes', lanes)
  return card
}

/** One card can be reached with Tab; arrows lead to the others. */
function rove(container) {
  const [first, ...others] = container.querySelectorAll('.planner-card')
  for (const card of others) card.tabIndex = -1
  if (first) first.tabIndex = 0
}

const folded = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The talks without a room by day, the shown day first. */
export function renderList(editor) {
  const { root, plan, day, texts, wording, keep } = editor
  const list = root.querySelector('[data-list]')
  const words = folded(root.querySelector('[data-search]').value).split(/\s+/)
  const track = root.querySelector('[data-track]')?.value ?? ''
  const all = [...plan.talks.values()]
    .map((talk) => ({ talk, place: plan.place(talk.id) }))
    .filter(({ talk, place }) => place.room === null && talk.kind === 'talk')
  const shown = all
    .filter(({ talk }) => track === '' || talk.track === track)
    .filter(({ talk }) => {
      const text = folded([talk.title, ...talk.speakers.map(({ name }) => name)].join(' '))
      return words.every((word) => text.includes(word))
    })
  const byDay = Map.groupBy(shown, ({ place }) => dayOf(place.at))
  const days = [...byDay.keys()].sort((one, other) => (other === day) - (one === day) || one - other)
  const cards = days.flatMap((one) => [
    keep(`day/${one}`, '', () => element('h3', 'planner-list-day', wording.day(one))),
    ...byDay
      .get(one)
      .sort((first, second) => first.place.at - second.place.at)
      .map((placed) => cardOf(editor, placed)),
  ])
  root.querySelector('[data-list-count]').textContent = wording.number(all.length)
  root.querySelector('[data-filters]').hidden = all.length === 0
  list.parentElement.title = all.length === 0 ? texts.dropHere : ''
  const none = all.length > 0 && shown.length === 0 ? [element('p', 'quiet', texts.noMatches)] : []
  replaceChildren(list, [...cards, ...none])
  rove(list)
}

export function renderDays(editor) {
  const { root, plan, day, shownDays, wording } = editor
  const counts = Map.groupBy(plan.talks.values(), ({ id }) => dayOf(plan.place(id).at))
  const links = plan.days(shownDays).map((one) => {
    const link = element('a', '', wording.day(one))
    link.href = `?day=${dayText(one)}`
    link.dataset.day = dayText(one)
    if (one === day) link.ariaCurrent = 'page'
    link.append(element('span', 'badge', wording.number(counts.get(one)?.length ?? 0)))
    return link
  })
  root.querySelector('[data-days]').replaceChildren(...links)
}
