// The live stream: its events, and the talks that it carries.
import Type, { type Static } from 'typebox'
import { openList } from '../../kernel/changes/events-schema.ts'
import { nullable, ref } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { MAX_STREAM_TALKS } from './limits.ts'
import { LiveViewers, liveKinds, type TalkLive } from './schema.ts'

export const LiveStreamQuery = Type.Object(
  {
    talks: Type.String({
      minLength: 1,
      maxLength: 4096,
      description: `Up to ${MAX_STREAM_TALKS} talks, separated by commas: ids, or \`ext:\` followed by your own identifier. \`<id>:<seq>\` continues after a live change that you know.`,
      examples: ['ext:crm-4711'],
    }),
  },
  { additionalProperties: false },
)

const talk = Type.String({ format: 'uuid', description: 'The id of the talk.' })

export const LiveChange = Type.Object(
  {
    talk,
    items: Type.Array(
      Type.Object({
        kind: openList(liveKinds),
        id: Type.String(),
        value: nullable(
          Type.Unknown({
            type: 'object',
            description:
              'The object as it is now: a `Message`, a `Question`, a `Survey`, the `SurveyResults` of a survey, or the `TalkLive` of the talk. Null if it was removed.',
          }),
        ),
      }),
    ),
  },
  {
    $id: 'LiveChange',
    description: 'The data of a `change` event: what has changed in a talk.',
    examples: [examples.liveChange],
  },
)
export type LiveChange = Static<typeof LiveChange>

/** What is live about a talk now. The parts add their content to it. */
export type LiveSnapshot = { live: TalkLive }
export const SNAPSHOT_ID = 'LiveSnapshot'

export const LiveReset = Type.Object(
  {
    talk,
    seq: Type.Integer({ description: 'The number of the last change that the snapshot contains.' }),
    snapshot: ref(Type.Unsafe<LiveSnapshot>({ $id: SNAPSHOT_ID })),
  },
  {
    $id: 'LiveReset',
    description:
      'The data of a `reset` event: discard what you know about the talk and start over with the snapshot.',
  },
)

export const LiveClosed = Type.Object(
  { talk },
  { $id: 'LiveClosed', description: 'The data of a `closed` event: the talk is no longer available.' },
)

export const LiveViewersChange = Type.Object(
  { talk, viewers: ref(LiveViewers) },
  { $id: 'LiveViewersChange', description: 'The data of a `viewers` event, which has no id.' },
)

export const LiveEvent = Type.Union(
  [ref(LiveChange), ref(LiveReset), ref(LiveClosed), ref(LiveViewersChange)],
  {
    $id: 'LiveEvent',
    description: 'The data of an event of the live stream.',
  },
)
