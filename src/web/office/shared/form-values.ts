// Forms as flat texts, named by the place of each in the body of the API: `speakers/0/email`, `features/chat`.
import type { FastifyRequest } from 'fastify'
import { fieldsOf } from '../../forms/forms.ts'

/** What stands in a form; a switch that is off is not there. */
export type Values = Readonly<Record<string, string>>
export type Row = Values

/** The fields as they were sent, trimmed. */
export function sentValues(request: FastifyRequest): Values {
  const field = fieldsOf(request)
  const names = Object.keys((request.body ?? {}) as object).filter((name) => name !== '_csrf')
  return Object.fromEntries(names.map((name) => [name, field(name)]))
}

const SEVERAL_LINES = new Set(['description', 'tags', 'hiddenTags', 'pageContent'])

/**
 * Values as a browser sends them back when nobody touches them: trimmed, with LF between lines, and on one line where
 * the field has one (HTML, value sanitization).
 */
export const asFields = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = value.replace(/\r\n?/g, '\n')
      const member = name.slice(name.lastIndexOf('/') + 1)
      return [name, (SEVERAL_LINES.has(member) ? text : text.replaceAll('\n', '')).trim()]
    }),
  )

/** The rows of a list in the order they stand in; those without any text are left out. */
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

/** The values with other rows in a list. */
export function withRows(values: Values, list: string, rows: readonly Row[]): Values {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(`${list}/`))
  const placed = rows.flatMap((row, index) =>
    Object.entries(row).map(([member, value]) => [`${list}/${index}/${member}`, value] as const),
  )
  return Object.fromEntries([...others, ...placed])
}

/** What the buttons of a list ask for: another row, one row less, one row further up. */
export type RowsAsked = { list: string; rows: Row[] }

/** The list that a button `do=add:<list>`, `do=remove:<list>:<index>` or `do=up:<list>:<index>` leaves behind. */
export function rowsAsked(values: Values, lists: readonly string[]): RowsAsked | undefined {
  const [, what, list = '', place] = /^(add|remove|up):(\w+)(?::(\d{1,4}))?$/.exec(values.do ?? '') ?? []
  if (what === undefined || !lists.includes(list)) return undefined
  const rows = rowsOf(values, list)
  const index = Number(place)
  if (what === 'remove') rows.splice(index, 1)
  if (what === 'up' && index > 0) rows.splice(index - 1, 0, ...rows.splice(index, 1))
  return { list, rows }
}

/** Text that must be there: what is missing from a creation is left out, so that it is said to be required. */
export const requiredText = (text: string | undefined, isNew: boolean): string | undefined =>
  text ? text : isNew ? undefined : ''

/** Text that may be cleared. */
export const optionalText = (text: string | undefined): string | null => text || null

/** A whole number; other text as it is, for the schema to refuse. */
export const wholeNumber = (text: string | undefined): number | string | null => {
  if (!text) return null
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text
}

export const isOn = (values: Values, name: string): boolean => values[name] !== undefined

/** Which of these switches are on. */
export const switches = <Name extends string>(values: Values, prefix: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, isOn(values, prefix + name)])) as Record<Name, boolean>

/** The values of a form that shows these switches. */
export const shownSwitches = (prefix: string, members: Readonly<Record<string, boolean>>): Values =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, on]) => on)
      .map(([name]) => [prefix + name, 'on']),
  )

type Body = Record<string, unknown>

/**
 * The members in which a body differs from what the form showed: what nobody touched is not sent, so that a form
 * changes nothing it cannot show to the last detail, such as the seconds of a start.
 */
export const touched = (body: Body, shown: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(shown[name]),
    ),
  )
