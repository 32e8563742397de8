// The texts of the editor's scripts. Their values have the form {name}, which the scripts replace.
import type { Messages } from '../../kit/messages/messages.ts'

const [count, title, place, room, name] = ['{count}', '{title}', '{place}', '{room}', '{name}']
const [day, from, to] = ['{day}', '{from}', '{to}']

export function editorTexts({ names, office }: Messages) {
  const { bar, card, conflicts, lift, list, move, everywhere, review, rooms, ...texts } = office.timetable
  const { lifted, dropped, canceled, undone, redone, discarded } = lift
  return {
    ...{
      everywhere,
      noRooms: rooms.none,
      dropHere: list.dropHere,
      noMatches: list.noMatches,
      failed: review.failed,
      part: review.part({ part: '{part}', count }),
    },
    place: texts.place({ day, from, to, room }),
    placeWithoutRoom: texts.placeWithoutRoom({ day, from, to }),
    states: { draft: names.talkStates.draft, cancelled: names.talkStates.cancelled },
    bar: {
      none: bar.none,
      changes: { one: bar.one({ count }), other: bar.other({ count }) },
      conflicts: { one: bar.conflictsOne({ count }), other: bar.conflictsOther({ count }) },
    },
    card: {
      minutes: card.minutes({ count }),
      changed: card.changed,
      conflict: card.conflict,
      help: card.help,
    },
    move: { title: move.title({ title }) },
    lift: {
      title: lift.title({ title }),
      lifted: lifted({ title, place }),
      dropped: dropped({ title, place }),
      undone: undone({ title, place }),
      redone: redone({ title, place }),
      ...{ canceled, discarded },
    },
    conflicts: {
      room: conflicts.room({ title, room, from, to }),
      speaks: conflicts.speaks({ name, from, room }),
      speaksWithoutRoom: conflicts.speaksWithoutRoom({ name, from }),
      moderates: conflicts.moderates({ name, from, room }),
      moderatesWithoutRoom: conflicts.moderatesWithoutRoom({ name, from }),
      break: conflicts.break({ title, from, to }),
      dates: conflicts.dates,
      more: conflicts.more({ count }),
    },
  }
}
