// The response of a dry run, built from the response of the change and the events it would have recorded.
import { existingId, type PlannedIds, plannedAccounts, plannedChanges } from '../../changes/dry-run.ts'
import type { DryRun } from '../../changes/dry-run-schema.ts'
import type { Saved } from '../../changes/saved.ts'
import type { Notice } from '../../schema/problems.ts'
import type { Outcome } from '../../store/changes/transaction.ts'

type Attached = { id: string; email: string }

/** The response of any write. */
export type WriteResponse = {
  code: 'ok'
  message: string
  id: string
  speakers?: Attached[]
  moderators?: Attached[]
  warnings?: Notice[]
  errors?: Notice[]
  queued?: number
}

type Done = Extract<Outcome<Saved<WriteResponse>>, { status: 'done' }>

/** `plannedIds` are the ids planned by all commands of the dry run. */
export function dryRunOf({ answer: { isCreated, response }, events }: Done, plannedIds: PlannedIds): DryRun {
  const existing = (list: readonly Attached[]) =>
    list.map(({ id, email }) => ({ id: existingId(id, plannedIds), email }))
  return {
    code: 'ok',
    message: `Dry run, nothing was changed: ${response.message}`,
    dryRun: true,
    status: isCreated ? 201 : 200,
    id: isCreated ? null : existingId(response.id, plannedIds),
    ...(response.speakers ? { speakers: existing(response.speakers) } : {}),
    ...(response.moderators ? { moderators: existing(response.moderators) } : {}),
    changes: plannedChanges(events, response.id, plannedIds),
    accounts: plannedAccounts(events),
    ...(response.queued === undefined ? {} : { queued: response.queued }),
    ...(response.warnings ? { warnings: response.warnings } : {}),
    ...(response.errors ? { errors: response.errors } : {}),
  }
}
