// Changing many talks at once.

import { type BulkOptions, type BulkOutcome, editEach } from '../../../kernel/changes/bulk-edits.ts'
import type { Saved } from '../../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import { formatInstant } from '../../../kernel/lib/time/instants.ts'
import { MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { command } from '../../../kernel/store/changes/transaction.ts'
import type { SaveState, SaveWithPeople } from '../saved-objects/save-with-people.ts'
import type { TalkBody, TalkSaved } from '../schema.ts'
import type { TalkRow, TalkSlot } from '../tables.ts'
import { saveTalkOperation } from '../talks.ts'

/** Absent attributes stay. */
export type TalkEdit = Pick<TalkBody, 'room' | 'track' | 'language' | 'kind' | 'state'> & {
  /** Moves the start. Negative values move it earlier. */
  shiftMinutes?: number
}

const startAfter = ({ startAt }: Pick<TalkSlot, 'startAt'>, { shiftMinutes = 0 }: TalkEdit): number =>
  startAt + shiftMinutes * MINUTE_MS

export const slotAfter = (talk: TalkSlot, edit: TalkEdit): TalkSlot => ({
  state: edit.state ?? talk.state,
  startAt: startAfter(talk, edit),
  duration: talk.duration,
  room: edit.room === undefined ? talk.room : edit.room,
})

/** Saves a talk, and moves it from where it is when the change is made. */
export const editTalkOperation: Operation<
  SaveState<TalkRow>,
  SaveWithPeople<TalkBody> & { shiftMinutes: number },
  Saved<TalkSaved>
> = {
  ...saveTalkOperation,
  name: 'editTalk',
  decide(state, ctx, { shiftMinutes, body, ...input }) {
    const start = state.object && formatInstant(startAfter(state.object, { shiftMinutes }))
    return saveTalkOperation.decide(state, ctx, { ...input, body: { ...body, ...(start ? { start } : {}) } })
  },
}

type Editing = { rows: readonly TalkRow[]; edit: TalkEdit; isUnannounced: boolean }

export const editTalks = (
  services: Services,
  caller: Caller,
  { rows, edit: { shiftMinutes = 0, ...body }, isUnannounced }: Editing,
  options: BulkOptions,
): Promise<BulkOutcome> =>
  editEach(
    services,
    caller,
    rows.map(({ id, title }) => ({
      id,
      name: title,
      command: command(editTalkOperation, {
        ...{ reference: { by: 'id', value: id } as const, body, shiftMinutes, isUnannounced },
      }),
    })),
    options,
  )
