// The answer of a dry run, made from what the change would answer and the events that it would leave.
import { accountsMade, foreseenChanges, knownId, type MadeUp } from '../../domain/changes/dry-run.ts'
import type { Saved } from '../../domain/programme/save-with-people.ts'
import type { DryRun } from '../../schema/changes/dry-run.ts'
import type { AttachedPerson } from '../../schema/people/attached-people.ts'
import type { Notice } from '../../schema/problems.ts'
import type { Outcome } from '../../store/store.ts'

/** What any write answers. */
export type Answered = {
  code: 'ok'
  message: string
  id: string
  speakers?: AttachedPerson[]
  moderators?: AttachedPerson[]
  warnings?: Notice[]
  errors?: Notice[]
  queued?: number
}

type Done = Extract<Outcome<Saved<Answered>>, { status: 'done' }>

/** `madeUp` is of all that was rehearsed together. */
export function dryRunOf({ answer: { isCreated, answer }, events }: Done, madeUp: MadeUp): DryRun {
  const known = (list: readonly AttachedPerson[]) =>
    list.map(({ id, email }) => ({ id: knownId(id, madeUp), email }))
  return {
    code: 'ok',
    message: `Dry run, nothing was changed: ${answer.message}`,
    dryRun: true,
    status: isCreated ? 201 : 200,
    id: knownId(answer.id, madeUp),
    ...(answer.speakers ? { speakers: known(answer.speakers) } : {}),
    ...(answer.moderators ? { moderators: known(answer.moderators) } : {}),
    changes: foreseenChanges(events, answer.id, madeUp),
    accounts: accountsMade(events),
    ...(answer.queued === undefined ? {} : { queued: answer.queued }),
    ...(answer.warnings ? { warnings: answer.warnings } : {}),
    ...(answer.errors ? { errors: answer.errors } : {}),
  }
}
