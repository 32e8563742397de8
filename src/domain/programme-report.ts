// The answer to a programme, gathered item by item.
import { canonicalEmail } from '../lib/email.ts'
import type { AttachedPerson } from '../schema/person.ts'
import type { Notice } from '../schema/problem.ts'
import type { ProgrammeCounts, ProgrammeKind, ProgrammeSaved } from '../schema/programme.ts'
import type { NewEvent, Outcome } from '../store/engine.ts'
import { Refusal } from './errors.ts'
import { accountsMade, foreseenChanges } from './foreseen.ts'
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

  add(item: Item, outcome: Outcome<SavedItem>): void {
    if (outcome.status === 'refused') this.#refuse(item, outcome.refusal)
    if (outcome.status !== 'done') return
    const { answer } = outcome.answer
    const what = actionOf(item, outcome.answer)
    this.#counts[what][item.kind] += 1
    for (const notice of [...(answer.warnings ?? []), ...(answer.errors ?? [])]) {
      this.#warnings.push({ ...notice, pointer: `${item.pointer}${notice.pointer ?? ''}` })
    }
    if (this.#isDryRun) this.#foresee(item, what, answer.id, outcome.events)
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

  #foresee({ kind, pointer, removedId }: Item, what: Action, id: string, events: readonly NewEvent[]): void {
    for (const { email } of accountsMade(events)) {
      // A person of two talks is foreseen with each of them.
      const key = canonicalEmail(email)
      if (!this.#accountsMade.has(key)) this.#accounts.push({ email })
      this.#accountsMade.add(key)
    }
    if (what === 'unchanged') return
    this.#changes.push({
      kind,
      action: what,
      ...(removedId === undefined ? { pointer } : {}),
      id: what === 'created' ? null : id,
      changes: what === 'removed' ? [] : foreseenChanges(events, id),
    })
  }
}

function actionOf({ removedId }: Item, { isCreated, isChanged }: SavedItem): Action {
  if (removedId !== undefined) return 'removed'
  if (isCreated) return 'created'
  return isChanged ? 'updated' : 'unchanged'
}
