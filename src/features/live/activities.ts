// What people do in talks, for features that reward it.
import { operationHooks } from '../../kernel/changes/features.ts'
import type { DecideContext } from '../../kernel/store/changes/operation.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    /** What it adds to the transaction in which people do something. */
    onActivity?(ctx: DecideContext, activities: readonly Activity[]): readonly Write[]
  }
}

/** Something that a person did. A survey about the whole event has no talk. */
export type Activity = { platform: PlatformRow; userId: string } & (
  | { kind: 'question' | 'survey'; talk: TalkRow | null; objectId: string }
  /** Five more minutes of a talk: the first, the second, and so on. */
  | { kind: 'watched'; talk: TalkRow; step: number }
)

export const activityWrites = (ctx: DecideContext, activities: readonly Activity[]): Write[] =>
  operationHooks.of('onActivity').flatMap((add) => add(ctx, activities))
