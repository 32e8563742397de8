// The warnings of a bulk request, counted by what they say.
import type { Notice, WarningCount } from '../schema/problems.ts'

export class WarningSummary {
  readonly #counts = new Map<string, WarningCount>()

  /** The warnings of an item of the request, whose attributes are below the pointer. */
  add(pointer: string, notices: readonly Notice[]): void {
    for (const { code, message, pointer: place = '' } of notices) {
      const name = `${code} ${message}`
      const known = this.#counts.get(name)
      if (known) known.count += 1
      else this.#counts.set(name, { code, message, count: 1, first: `${pointer}${place}` })
    }
  }

  /** The member of a response; none if there are no warnings. */
  get member(): { summary?: { warnings: WarningCount[] } } {
    return this.#counts.size === 0 ? {} : { summary: { warnings: [...this.#counts.values()] } }
  }
}
