// The stage of a talk, as its projector view shows it.
import type { OnStage } from './schema.ts'
import type { NewLiveEntry } from './state.ts'
import type { LiveTalkRow } from './tables.ts'

/** Whether a question or survey is on stage. */
export const isOnStage = ({ stage }: Pick<LiveTalkRow, 'stage'>, { kind, id }: OnStage): boolean =>
  stage?.kind === kind && stage.id === id

type StageChange = { change: Partial<LiveTalkRow>; entries: NewLiveEntry[] }

/**
 * The changed live state, and its journal entries: the talk, and the questions that leave and enter the stage, whose
 * state changes with it. Empty if the stage stays the same.
 */
export function stageChange(live: LiveTalkRow, stage: OnStage | null): StageChange {
  if (live.stage?.id === stage?.id) return { change: {}, entries: [] }
  const questions = [live.stage, stage].flatMap((one) => (one?.kind === 'question' ? [one.id] : []))
  return {
    change: { stage, version: live.version + 1 },
    entries: [
      { kind: 'talk', objectId: live.talkId },
      ...questions.map((objectId) => ({ kind: 'question' as const, objectId })),
    ],
  }
}
