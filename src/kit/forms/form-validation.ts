// Checks bodies made from forms against the schemas of the API.
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { createCompiler } from '../../kernel/http/guards/validation.ts'
import type { ValidationTexts } from '../../kernel/http/problems/validation-problems.ts'
import { referencedSchemas } from '../../kernel/schema/common.ts'
import type { Messages } from '../messages/messages.ts'

/** Created for the first form, because a start does not need it. */
let compile: ReturnType<typeof createCompiler> | undefined
const checks = new WeakMap<object, ReturnType<NonNullable<typeof compile>>>()

/** All problems of the value, in the language of the page; none if it matches the schema. */
export const check = (messages: Messages, schema: object, value: unknown): readonly Problem[] =>
  refusalOf(messages, schema, value)?.detail.errors ?? []

/** The refusal with these problems; undefined if the value matches the schema. */
export function refusalOf(messages: Messages, schema: object, value: unknown): Refusal | undefined {
  compile ??= createCompiler([...referencedSchemas.values()])
  const checked = checks.get(schema) ?? compile({ schema, httpPart: 'body' })
  checks.set(schema, checked)
  const result = checked(value, validationTexts(messages))
  return 'error' in result ? result.error : undefined
}

function validationTexts({ forms }: Messages): ValidationTexts {
  const { validation: texts } = forms
  return {
    ...texts,
    unknown: () => texts.unknown,
    type(types) {
      if (types.includes('integer')) return texts.wholeNumber
      return types.includes('number') ? texts.number : texts.other
    },
    enum: () => texts.choice,
    const: () => texts.choice,
    minLength: (limit) => texts.minLength({ limit }),
    maxLength: (limit) => texts.maxLength({ limit }),
    minItems: (limit) => texts.minItems({ limit }),
    maxItems: (limit) => texts.maxItems({ limit }),
    minimum: (limit) => texts.minimum({ limit }),
    maximum: (limit) => texts.maximum({ limit }),
    video: (type) => texts.videos[type as keyof typeof texts.videos],
  }
}

/** The problems of a rejected form, by field. Rethrows errors that are not about its data. */
export function problemsOf(error: unknown, places: Partial<Record<string, string>> = {}): readonly Problem[] {
  if (!(error instanceof Refusal)) throw error
  const { code, message, detail } = error
  if (detail.errors) return detail.errors
  const pointer = places[code]
  if (pointer === undefined) throw error
  return [{ pointer, code, message }]
}
