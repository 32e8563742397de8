// Forms as flat texts, named by their place in the body of the API: `speakers/0/email`, `features/chat`.
import type { FastifyRequest } from 'fastify'
import { fieldsOf } from '../forms/forms.ts'

/** The fields of a form. A switch that is off is absent. */
export type Values = Readonly<Record<string, string>>
export type Row = Values

/** The sent fields, trimmed. */
export function sentValues(request: FastifyRequest): Values {
  const field = fieldsOf(request)
  const names = Object.keys((request.body ?? {}) as object).filter((name) => name !== '_csrf')
  return Object.fromEntries(names.map((name) => [name, field(name)]))
}

/** Values as a browser would send them back unchanged: trimmed, and with LF between lines (HTML, value sanitization). */
export const asFields = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/\r\n?/g, '\n').trim()]),
  )

/** The rows of a list in order, without empty ones. */
export function rowsOf(values: Values, list: string): Row[] {
  const rows = new Map<number, Record<string, string>>()
  for (const [name, value] of Object.entries(values)) {
    const [, index, member] = new RegExp(`^${list}/(\\d{1,4})/(\\w+)$`).exec(name) ?? []
    if (index === undefined || member === undefined) continue
    rows.set(Number(index), { ...rows.get(Number(index)), [member]: value })
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row)
    .filter((row) => Object.values(row).some((value) => value !== ''))
}

/** The values with the rows of a list replaced. */
export function withRows(values: Values, list: string, rows: readonly Row[]): Values {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(`${list}/`))
  const placed = rows.flatMap((row, index) =>
    Object.entries(row).map(([member, value]) => [`${list}/${index}/${member}`, value] as const),
  )
  return Object.fromEntries([...others, ...placed])
}

/**
 * The list and its rows after a button `do=add:<list>`, `do=remove:<list>:<index>`, or `do=up:<list>:<index>`. Buttons
 * that find and pick people have already been handled.
 */
export function changedRows(
  values: Values,
  lists: readonly string[],
): { list: string; rows: Row[] } | undefined {
  const [, action, list = '', place] =
    /^(add|remove|up|find|pick):(\w+)(?::([\w-]{1,36}))?$/.exec(values.do ?? '') ?? []
  if (action === undefined || !lists.includes(list)) return undefined
  const rows = rowsOf(values, list)
  const index = Number(place)
  if (action === 'remove') rows.splice(index, 1)
  if (action === 'up' && index > 0) rows.splice(index - 1, 0, ...rows.splice(index, 1))
  return { list, rows }
}

/** A required text. For a new object, an empty text is left out, so that the schema reports it as missing. */
export const requiredText = (text: string | undefined, isNew: boolean): string | undefined =>
  text ? text : isNew ? undefined : ''

/** A text that may be cleared. */
export const optionalText = (text: string | undefined): string | null => text || null

/** A whole number. Other text stays text, which the schema refuses. */
export const wholeNumber = (text: string | undefined): number | string | null => {
  if (!text) return null
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text
}

/** A number with or without a fraction. Other text stays text, which the schema refuses. */
export const decimalNumber = (text: string | undefined): number | string | null => {
  if (!text) return null
  return /^-?\d{1,9}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** A number, or NaN, which the schema refuses. */
export const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

/** Splits items at line breaks, spaces, or commas. */
export const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

export const isOn = (values: Values, name: string): boolean => values[name] !== undefined

type Body = Record<string, unknown>

/**
 * The members that differ from what the form showed. Untouched fields are not sent, so that a form does not change
 * details that it cannot show, such as the seconds of a start.
 */
export const touched = (body: Body, shown: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(shown[name]),
    ),
  )
