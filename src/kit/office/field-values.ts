// The plain fields of an object in its form: as values, and as the body of an API request.
import type { Fields } from '../../kernel/schema/fields.ts'
import { linesOf } from '../forms/forms.ts'
import {
  decimalNumber,
  isOn,
  optionalText,
  requiredText,
  rowsOf,
  type Values,
  wholeNumber,
} from './form-values.ts'

/** The values of a form that shows the plain fields of an object. */
export const fieldValues = (
  { initial }: { initial: object },
  object: Readonly<Record<string, unknown>>,
): Values => Object.assign({}, ...Object.keys(initial).map((name) => valuesOf(name, object[name])))

/** Texts of a list are lines of one field. Other lists and objects have a field for each member. */
function valuesOf(name: string, value: unknown): Values {
  if (typeof value === 'boolean') return value ? { [name]: 'on' } : {}
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return { [name]: value.join('\n') }
  if (typeof value !== 'object' || value === null) return { [name]: String(value ?? '') }
  return Object.assign(
    {},
    ...Object.entries(value).map(([member, one]) => valuesOf(`${name}/${member}`, one)),
  )
}

/** The unchecked body of a form, without other fields than plain ones. */
export const fieldBody = (
  { fields }: { fields: Fields },
  values: Values,
  { isNew }: { isNew: boolean },
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { body, initial }]) =>
      body === undefined || initial === undefined ? [] : [[name, sentValue(values, name, body, isNew)]],
    ),
  )

/** The parts of a JSON schema on which the field of a form depends. */
type Schema = {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  'x-lines'?: boolean
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
}

function sentValue(values: Values, name: string, schema: Schema, isNew: boolean): unknown {
  const text = values[name]
  const { type, items, properties = {} } = schema
  if (type === 'boolean') return isOn(values, name)
  if (type === 'number') return decimalNumber(text)
  if (type === 'integer') return isNew && !text ? undefined : wholeNumber(text)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([member, one]) => [
        member,
        sentValue(values, `${name}/${member}`, one, isNew),
      ]),
    )
  if (type === 'array')
    return items?.properties ? rowsOf(values, name).map(textsOf(items.properties)) : linesOf(text)
  if (type !== 'string') return optionalText(text)
  if (schema['x-lines']) return text ?? ''
  return schema.enum ? text : requiredText(text, isNew)
}

const textsOf = (members: object) => (row: Values) =>
  Object.fromEntries(Object.keys(members).map((member) => [member, row[member] ?? '']))
