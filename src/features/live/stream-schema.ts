// The live stream: its events, and the talks that it carries.
import Type, { type Static } from 'typebox'
import { openList } from '../../kernel/changes/events-schema.ts'
import { nullable, ref } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { Message } from '../chat/schema.ts'
import { Question } from '../questions/schema.ts'
import { Survey, SurveyResults } from '../surveys/schema.ts'
import { LiveViewers, liveKinds, TalkLive } from './schema.ts'

/** Maximum number of talks in one stream. */
export const MAX_STREAM_TALKS = 20

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

export const LiveSnapshot = Type.Object(
  {
    live: ref(TalkLive),
    messages: Type.Array(ref(Message), {
      description: 'The last 50 messages, and those that wait for a moderator, in the order of the chat.',
    }),
    questions: Type.Array(ref(Question), { description: 'The first 100 questions that are shown.' }),
    surveys: Type.Array(ref(Survey)),
    surveyResults: Type.Array(ref(SurveyResults)),
  },
  { $id: 'LiveSnapshot', description: 'What is live about a talk now.' },
)
export type LiveSnapshot = Static<typeof LiveSnapshot>

export const LiveReset = Type.Object(
  {
    talk,
    seq: Type.Integer({ description: 'The number of the last change that the snapshot contains.' }),
    snapshot: ref(LiveSnapshot),
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
