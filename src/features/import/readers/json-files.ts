// JSON files checked by schemas. Errors name the member that is wrong.
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ImportFailure } from '../file/failure.ts'

/** A text that some exports write as a number or leave out. `textOf` reads it. */
export const Text = Type.Optional(Type.Unknown())
/** A list that some exports leave out. `objectsOf` and `idsOf` read it. */
export const LenientList = Type.Optional(Type.Unknown())

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ImportFailure({ code: 'not_json' })
  }
}

type CheckOptions = {
  /** The name of the whole value in errors: “the file”. */
  root: string
  /** The start of the paths of members. */
  basePath?: string
  /** The expected value: “a schedule export from pretalx or frab”. */
  expected?: string
}

/**
 * The value with the type of the schema.
 * @throws ImportFailure naming the first member that does not match.
 */
export function checkJson<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  { root, basePath = '', expected }: CheckOptions,
): Static<Schema> {
  if (Value.Check(schema, value)) return value
  const problem = firstProblem(
    Value.Errors(schema, value),
    (pointer) => pathOf(value, pointer, basePath) || root,
  )
  const detail = expected === undefined ? problem : `${problem}; expected ${expected}`
  throw new ImportFailure({ code: 'unexpected_json', detail })
}

const typeNames: Record<string, string> = { object: 'a JSON object', array: 'a list', string: 'text' }

type Problem = ReturnType<typeof Value.Errors>[number]

function firstProblem(problems: readonly Problem[], nameOf: (pointer: string) => string): string {
  const [first] = problems
  if (first === undefined) return 'the value is not valid'
  const { instancePath, keyword, params } = first
  const name = nameOf(instancePath)
  if (keyword === 'required') return `${nameOf(`${instancePath}/${params.requiredProperties[0]}`)} is missing`
  if (keyword === 'boolean') return `${name} is not known`
  if (keyword === 'enum') return `${name} must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'minLength') return `${name} must not be empty`
  // A union reports one problem per alternative.
  const types = problems.flatMap((problem) =>
    problem.keyword === 'type' && problem.instancePath === instancePath ? [String(problem.params.type)] : [],
  )
  return `${name} must be ${types.map((type) => typeNames[type] ?? type).join(' or ')}`
}

/** Turns `/days/0/rooms/Hall 1` into `days[0].rooms["Hall 1"]`. */
function pathOf(value: unknown, pointer: string, basePath: string): string {
  let path = pointer === '' ? '' : basePath
  let parent = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(parent)) path += `[${name}]`
    else if (/^[A-Za-z_]\w*$/.test(name)) path += path === '' ? name : `.${name}`
    else path += `[${JSON.stringify(name)}]`
    parent = (parent as Record<string, unknown> | undefined)?.[name]
  }
  return path
}

type JsonObject = Record<string, unknown>

/**
 * Trimmed text, without U+0000, with which the API would refuse the whole request; the digits of a number; '' for
 * anything else.
 */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.replaceAll('\u0000', '').trim()
    : typeof value === 'number'
      ? String(value)
      : ''

/** The objects of a list; empty for anything else. */
export const objectsOf = (value: unknown): JsonObject[] =>
  (Array.isArray(value) ? value : []).filter((item): item is JsonObject => Value.Check(Type.Object({}), item))

/** The IDs of a list. Exports write them as numbers or texts. */
export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map(textOf).filter((id) => id !== '')
