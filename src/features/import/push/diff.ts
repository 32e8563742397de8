// Formats the changes that a push would make: one line per object and one per changed attribute.

import { styleText } from 'node:util'
import { dateTimeAt } from '../../../kernel/lib/time/conference-days.ts'
import { parseInstant } from '../../../kernel/lib/time/instants.ts'
import { printable } from './progress.ts'
import type { AttributeChange, ObjectChange } from './send-programme.ts'

export type DiffEntry = Pick<ObjectChange, 'kind' | 'action' | 'changes'> & {
  name: string
  /** What is new: the time, room, and people of a talk. */
  details?: string
  /** The time zone of the talk, if the file names one. */
  timeZone?: string | undefined
}

/** `accounts` lists the e-mails of further accounts that would be created. */
export type Diff = { entries: DiffEntry[]; accounts: string[] }

type Color = 'green' | 'yellow' | 'red' | 'dim'
const signs = { created: ['+', 'green'], updated: ['~', 'yellow'], removed: ['-', 'red'] } as const

export const nouns = { talks: 'talk', sponsors: 'sponsor', people: 'person' } as const

const MAX_VALUE_LENGTH = 60
/** The number of characters shown on both sides of a difference. */
const CONTEXT = 12
const NAME_WIDTH = 12

/** Empty if nothing would change. */
export function formatDiff({ entries, accounts }: Diff, isColored: boolean): string {
  const paint = (color: Color, text: string) =>
    isColored ? styleText(color, text, { validateStream: false }) : text
  const lines = [
    ...entries.flatMap((entry) => formatEntry(entry, paint)),
    ...accounts.map((email) => paint('green', `+ account ${printable(email)}`)),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

type Paint = (color: Color, text: string) => string

function formatEntry({ kind, action, name, details, changes, timeZone }: DiffEntry, paint: Paint): string[] {
  const [sign, color] = signs[action]
  const heading = paint(color, `${sign} ${nouns[kind]} ${printable(name)}`)
  if (action === 'updated')
    return [heading, ...changes.flatMap((change) => formatChange(inZone(change, timeZone), paint))]
  return details ? [heading, `    ${printable(details)}`] : [heading]
}

/** Shows starts with the offset of the talk's time zone, as in a programme. */
function inZone(change: AttributeChange, timeZone: string | undefined): AttributeChange {
  if (change.pointer !== '/start' || timeZone === undefined) return change
  const local = (value: unknown) => {
    const instant = parseInstant(String(value))
    return instant === undefined ? value : dateTimeAt(instant, timeZone)
  }
  return { ...change, before: local(change.before), after: local(change.after) }
}

function formatChange({ pointer, before, after, edited }: AttributeChange, paint: Paint): string[] {
  const remark = edited ? ` ${paint('yellow', '(was changed by hand)')}` : ''
  const name = printable(pointer.slice(1)).padEnd(NAME_WIDTH)
  if (Array.isArray(before) && Array.isArray(after))
    return formatList(name, before.map(shown), after.map(shown), paint).map((line) => `${line}${remark}`)
  const [from, to] =
    typeof before === 'string' && typeof after === 'string'
      ? shorten(before, after)
      : [shown(before), shown(after)]
  return [`    ${name} ${paint('red', from)} → ${paint('green', to)}${remark}`]
}

function formatList(name: string, before: string[], after: string[], paint: Paint): string[] {
  const gone = before.filter((item) => !after.includes(item)).map((item) => paint('red', `- ${item}`))
  const come = after.filter((item) => !before.includes(item)).map((item) => paint('green', `+ ${item}`))
  const both = [...gone, ...come]
  return both.length === 0
    ? [`    ${name} ${paint('dim', 'order changed')}`]
    : both.map((text, index) => `    ${index === 0 ? name : ' '.repeat(name.length)} ${text}`)
}

/** JSON on one line, truncated if it is too long. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '(none)'
  const text = printable(JSON.stringify(value))
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 1)}…`
}

/** The part of two long texts that differs, without their common start and end. */
function shorten(before: string, after: string): [string, string] {
  if (Math.max(before.length, after.length) <= MAX_VALUE_LENGTH) return [shown(before), shown(after)]
  const [one, other] = [[...before], [...after]]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const cut = (text: string[]) => {
    const [from, to] = [Math.max(start - CONTEXT, 0), Math.min(text.length - end + CONTEXT, text.length)]
    return shown(`${from > 0 ? '…' : ''}${text.slice(from, to).join('')}${to < text.length ? '…' : ''}`)
  }
  return [cut(one), cut(other)]
}
