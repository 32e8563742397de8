// What features add to the program. The code that uses an addition declares it in one of these interfaces, and reads those
// of all features, in their order, with `operationHooks`, `hooks`, or `pageHooks`.
import type { AnyOperation } from '../store/changes/operation.ts'
import type { AnyDeletionPart } from './deletion-parts.ts'
import type { AnyRetention } from './retention.ts'

/** What the stores need of a feature, and the writer thread of SQLite: no routes, no pages, no texts. */
export interface FeatureOperations {
  operations?: readonly AnyOperation[]
  /** What it keeps only for a while. */
  retention?: AnyRetention
  /** What it adds to operations of earlier features that delete an object, by their names. */
  onDelete?: Readonly<Record<string, AnyDeletionPart>>
}

/** What the server needs of it: routes of the API, jobs, exports. */
// biome-ignore lint/suspicious/noEmptyInterface: the readers of hooks extend it
export interface Feature {}

/** What its pages need of it. Only the server loads them; commands do not. */
// biome-ignore lint/suspicious/noEmptyInterface: the readers of hooks extend it
export interface FeaturePages {}

class Hooks<Additions extends object> {
  readonly #list: string
  readonly #known = new Map<keyof Additions, unknown>()
  #features: readonly Additions[] | undefined

  constructor(list: string) {
    this.#list = list
  }

  /** Called once in each thread, by the list of features. */
  register(features: readonly Additions[]): void {
    this.#features = features
    this.#known.clear()
  }

  /** Throws before the features are registered, because nobody would have to pay for a talk without them. */
  of<Name extends keyof Additions>(name: Name): readonly NonNullable<Additions[Name]>[] {
    if (this.#features === undefined) throw new Error(`${this.#list} was not loaded`)
    const known =
      this.#known.get(name) ?? this.#features.map((one) => one[name]).filter((added) => added !== undefined)
    this.#known.set(name, known)
    return known as NonNullable<Additions[Name]>[]
  }
}

export const operationHooks = new Hooks<FeatureOperations>('features/operations.ts')
export const hooks = new Hooks<Feature>('features/features.ts')
export const pageHooks = new Hooks<FeaturePages>('features/pages.ts')
