// Maps columns to attributes: by the mapping file, and otherwise by the usual names.

import Type, { type Static } from 'typebox'
import { closestName } from '../../../lib/text/text.ts'
import { PushFailure } from '../failure.ts'
import { type ItemKind, itemKinds } from '../programme.ts'
import { attributesOf, personAttributes, simplified } from './csv-attributes.ts'
import type { Table } from './csv-table.ts'
import { checkJson } from './json-files.ts'

/** `attribute` is one of {@link attributesOf}, or `speakers.email`, `speakers.2.email`, `moderators.name` and so on. */
export type Column = { index: number; header: string; attribute: string }
export type Layout = {
  kind: ItemKind
  columns: Column[]
  /** Headers of columns that are not used and not excluded by the mapping. */
  unused: string[]
}

const Mapping = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...itemKinds])),
    columns: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
    separator: Type.Optional(Type.String({ minLength: 1 })),
    delimiter: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
/** A mapping file. `columns` is by header; null leaves a column out. */
export type Mapping = Static<typeof Mapping> & { columns: Record<string, string | null> }

/** @throws PushFailure naming the member that is wrong. */
export const readMapping = (value: unknown): Mapping => ({
  columns: {},
  ...(value === undefined ? {} : checkJson(Mapping, value, { root: 'the mapping', basePath: 'mapping' })),
})

/** @throws PushFailure if a name is unknown, an attribute has two columns, or there is no externalId column. */
export function layOut(table: Table, mapping: Mapping): Layout {
  const { header } = table
  checkHeader(header, mapping)
  const kind = mapping.kind ?? detectKind(header, Object.values(mapping.columns))
  const columns: Column[] = []
  for (const [index, name] of header.entries()) {
    const attribute = mapping.columns[name]
    if (attribute === undefined || attribute === null) continue
    checkAttribute(attribute, name, kind)
    addColumn(columns, { index, header: name, attribute }, kind)
  }
  const open = header.flatMap((name, index) =>
    name === '' || name in mapping.columns ? [] : [{ index, header: name }],
  )
  const found = open.flatMap(({ index, header: name }) => usualColumns(table, { index, header: name }, kind))
  for (const { rank: _, ...column } of found.sort((a, b) => a.rank - b.rank)) {
    if (isFree(columns, column.attribute, kind)) columns.push(column)
  }
  checkIdentified(columns, kind)
  const used = new Set(columns.map(({ index }) => index))
  const unused = open.filter(({ index }) => !used.has(index)).map(({ header: name }) => name)
  return { kind, columns: columns.sort((a, b) => a.index - b.index), unused }
}

function checkHeader(header: string[], mapping: Mapping): void {
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index)
  if (twice !== undefined) throw new PushFailure(`Two columns have the name "${twice}".`)
  const absent = Object.keys(mapping.columns).find((name) => !header.includes(name))
  if (absent !== undefined)
    throw new PushFailure(
      `The table has no column "${absent}", which is in the mapping${advice(absent, header)}`,
    )
}

/** A title and another column of a talk mean talks. A title alone may be the job title of a person. */
function detectKind(header: string[], mapped: (string | null)[]): ItemKind {
  const names = header.map(simplified)
  const has = (kind: ItemKind, attribute: string) =>
    mapped.includes(attribute) ||
    (attributesOf[kind][attribute]?.names ?? []).some((name) => names.includes(name))
  const hasTalk = ['start', 'date', 'duration', 'description'].some((name) => has('talks', name))
  if (has('talks', 'title') && (hasTalk || header.some((name) => personColumn(name) !== undefined)))
    return 'talks'
  if (has('sponsors', 'level') && has('sponsors', 'logo')) return 'sponsors'
  if (has('people', 'email')) return 'people'
  if (has('talks', 'title')) return 'talks'
  throw new PushFailure(
    'Cannot tell whether the table contains talks, people, or sponsors. Map its columns with --columns FILE.',
  )
}

function checkAttribute(attribute: string, header: string, kind: ItemKind): void {
  const person = /^(?:speakers|moderators)\.(?:\d+\.)?(\w+)$/.exec(attribute)?.[1]
  const isPerson = kind === 'talks' && person !== undefined && Object.hasOwn(personAttributes, person)
  if (isPerson || Object.hasOwn(attributesOf[kind], attribute)) return
  const known = [
    ...Object.keys(attributesOf[kind]),
    ...(kind === 'talks' ? Object.keys(personAttributes).map((name) => `speakers.${name}`) : []),
  ]
  throw new PushFailure(
    `The mapping of column "${header}" is not valid: ${kind} have no attribute "${attribute}"${advice(attribute, known)}`,
  )
}

const advice = (name: string, known: string[]): string => {
  const closest = closestName(name, known)
  return closest === undefined ? '.' : `; did you mean "${closest}"?`
}

function addColumn(columns: Column[], column: Column, kind: ItemKind): void {
  if (!isFree(columns, column.attribute, kind))
    throw new PushFailure(`Two columns are mapped to ${column.attribute}, which is not a list.`)
  columns.push(column)
}

/** A list can have several columns. */
const isFree = (columns: Column[], attribute: string, kind: ItemKind): boolean =>
  attributesOf[kind][attribute]?.kind === 'list' || !columns.some((column) => column.attribute === attribute)

type Candidate = Column & { rank: number }

/** The attributes that the name of a column can mean, ranked by its position among the names of the attribute. */
function usualColumns(table: Table, column: Omit<Column, 'attribute'>, kind: ItemKind): Candidate[] {
  const name = simplified(column.header)
  if (kind === 'talks' && name === 'type')
    return [{ ...column, attribute: holdsTalkTypes(table, column.index) ? 'type' : 'tags', rank: 0 }]
  const person = kind === 'talks' ? personColumn(column.header) : undefined
  if (person !== undefined) return [{ ...column, attribute: person, rank: 0 }]
  // As in schedule exports, the abstract is the short text and the description the long one.
  if (
    kind === 'talks' &&
    name === 'description' &&
    table.header.some((other) => simplified(other) === 'abstract')
  )
    return [{ ...column, attribute: 'details', rank: 1 }]
  const plain = Object.keys(attributesOf[kind]).find((attribute) => simplified(attribute) === name)
  if (plain !== undefined) return [{ ...column, attribute: plain, rank: 0 }]
  const [attribute] = Object.entries(attributesOf[kind]).find(([, { names }]) => names.includes(name)) ?? []
  if (attribute === undefined) return []
  return [{ ...column, attribute, rank: attributesOf[kind][attribute]?.names.indexOf(name) ?? 0 }]
}

/** A “type” column usually contains values such as “workshop”. It is the type of video only if it has the API's values. */
const holdsTalkTypes = ({ rows }: Table, index: number): boolean =>
  rows.every(({ cells }) => /^(?:|embedded|rtmp|youtube|external|replay)$/.test(cells[index] ?? ''))

/** `speakers.2.email` of “Speaker 2 E-Mail”, `speakers.name` of “Speakers”. */
function personColumn(header: string): string | undefined {
  const match = /^(speaker|presenter|moderator)s?(\d*)(\p{L}*?)(\d*)$/u.exec(simplified(header))
  if (match === null) return undefined
  const [, role, before = '', what = '', behind = ''] = match
  const field =
    what === '' ? 'name' : Object.entries(personAttributes).find(([, { names }]) => names.includes(what))?.[0]
  if (field === undefined) return undefined
  const number = before || behind
  return [role === 'moderator' ? 'moderators' : 'speakers', ...(number ? [number] : []), field].join('.')
}

function checkIdentified(columns: Column[], kind: ItemKind): void {
  if (columns.some(({ attribute }) => attribute === 'externalId')) return
  throw new PushFailure(
    `No column contains the externalId, which identifies ${kind}. Name a column "id", or map one with --columns FILE.`,
  )
}
