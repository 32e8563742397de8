// Conflicts: a room or a person with two talks at the same time. As in the checks of the programme, breaks and canceled
// talks cause none. Notes are worth saying, but mark nothing.
import { dayOf, fill } from './timetable-times.js'

/** Words that are shown, so that a list stays readable. */
const MAX_WORDS = 4

const overlap = (one, other) => one.at < other.at + other.duration && other.at < one.at + one.duration

/** What a talk at a place would share with another one: `room`, `break`, or a person. */
function sharedWith(talk, place, other, its) {
  if (other === talk || talk.state === 'cancelled' || other.state === 'cancelled' || !overlap(place, its))
    return []
  if (other.kind === 'break')
    return talk.kind === 'talk' && (its.room === null || its.room === place.room)
      ? [{ reason: 'break', isNote: true, other, its }]
      : []
  const isSameRoom = place.room !== null && place.room === its.room
  const inRoom = isSameRoom ? [{ reason: 'room', isNote: talk.kind === 'break', other, its }] : []
  if (talk.kind === 'break') return inRoom
  const speakers = other.speakers.filter((person) => talk.own.has(person.place))
  const moderators = other.moderators.filter(
    (person) => talk.own.has(person.place) && !speakers.some((speaker) => speaker.place === person.place),
  )
  return [
    ...inRoom,
    ...speakers.map(({ name }) => ({ reason: 'speaks', name, other, its })),
    ...moderators.map(({ name }) => ({ reason: 'moderates', name, other, its })),
  ]
}

/** Conflicts of a talk at a place, the serious ones first. */
export function conflictsAt(plan, talk, place) {
  const found = [...plan.talks.values()].flatMap((other) =>
    sharedWith(talk, place, other, plan.place(other.id)),
  )
  if (plan.isOutside(dayOf(place.at))) found.push({ reason: 'dates', isNote: true })
  return found.sort((one, other) => Number(one.isNote ?? false) - Number(other.isNote ?? false))
}

/** The times at which people of a talk are busy elsewhere. */
export const busyTimes = (plan, talk) =>
  [...plan.talks.values()].flatMap((other) => {
    const its = plan.place(other.id)
    const shared = sharedWith(talk, { ...its, room: null }, other, its)
    return shared.some(isSerious) ? [its] : []
  })

/** The conflicts of all talks that have any, by id, in order of time. */
export function allConflicts(plan) {
  const placed = [...plan.talks.values()]
    .map((talk) => ({ talk, place: plan.place(talk.id) }))
    .sort((one, other) => one.place.at - other.place.at)
  const found = new Map(placed.map(({ talk: { id } }) => [id, []]))
  const add = (one, other) =>
    found.get(one.talk.id).push(...sharedWith(one.talk, one.place, other.talk, other.place).filter(isSerious))
  for (const [index, one] of placed.entries()) {
    for (let next = index + 1; next < placed.length; next += 1) {
      const other = placed[next]
      if (other.place.at >= one.place.at + one.place.duration) break
      add(one, other)
      add(other, one)
    }
  }
  return new Map([...found].filter(([, conflicts]) => conflicts.length > 0))
}

const isSerious = ({ isNote = false }) => !isNote

const WITHOUT_ROOM = { speaks: 'speaksWithoutRoom', moderates: 'moderatesWithoutRoom' }

/** Conflicts as sentences. */
export function conflictWords({ texts, wording }, conflicts) {
  const said = conflicts.slice(0, MAX_WORDS).map(({ reason, name, other, its }) => {
    if (reason === 'dates') return texts.conflicts.dates
    const text = (its.room === null && WITHOUT_ROOM[reason]) || reason
    return fill(texts.conflicts[text], {
      ...{ title: other.title, name, room: its.room ?? '' },
      ...{ from: wording.clock(its.at), to: wording.clock(its.at + its.duration) },
    })
  })
  const more = conflicts.length - said.length
  return more > 0 ? [...said, fill(texts.conflicts.more, { count: wording.number(more) })] : said
}

/** Shows sentences in a list, and returns them. */
export function showWords(list, editor, conflicts) {
  const words = conflictWords(editor, conflicts)
  list.replaceChildren(
    ...words.map((sentence, index) => {
      const item = document.createElement('li')
      item.textContent = sentence
      item.classList.toggle('is-note', conflicts[index]?.isNote ?? true)
      return item
    }),
  )
  return words
}
