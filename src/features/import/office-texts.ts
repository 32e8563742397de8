// The texts of problems, fields, and values of an import, in the language of the page.

import { cutAtWord } from '../../kernel/lib/text/text.ts'
import { problemText } from '../../kit/components/form-fields.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { officeMessage } from '../../kit/office/refusals.ts'
import type { ImportProblem } from './file/problems.ts'
import type { Refused, Warning } from './office-report.ts'

const MAX_VALUE_LENGTH = 300

export function importProblemText({ office }: Messages, problem: ImportProblem): string {
  const { importProblems: texts } = office
  switch (problem.code) {
    case 'column_absent':
      if (problem.closest === undefined) return texts.column_absent(problem)
      return texts.column_absent_closest({ ...problem, closest: problem.closest })
    case 'text_too_long': {
      const field = texts.fields[problem.text]
      const { person } = problem
      return texts.text_too_long({
        ...problem,
        field: person === undefined ? field : texts.fieldOf({ field, person }),
      })
    }
    case 'people_joined':
    case 'people_split': {
      const { names, count } = problem
      return texts[problem.code]({ ...problem, names: count > names.length ? [...names, '…'] : names })
    }
    case 'name_missing':
      return problem.email === '' ? texts.name_missing_without_email : texts.name_missing(problem)
    default: {
      // Each text takes the values of its code.
      const known: Partial<Record<string, unknown>> = texts
      const text = (known[problem.code] ?? texts.other) as string | ((values: object) => string)
      return typeof text === 'string' ? text : text(problem)
    }
  }
}

/** The name of an attribute such as `speakers.2.email` or `features.chat`. */
export function attributeText({ office }: Messages, attribute: string): string {
  const { attributes, person, personFields } = office.imports
  const [, group, place, field = ''] = /^(speakers|moderators)\.(?:(\d+)\.)?(\w+)$/.exec(attribute) ?? []
  const names: Readonly<Record<string, string>> = attributes
  if (group === undefined) return names[attribute] ?? attribute
  const name = (person as Readonly<Record<string, string>>)[field] ?? field
  if (place === undefined)
    return personFields[group === 'speakers' ? 'speakers' : 'moderators']({ field: name })
  return personFields[group === 'speakers' ? 'speaker' : 'moderator']({ place, field: name })
}

/** The name of the attribute at a JSON Pointer: `/speakers/0/email` is the e-mail of the first speaker. */
export function pointerText(messages: Messages, pointer: string): string {
  const parts = pointer.slice(1).split('/')
  const [first = '', second, third] = parts
  if (third !== undefined && /^\d+$/.test(second ?? ''))
    return attributeText(messages, `${first}.${Number(second) + 1}.${third}`)
  return attributeText(messages, /^\d*$/.test(second ?? '') ? first : `${first}.${second}`)
}

/** Every problem of an entry, each as one sentence. */
export function refusedTexts(messages: Messages, { problems, refusal }: Refused): string[] {
  const own = problems.map((problem) => importProblemText(messages, problem))
  if (refusal === null) return own
  if (refusal.source !== undefined)
    return [...own, messages.office.importProblems.other_source({ source: refusal.source })]
  if (refusal.errors.length === 0) return [...own, officeMessage(refusal, messages)]
  return [
    ...own,
    ...refusal.errors.map((error) => {
      const text = problemText(messages, error)
      return error.pointer === ''
        ? text
        : messages.forms.fieldOf({ group: pointerText(messages, error.pointer), field: text })
    }),
  ]
}

export function warningText(messages: Messages, { code, message, pointer }: Warning): string {
  const { forms, imports } = messages.office
  if (code === 'edits_kept' && pointer) return imports.preview.kept({ field: pointerText(messages, pointer) })
  const texts: Readonly<Record<string, string>> = forms.warnings
  return texts[code] ?? message
}

type ValueOptions = {
  messages: Messages
  pointer: string
  zone: string
  /** Names of accounts by ID. */
  people: ReadonlyMap<string, string>
}

/** A value of an attribute as one line; '' if it is empty. */
export function valueText(value: unknown, options: ValueOptions): string {
  const { messages, pointer, zone, people } = options
  const { time, office, formats } = messages
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? office.changes.on : office.changes.off
  if (pointer === '/start' && !Number.isNaN(Date.parse(String(value))))
    return `${time.weekdayDate(Date.parse(String(value)), zone)}, ${time.clock(Date.parse(String(value)), zone)}`
  if (pointer === '/duration' && typeof value === 'number') return time.duration(value)
  if (pointer === '/language') return formats.languageName(String(value))
  if (Array.isArray(value))
    return value
      .map((item) => people.get(String(item)) ?? valueText(item, { ...options, pointer: '' }))
      .join(', ')
  if (typeof value === 'object')
    return Object.values(value)
      .map((member) => valueText(member, { ...options, pointer: '' }))
      .filter(Boolean)
      .join(' ')
  return cutAtWord(String(value), MAX_VALUE_LENGTH)
}
