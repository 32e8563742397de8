// What forms say, held to the same schemas as the bodies of the API.
import type { TSchema } from 'typebox'
import { type Problem, Refusal } from '../domain/errors.ts'
import { sharedSchemas } from '../http/openapi.ts'
import { createCompiler } from '../http/validation.ts'

const compile = createCompiler(sharedSchemas.map((schema) => ({ ...schema })))
const compiled = new WeakMap<TSchema, ReturnType<typeof compile>>()

/** Every problem of the value by the schema, in the shape of the API's 422; none where it is valid. */
export function check(schema: TSchema, value: unknown): readonly Problem[] {
  const known = compiled.get(schema) ?? compile({ schema: nameless(schema), httpPart: 'body' })
  compiled.set(schema, known)
  const result = known(value)
  return 'error' in result ? (result.error.detail.errors ?? []) : []
}

/** Its name is taken by the same schema among the shared ones. */
function nameless(schema: TSchema): unknown {
  const { $id: _name, ...rest } = schema as TSchema & { $id?: string }
  return rest
}

/** The problems of a refusal that a form can show beside its fields; anything else is thrown on. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Refusal && error.code === 'invalid_data') return error.detail.errors ?? []
  throw error
}
