// The answer to a programme, gathered item by item.
import { canonicalEmail } from '../../lib/text/email.ts'
import type { AttachedPerson } from '../../schema/people/attached-people.ts'
import type { Notice } from '../../schema/problems.ts'
import type { ProgrammeCounts, ProgrammeKind, ProgrammeSaved } from '../../schema/programme/import.ts'
import type { Outcome } from '../../store/store.ts'
import { accountsMade, foreseenChanges, knownId, type MadeUp } from '../changes/dry-run.ts'
import { Refusal } from '../changes/errors.ts'
import type { Saved } from './save-with-people.ts'

/** What the saves and deletions of all kinds answer. */
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
type Item = { kind: ProgrammeKind; pointer: string; email?: string | undefined; removedId?: string }

const none = (): ProgrammeCounts => ({ talks: 0, sponsors: 0, people: 0 })

export class ProgrammeReport {
  readonly #isDryRun: boolean
  readonly #counts = { created: none(), updated: none(), unchanged: none(), removed: none() }
  readonly #accounts: ProgrammeSaved['accounts'] = []
  readonly #accountsMade = new Set<string>()
  readonly #refused: ProgrammeSaved['refused'] = []
  readonly #warnings: Notice[] = []
  readonly #changes: NonNullable<ProgrammeSaved['changes']> = []

  constructor(isDryRun: boolean) {
    this.#isDryRun = isDryRun
  }

  /** `madeUp` is of all that was rehearsed together in a dry run. */
  add(item: Item, outcome: Outcome<SavedItem>, madeUp: MadeUp | undefined): void {
    if (outcome.status === 'refused') this.#refuse(item, outcome.refusal)
    if (outcome.status !== 'done') return
    const { answer } = outcome.answer
    const what = actionOf(item, outcome.answer)
    this.#counts[what][item.kind] += 1
    for (const notice of [...(answer.warnings ?? []), ...(answer.errors ?? [])]) {
      this.#warnings.push({ ...notice, pointer: `${item.pointer}${notice.pointer ?? ''}` })
    }
    if (madeUp) this.#foresee(item, what, outcome, madeUp)
    else this.#addAccounts(item, answer)
  }

  answer(): ProgrammeSaved {
    const refused = this.#refused
    const total = (counts: ProgrammeCounts) => counts.talks + counts.sponsors + counts.people
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
      ...(this.#isDryRun ? { changes: this.#changes } : {}),
    }
  }

  #refuse({ pointer, removedId }: Item, refusal: Error): void {
    if (!(refusal instanceof Refusal)) throw refusal
    const { code, message, detail } = refusal
    const errors = detail.errors?.map((error) => ({ ...error, pointer: `${pointer}${error.pointer ?? ''}` }))
    this.#refused.push({
      pointer,
      ...(removedId === undefined ? {} : { id: removedId }),
      code,
      message,
      ...(errors ? { errors } : {}),
    })
  }

  #addAccounts({ email }: Item, { speakers = [], moderators = [], ...answer }: SavedItem['answer']): void {
    const { id, username, password } = answer
    if (email !== undefined && username !== undefined && password !== undefined)
      this.#accounts.push({ id, email, username, password })
    for (const person of [...speakers, ...moderators]) {
      if (person.password !== undefined) this.#accounts.push({ ...person, password: person.password })
    }
  }

  #foresee(
    { kind, pointer, removedId }: Item,
    action: Action,
    { answer, events }: Done,
    madeUp: MadeUp,
  ): void {
    const { id } = answer.answer
    for (const { email } of accountsMade(events)) {
      // A person of two talks is foreseen with each of them.
      const key = canonicalEmail(email)
      if (!this.#accountsMade.has(key)) this.#accounts.push({ email })
      this.#accountsMade.add(key)
    }
    if (action === 'unchanged') return
    this.#changes.push({
      kind,
      action,
      ...(removedId === undefined ? { pointer } : {}),
      id: knownId(id, madeUp),
      changes: foreseenChanges(events, id, madeUp),
    })
  }
}

function actionOf({ removedId }: Item, { isCreated, isChanged }: SavedItem): Action {
  if (removedId !== undefined) return 'removed'
  if (isCreated) return 'created'
  return isChanged ? 'updated' : 'unchanged'
}
