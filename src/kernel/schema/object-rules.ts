// Rules for whole objects that standard keywords of JSON Schema cannot express.

/** What an object lacks, or the problem with one of its attributes. */
export type RuleProblem = { missing: string } | { attribute: string; type: string; message: string }
type ObjectRule = (object: Readonly<Record<string, unknown>>) => RuleProblem | undefined

/** By their keyword. */
export const objectRules = new Map<string, ObjectRule>()

/** Declares a rule. Returns the keyword that applies it, for the options of a schema. */
export function objectRule(keyword: `x-${string}`, findProblem: ObjectRule): Readonly<Record<string, true>> {
  objectRules.set(keyword, findProblem)
  return { [keyword]: true }
}
