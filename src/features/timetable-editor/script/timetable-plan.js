// The plan: the talks where the server has them, and the steps of the draft, which the browser keeps until they are
// published.
import { createLocalizer, dayOf, dayOfText, localText } from './timetable-times.js'

const isSame = (one, other) =>
  one.at === other.at && one.room === other.room && one.duration === other.duration

export function createPlan({ zone, talks: rows, people, firstDay, lastDay, maxMoves }, owner) {
  const toLocal = createLocalizer(zone)
  const talks = new Map(rows.map((row) => [row[0], talkOf(row, toLocal, people)]))
  const kept = keptDraft(owner, talks)
  const listeners = []
  let draft = kept.read()
  let places = placesAfter(draft.done)

  function placesAfter(steps) {
    const found = new Map([...talks.values()].map(({ id, base }) => [id, base]))
    for (const { id, to } of steps) found.set(id, to)
    return found
  }

  function changed(next) {
    draft = { ...draft, ...next }
    places = placesAfter(draft.done)
    kept.write(draft)
    for (const listener of listeners) listener()
  }

  const isChanged = (id) => !isSame(places.get(id), talks.get(id).base)
  /** The changes as the server expects them. `from` is the place that the person saw at the first step. */
  const changes = () =>
    [...talks.values()].flatMap(({ id, base }) => {
      const first = draft.done.find((step) => step.id === id)
      const { at, room, duration } = places.get(id)
      if (first === undefined || !isChanged(id)) return []
      return [
        {
          ...{ id, from: first.seen },
          ...(at === base.at ? {} : { start: localText(at) }),
          ...(room === base.room ? {} : { room }),
          ...(duration === base.duration ? {} : { duration }),
        },
      ]
    })

  // Another window of the same person can have changed the draft.
  window.addEventListener('storage', ({ key }) => {
    if (key !== kept.key) return
    draft = kept.read()
    places = placesAfter(draft.done)
    for (const listener of listeners) listener()
  })

  return {
    now: () => Math.floor(toLocal(Date.now())),
    talks,
    isChanged,
    /** The changes that are published at once, with the keys of their steps, and the number of all changes. */
    nextChanges() {
      const all = changes()
      const next = all.slice(0, maxMoves)
      const ids = new Set(next.map(({ id }) => id))
      const steps = [...draft.done, ...draft.undone].filter(({ id }) => ids.has(id))
      return { changes: next, keys: steps.map(({ key }) => key), count: all.length }
    },
    keepSent: kept.writeSent,
    /** Forgets the steps that this window has published. Others can have been added meanwhile, also in other windows. */
    forgetSent() {
      const sent = new Set(kept.takeSent())
      if (sent.size === 0) return
      const isOpen = ({ key }) => !sent.has(key)
      const [done, undone] = [draft.done.filter(isOpen), draft.undone.filter(isOpen)]
      changed({ done, undone, ...(done.length === 0 ? { rooms: [], days: [] } : {}) })
    },
    onChange: (listener) => listeners.push(listener),
    talk: (id) => talks.get(id),
    place: (id) => places.get(id),
    changeCount: () => [...talks.keys()].filter(isChanged).length,
    canUndo: () => draft.done.length > 0,
    canRedo: () => draft.undone.length > 0,
    /** Moves a talk. Returns whether that changes anything. */
    move(id, to) {
      if (isSame(places.get(id), to)) return false
      const { startAt, base } = talks.get(id)
      const seen = { startAt, room: base.room, duration: base.duration }
      changed({ done: [...draft.done, { key: crypto.randomUUID(), id, to, seen }], undone: [] })
      return true
    },
    /** Both return the id of the talk. */
    undo() {
      const step = draft.done.at(-1)
      if (step) changed({ done: draft.done.slice(0, -1), undone: [...draft.undone, step] })
      return step?.id
    },
    redo() {
      const step = draft.undone.at(-1)
      if (step) changed({ done: [...draft.done, step], undone: draft.undone.slice(0, -1) })
      return step?.id
    },
    /** Like undoing each step. */
    discard: () => changed({ done: [], undone: [...draft.undone, ...draft.done.toReversed()] }),
    addRoom: (room) => changed({ rooms: [...draft.rooms, room] }),
    addDay: (day) => changed({ days: [...draft.days, day] }),
    rooms(compare) {
      const found = new Set(draft.rooms)
      for (const { id, base } of talks.values())
        for (const { room } of [base, places.get(id)]) if (room !== null) found.add(room)
      return [...found].sort(compare)
    },
    days(shownDays) {
      const found = new Set([...shownDays, ...draft.days])
      for (const { at } of places.values()) found.add(dayOf(at))
      return [...found].sort((a, b) => a - b)
    },
    /** Whether a day is outside the dates of the event, as far as they are known. */
    isOutside: (day) =>
      (firstDay !== null && day < dayOfText(firstDay)) ||
      (firstDay !== null && lastDay !== null && day > dayOfText(lastDay)),
  }
}

function talkOf(row, toLocal, people) {
  const [id, title, kind, state, room, track, color, startAt, duration, speakers, moderators] = row
  const named = (places) => places.map((place) => ({ place, name: people[place] }))
  return {
    ...{ id, title, kind, state, track, color, startAt },
    base: { at: toLocal(startAt), room, duration },
    ...{ speakers: named(speakers), moderators: named(moderators) },
    /** The places of all its people. */
    own: new Set([...speakers, ...moderators]),
  }
}

/**
 * The draft in the storage of the browser, which the windows of a person share, and the keys of the steps that this window
 * has sent to be published. Without storage, the draft lasts as long as the page.
 */
function keptDraft(owner, talks) {
  const key = `timetable/${owner}`
  const sentKey = `${key}/sent`
  const empty = { done: [], undone: [], rooms: [], days: [] }
  const known = ({ id }) => talks.has(id)
  return {
    key,
    read() {
      try {
        const found = { ...empty, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
        return { ...found, done: found.done.filter(known), undone: found.undone.filter(known) }
      } catch {
        return empty
      }
    },
    write: (draft) => store(() => localStorage, key, draft),
    writeSent: (keys) => store(() => sessionStorage, sentKey, keys),
    takeSent() {
      try {
        const keys = JSON.parse(sessionStorage.getItem(sentKey) ?? '[]')
        sessionStorage.removeItem(sentKey)
        return keys
      } catch {
        return []
      }
    },
  }
}

function store(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Full, or switched off.
  }
}
