// The report of an import, collected item by item.

import { existingId, type PlannedIds, plannedAccounts, plannedChanges } from '../../kernel/changes/dry-run.ts'
import { refusalCodec } from '../../kernel/changes/errors.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { WarningSummary } from '../../kernel/changes/warning-summary.ts'
import { canonicalEmail } from '../../kernel/lib/text/email.ts'
import type { Notice } from '../../kernel/schema/problems.ts'
import type { Outcome } from '../../kernel/store/changes/transaction.ts'
import type { AttachedPerson } from '../people/attached/attached-people-schema.ts'
import type { ProgrammeCounts, ProgrammeKind, ProgrammeSaved } from './schema.ts'

/** The result of a save or deletion of any kind. */
export type SavedItem = Saved<{
  message: string
  id: string
  username?: string
  password?: string
  speakers?: AttachedPerson[]
  moderators?: AttachedPerson[]
  warnings?: Notice[]
  errors?: Notice[]
}>
type Done = Extract<Outcome<SavedItem>, { status: 'done' }>
type Action = 'created' | 'updated' | 'unchanged' | 'removed'
type Item = {
  kind: ProgrammeKind
  pointer: string
  index?: number
  externalId: string | null
  email?: string | undefined
  removedId?: string
}

const none = (): ProgrammeCounts => ({ talks: 0, sponsors: 0, people: 0, surveys: 0 })

export class ProgrammeReport {
  readonly #isDryRun: boolean
  readonly #counts = { created: none(), updated: none(), unchanged: none(), removed: none() }
  readonly #accounts: ProgrammeSaved['accounts'] = []
  readonly #plannedAccounts = new Set<string>()
  readonly #refused: ProgrammeSaved['refused'] = []
  readonly #warnings: Notice[] = []
  readonly #summary = new WarningSummary()
  readonly #changes: NonNullable<ProgrammeSaved['changes']> = []

  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun
  }

  /** `plannedIds` belong to the dry run that the item was part of. */
  add(item: Item, outcome: Outcome<SavedItem>, plannedIds: PlannedIds | undefined): void {
    if (outcome.status === 'refused') this.#refuse(item, outcome.refusal)
    if (outcome.status !== 'done') return
    const { response } = outcome.answer
    const what = actionOf(item, outcome.answer)
    this.#counts[what][item.kind] += 1
    const notices = [...(response.warnings ?? []), ...(response.errors ?? [])]
    this.#summary.add(item.pointer, notices)
    for (const notice of notices)
      this.#warnings.push({ ...notice, pointer: `${item.pointer}${notice.pointer ?? ''}` })
    if (plannedIds) this.#addPlan(item, what, outcome, plannedIds)
    else this.#addAccounts(item, response)
  }

  response(): ProgrammeSaved {
    const refused = this.#refused
    const total = (counts: ProgrammeCounts) => counts.talks + counts.sponsors + counts.people + counts.surveys
    const { created, updated, unchanged, removed } = this.#counts
    const summary = `${total(created)} created, ${total(updated)} updated, ${total(unchanged)} unchanged, ${total(removed)} removed, ${refused.length} refused.`
    return {
      code: 'ok',
      message: this.#isDryRun ? `Dry run, nothing was changed: ${summary}` : summary,
      ...(this.#isDryRun ? { dryRun: true as const } : {}),
      ...this.#counts,
      accounts: this.#accounts,
      refused,
      ...(this.#warnings.length > 0 ? { warnings: this.#warnings } : {}),
      ...this.#summary.member,
      ...(this.#isDryRun ? { changes: this.#changes } : {}),
    }
  }

  #refuse({ pointer, index, externalId, removedId }: Item, refusal: unknown): void {
    const { code, message, detail } = refusalCodec.fromData(refusal)
    const errors = detail.errors?.map((error) => ({ ...error, pointer: `${pointer}${error.pointer ?? ''}` }))
    this.#refused.push({
      pointer,
      ...(index === undefined ? {} : { index }),
      externalId,
      ...(removedId === undefined ? {} : { id: removedId }),
      code,
      message,
      ...(detail.source === undefined ? {} : { source: detail.source }),
      ...(errors ? { errors } : {}),
    })
  }

  #addAccounts(
    { email }: Item,
    { speakers = [], moderators = [], id, username, password }: SavedItem['response'],
  ): void {
    if (email !== undefined && username !== undefined && password !== undefined)
      this.#accounts.push({ id, email, username, password })
    for (const person of [...speakers, ...moderators]) {
      if (person.password !== undefined) this.#accounts.push({ ...person, password: person.password })
    }
  }

  #addPlan(
    { kind, pointer, index, removedId }: Item,
    action: Action,
    { answer, events }: Done,
    plannedIds: PlannedIds,
  ): void {
    const { response, externalId = null, edits = [] } = answer
    const { id } = response
    for (const { email } of plannedAccounts(events)) {
      // A person of two talks is planned with each talk if the talks are in different chunks.
      const key = canonicalEmail(email)
      if (!this.#plannedAccounts.has(key)) this.#accounts.push({ email })
      this.#plannedAccounts.add(key)
    }
    if (action === 'unchanged') return
    this.#changes.push({
      kind,
      action,
      ...(removedId === undefined ? { pointer } : {}),
      ...(index === undefined ? {} : { index }),
      externalId,
      id: existingId(id, plannedIds),
      changes: plannedChanges(events, id, plannedIds).map((change) =>
        edits.includes(change.pointer) ? { ...change, edited: true as const } : change,
      ),
    })
  }
}

function actionOf({ removedId }: Item, { isCreated, isChanged }: SavedItem): Action {
  if (removedId !== undefined) return 'removed'
  if (isCreated) return 'created'
  return isChanged ? 'updated' : 'unchanged'
}
