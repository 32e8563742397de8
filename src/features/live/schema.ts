// The live content of a talk: the journal of its changes, its settings, and its stage.
import Type, { type Static } from 'typebox'
import { clearable, id, nullable, oneOf, ref } from '../../kernel/schema/common.ts'
import * as examples from '../../kernel/schema/examples.ts'
import { platformFeatures } from '../platforms/schema.ts'
import { MAX_CREDITS, MAX_SLOW_SECONDS } from './limits.ts'

/** Kinds of objects that an entry of a talk's journal refers to. */
export const liveKinds = ['message', 'question', 'survey', 'survey_results', 'talk'] as const
export type LiveKind = (typeof liveKinds)[number]

/** The object that the projector view shows. */
export const OnStage = Type.Object(
  { kind: oneOf(['question', 'survey']), id: Type.String({ maxLength: 36 }) },
  {
    $id: 'OnStage',
    additionalProperties: false,
    description: 'What the projector view of a talk shows.',
  },
)
export type OnStage = Static<typeof OnStage>

/** The ways of watching a talk. */
export const watchModes = ['live', 'replay'] as const
export type WatchMode = (typeof watchModes)[number]

/** With `approval`, every message waits for a moderator. */
export const chatModes = ['open', 'approval', 'paused'] as const
export type ChatMode = (typeof chatModes)[number]

const settings = {
  chatMode: oneOf(chatModes, {
    description:
      'With `approval`, messages wait for a moderator. In a `paused` chat, only speakers and moderators write.',
  }),
  slowSeconds: Type.Integer({
    minimum: 0,
    maximum: MAX_SLOW_SECONDS,
    description: 'The least number of seconds between two messages of a person. 0 turns slow mode off.',
  }),
  pinnedMessageId: clearable(Type.String({ maxLength: 36, description: 'The message above the chat.' })),
  credits: clearable(
    Type.Integer({
      minimum: 0,
      maximum: MAX_CREDITS,
      description:
        'What watching the talk costs, if the platform has credits; null for the price of the platform.',
    }),
  ),
}

/** The setting that the price page changes. */
export const TalkPrice = Type.Object({ credits: settings.credits }, { additionalProperties: false })

export const TalkLiveUpdate = Type.Partial(
  Type.Object({ ...settings, stage: Type.Union([ref(OnStage), Type.Null()]) }),
  {
    $id: 'TalkLiveUpdate',
    additionalProperties: false,
    description: 'The live settings of a talk to change.',
    examples: [examples.talkLiveUpdate],
  },
)
export type TalkLiveUpdate = Static<typeof TalkLiveUpdate>

export const LiveViewers = Type.Object(
  {
    count: Type.Integer({ description: 'Everyone who watches now, with or without an account.' }),
    listed: Type.Integer({ description: 'Those of them who agreed to be listed.' }),
  },
  { $id: 'LiveViewers', description: 'How many people watch a talk now.' },
)
export type LiveViewers = Static<typeof LiveViewers>

export const TalkLive = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the talk.' }),
    state: oneOf(['upcoming', 'live', 'ended', 'replay', 'cancelled']),
    features: Type.Object(
      Object.fromEntries(platformFeatures.map((feature) => [feature, Type.Boolean()])) as Record<
        (typeof platformFeatures)[number],
        Type.TBoolean
      >,
      { description: 'The features that are on for both the platform and the talk.' },
    ),
    ...settings,
    crowdedUntil: nullable(
      Type.String({
        format: 'date-time',
        description: 'A crowded chat is in slow mode until then, even if `slowSeconds` is lower.',
      }),
    ),
    allChatsPaused: Type.Boolean({ description: 'The chats of all talks are paused.' }),
    stage: Type.Union([ref(OnStage), Type.Null()]),
    viewers: Type.Optional(ref(LiveViewers)),
    seq: Type.Integer({
      description:
        'The number of the last live change. To follow the talk from here, open `GET /live/stream?talks=<id>:<seq>`.',
    }),
    version: Type.Integer({ minimum: 1, description: 'Increases by one when the settings change.' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'TalkLive', description: 'What is live about a talk.' },
)
export type TalkLive = Static<typeof TalkLive>

export const TalkLiveSaved = Type.Object(
  { code: Type.Literal('ok'), message: Type.String(), id: id() },
  { $id: 'TalkLiveSaved', description: 'The live settings were saved.', examples: [examples.talkLiveSaved] },
)
export type TalkLiveSaved = Static<typeof TalkLiveSaved>
