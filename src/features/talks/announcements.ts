// E-mails about changes of talks, as far as the pages that make such changes know them: how many people get them, and
// whether a change is made without them.

import { pageHooks } from '../../kernel/changes/features.ts'
import type { Caller, PageServices } from '../../kernel/changes/services.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import type { Talk } from './schema.ts'
import type { TalkSlot } from './tables.ts'

export const slotOf = ({ state, start, duration, room }: Talk): TalkSlot => ({
  ...{ state, duration, room },
  startAt: Date.parse(start),
})

/** A talk before a change and after it. Without `after`, any change of its slot is meant. */
export type SlotChange = { id: string; before: TalkSlot; after?: TalkSlot }

/** The version to which an unannounced change leads. */
type UnannouncedVersion = { talkId: string; version: number; changedAt: number }

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    /** Marks a change of a talk as not to be announced. */
    leaveUnannounced?(change: UnannouncedVersion): Write
  }
  interface FeaturePages {
    /** The number of people to notify of these changes by e-mail. */
    countTold?(services: PageServices, caller: Caller, changes: readonly SlotChange[]): Promise<number>
  }
}

export async function countTold(
  services: PageServices,
  caller: Caller,
  changes: readonly SlotChange[],
): Promise<number> {
  if (!services.hasMailer || changes.length === 0) return 0
  return (await pageHooks.of('countTold')[0]?.(services, caller, changes)) ?? 0
}

type Field = (name: string) => string | undefined

/** Whether a form has offered to send the e-mails, and the person has declined. */
export const isUnannounced = (field: Field): boolean => Boolean(field('told')) && !field('sendEmails')
