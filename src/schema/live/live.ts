// What is live about a talk: the journal of its changes, and what stands on its stage.
import Type, { type Static } from 'typebox'
import { id, oneOf } from '../common.ts'

/** What an entry of a talk's journal refers to. */
export const liveKinds = ['message', 'talk'] as const
export type LiveKind = (typeof liveKinds)[number]

/** What the projector view shows. */
export const OnStage = Type.Object({ kind: oneOf(['question', 'survey']), id: id() })
export type OnStage = Static<typeof OnStage>
