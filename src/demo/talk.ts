// The compact form of a demo talk, and its conversion to a request body.
import type { TalkBody } from '../features/talks/schema.ts'
import { mentionsOf, type PersonKey } from './people.ts'
import type { Place, Slot } from './timetable.ts'

export const tracks = { workbench: 'Workbench', house: 'Front of House' } as const
/** Each track has its own room. */
const rooms = { workbench: 'Loom Room', house: 'Great Hall' } as const satisfies Record<
  keyof typeof tracks,
  string
>

export type DemoTalk = Omit<
  TalkBody,
  'externalId' | 'start' | 'track' | 'room' | 'speakers' | 'moderators'
> & {
  key: string
  slot: Slot
  track: keyof typeof tracks
  title: string
  description: string
  duration: 40 | 45 | 50
  speakers: readonly PersonKey[]
  moderators?: readonly PersonKey[]
}

export function bodyOf(talk: DemoTalk, day: Place['day'], startOf: (place: Place) => string): TalkBody {
  const { key: _key, slot, track, speakers, moderators = [], ...plain } = talk
  return {
    ...plain,
    start: startOf({ day, slot }),
    track: tracks[track],
    room: rooms[track],
    speakers: mentionsOf(speakers),
    moderators: mentionsOf(moderators),
  }
}
