// Our own JSON Schema keywords, for rules that standard keywords cannot express.
import type { FuncKeywordDefinition } from 'ajv'
import { cleanLine, cleanText, isVisible } from '../../lib/text/characters.ts'
import { canonicalEmail } from '../../lib/text/email.ts'
import { objectRules, type RuleProblem } from '../../schema/object-rules.ts'
import type { FoundError } from '../problems/validation-problems.ts'

type Clean = (text: string) => string

/** A keyword that replaces a text before its length is checked. */
const replacing = (keyword: string, clean: Clean): FuncKeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'boolean',
  modifying: true,
  errors: false,
  before: 'maxLength',
  compile: (isOn: boolean) => (text: string, place) => {
    if (isOn && place) place.parentData[place.parentDataProperty] = clean(text)
    return true
  },
})

/** In the order in which they apply to a text. */
export const cleaningKeywords: readonly FuncKeywordDefinition[] = [
  // A name cannot pretend to be several lines of an e-mail or a page. A blank text stays blank, so that the problem
  // reported is that it is blank.
  replacing('x-line', (text) => cleanLine(text) || ' '.repeat(text.length)),
  replacing('x-lines', cleanText),
  // Removes surrounding white space. A text without anything to see is blank.
  replacing('x-trimmed', (text) => (text === '' || isVisible(text) ? text.trim() : ' ')),
]

/** `x-unique-email: true` on a list of {email}: no duplicate e-mails. A list that is too long is not checked. */
export const uniqueEmail: FuncKeywordDefinition = {
  keyword: 'x-unique-email',
  type: 'array',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean, parentSchema) => {
    const check = (list: unknown[], place?: { instancePath: string }): boolean => {
      const max: number = parentSchema.maxItems ?? Number.POSITIVE_INFINITY
      const indexes = isOn && list.length <= max ? repeatedEmails(list) : []
      check.errors = indexes.map((index) => ({
        keyword: 'x-unique-email',
        instancePath: `${place?.instancePath ?? ''}/${index}/email`,
        params: {},
      }))
      return indexes.length === 0
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}

function repeatedEmails(list: readonly unknown[]): number[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const email = typeof item === 'object' && item !== null && 'email' in item ? item.email : undefined
    if (typeof email !== 'string') return []
    const canonical = canonicalEmail(email)
    const isRepeated = seen.has(canonical)
    seen.add(canonical)
    return isRepeated ? [index] : []
  })
}

/** The rules of features for their objects. Called when all schemas are known. */
export const objectRuleKeywords = (): FuncKeywordDefinition[] =>
  [...objectRules].map(([keyword, findProblem]) => ({
    keyword,
    type: 'object',
    schemaType: 'boolean',
    errors: 'full',
    compile: (isOn: boolean) => {
      const check = (object: Record<string, unknown>, place?: { instancePath: string }): boolean => {
        const problem = isOn ? findProblem(object) : undefined
        check.errors = problem ? [errorOf(problem, keyword, place?.instancePath ?? '')] : []
        return problem === undefined
      }
      check.errors = [] as Partial<FoundError>[]
      return check
    },
  }))

const errorOf = (problem: RuleProblem, keyword: string, instancePath: string): FoundError =>
  'missing' in problem
    ? { keyword: 'required', instancePath, params: { missingProperty: problem.missing } }
    : { keyword, instancePath: `${instancePath}/${problem.attribute}`, params: problem }
