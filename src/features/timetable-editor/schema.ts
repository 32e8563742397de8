// Moves of talks, as the editor sends them.
import Type, { type Static } from 'typebox'
import { talkFields } from '../talks/schema.ts'
import { MAX_MOVED_TALKS } from './limits.ts'

const { start, room, duration } = talkFields.body

/** The place of a talk: when, how long, and where. `startAt` is in epoch milliseconds. */
const Place = Type.Object(
  { startAt: Type.Integer(), room: Type.Union([Type.String(), Type.Null()]), duration: Type.Number() },
  { additionalProperties: false },
)
export type Place = Static<typeof Place>

/** A talk with the attributes to change, and the place that the person has seen. */
const Move = Type.Object(
  {
    id: Type.String({ maxLength: 36 }),
    from: Place,
    start: Type.Optional(start),
    room: Type.Optional(room),
    duration: Type.Optional(duration),
    /** Set if somebody else has moved the talk to `from`. The person has to choose. */
    isDisputed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type Move = Static<typeof Move>

export const Moves = Type.Array(Move, { minItems: 1, maxItems: MAX_MOVED_TALKS })
