// Maps columns to attributes: by the mapping file, or by the usual names.

import Type, { type Static } from 'typebox'
import { isEmail } from '../../../kernel/lib/text/email.ts'
import { closestName } from '../../../kernel/lib/text/text.ts'
import { ImportFailure } from '../file/failure.ts'
import { type ItemKind, itemKinds } from '../file/programme.ts'
import { attributesOf, personAttributes, simplified } from './csv-attributes.ts'
import { personColumn } from './csv-person-columns.ts'
import type { Table } from './csv-table.ts'
import { readEmail } from './email-cells.ts'
import { checkJson } from './json-files.ts'

/**
 * `attribute` is one of {@link attributesOf}, or `speakers.email`, `speakers.2.email`, `moderators.name`, and so on.
 */
export type Column = { index: number; header: string; attribute: string }
export type Layout = {
  kind: ItemKind
  columns: Column[]
  /** Headers of columns that are neither used nor excluded by the mapping. */
  unused: string[]
}

const Mapping = Type.Object(
  {
    kind: Type.Optional(Type.Enum([...itemKinds])),
    columns: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
    separator: Type.Optional(Type.String({ minLength: 1 })),
    delimiter: Type.Optional(Type.String({ minLength: 1 })),
    sheet: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
/**
 * A mapping file. `columns` is by header; null leaves a column out. `separator` separates people and tags, `delimiter`
 * separates the columns of a CSV table, and `sheet` names a sheet of a workbook.
 */
export type Mapping = Static<typeof Mapping> & { columns: Record<string, string | null> }

/** @throws ImportFailure naming the member that is wrong. */
export const readMapping = (value: unknown): Mapping => ({
  columns: {},
  ...(value === undefined ? {} : checkJson(Mapping, value, { root: 'the mapping', basePath: 'mapping' })),
})

/** @throws ImportFailure if a name is unknown, an attribute has two columns, or there is no externalId column. */
export function layOut(table: Table, mapping: Mapping): Layout {
  const layout = suggestLayout(table, mapping)
  checkIdentified(layout.columns, layout.kind)
  return layout
}

/**
 * Like `layOut`, for a table without a column of identifiers, whose mapping is yet to be completed.
 * @throws ImportFailure if a name is unknown or an attribute has two columns.
 */
export function suggestLayout(table: Table, mapping: Mapping): Layout {
  const { header } = table
  checkHeader(header, mapping)
  const kind = mapping.kind ?? detectKind(table, Object.values(mapping.columns))
  // A map, because a header can be `constructor`.
  const mapped = new Map(Object.entries(mapping.columns))
  const columns: Column[] = []
  for (const [index, name] of header.entries()) {
    const attribute = mapped.get(name)
    if (attribute === undefined || attribute === null) continue
    checkAttribute(attribute, name, kind)
    addColumn(columns, { index, header: name, attribute }, kind)
  }
  const open = header.flatMap((name, index) =>
    name === '' || mapped.has(name) ? [] : [{ index, header: name }],
  )
  const found = open.flatMap(({ index, header: name }) => usualColumns(table, { index, header: name }, kind))
  for (const { rank: _, ...column } of found.sort((a, b) => a.rank - b.rank)) {
    const isUsed = columns.some(({ index }) => index === column.index)
    if (!isUsed && isFree(columns, column.attribute, kind)) columns.push(column)
  }
  const named = columns.map((column) =>
    mapped.has(column.header) ? column : { ...column, attribute: partOfName(column, columns) },
  )
  const used = new Set(named.map(({ index }) => index))
  const unused = open.filter(({ index }) => !used.has(index)).map(({ header: name }) => name)
  return { kind, columns: named.sort((a, b) => a.index - b.index), unused }
}

/** Next to a first name, a column “Name” or “Nom” is the last name. Next to “Apellidos”, “Nombre” is the first name. */
function partOfName({ attribute }: Column, columns: readonly Column[]): string {
  if (attribute !== 'name' && !attribute.endsWith('.name')) return attribute
  const group = attribute.slice(0, -'name'.length)
  const has = (part: string) => columns.some((column) => column.attribute === `${group}${part}`)
  if (has('firstName') === has('lastName')) return attribute
  return `${group}${has('firstName') ? 'lastName' : 'firstName'}`
}

function checkHeader(header: string[], mapping: Mapping): void {
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index)
  if (twice !== undefined) throw new ImportFailure({ code: 'column_twice', column: twice })
  const absent = Object.keys(mapping.columns).find((name) => !header.includes(name))
  if (absent !== undefined)
    throw new ImportFailure({ code: 'column_absent', column: absent, closest: closestName(absent, header) })
}

/** A title together with another column of a talk means talks. A title alone may be a person's job title. */
function detectKind(table: Table, mapped: (string | null)[]): ItemKind {
  const { header } = table
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
  if (header.some((_, index) => holdsEmails(table, index))) return 'people'
  throw new ImportFailure({ code: 'kind_unknown' })
}

function checkAttribute(attribute: string, header: string, kind: ItemKind): void {
  const person = /^(?:speakers|moderators)\.(?:\d+\.)?(\w+)$/.exec(attribute)?.[1]
  const isPerson = kind === 'talks' && person !== undefined && Object.hasOwn(personAttributes, person)
  if (isPerson || Object.hasOwn(attributesOf[kind], attribute)) return
  const known = [
    ...Object.keys(attributesOf[kind]),
    ...(kind === 'talks' ? Object.keys(personAttributes).map((name) => `speakers.${name}`) : []),
  ]
  const closest = closestName(attribute, known)
  throw new ImportFailure({ code: 'attribute_unknown', column: header, kind, attribute, closest })
}

function addColumn(columns: Column[], column: Column, kind: ItemKind): void {
  if (!isFree(columns, column.attribute, kind))
    throw new ImportFailure({ code: 'attribute_twice', attribute: column.attribute })
  columns.push(column)
}

/** A list can have several columns. */
const isFree = (columns: Column[], attribute: string, kind: ItemKind): boolean =>
  attributesOf[kind][attribute]?.kind === 'list' || !columns.some((column) => column.attribute === attribute)

export const identities: Record<ItemKind, string> = { talks: 'title', people: 'email', sponsors: 'name' }

type Candidate = Column & { rank: number }

/** The attributes that a column name can mean, ranked by its position among the names of the attribute. */
function usualColumns(table: Table, column: Omit<Column, 'attribute'>, kind: ItemKind): Candidate[] {
  const name = simplified(column.header)
  if (kind === 'talks' && name === 'type')
    return [{ ...column, attribute: holdsTalkTypes(table, column.index) ? 'type' : 'tags', rank: 0 }]
  // “Tag” means day in German.
  if (kind === 'talks' && name === 'tag' && holdsDates(table, column.index))
    return [{ ...column, attribute: 'date', rank: 0 }]
  const person = kind === 'talks' ? personColumn(column.header) : undefined
  if (person !== undefined) return [{ ...column, attribute: person, rank: 0 }]
  // As in schedule exports, the abstract is the short text and the description the long one.
  if (
    kind === 'talks' &&
    longTexts.has(name) &&
    table.header.some((other) => shortTexts.has(simplified(other)))
  )
    return [{ ...column, attribute: 'details', rank: 1 }]
  if (numberNames.has(name) && identifiesRows(table, column.index))
    return [{ ...column, attribute: 'externalId', rank: IMPLIED_RANK }]
  const own = Object.entries(attributesOf[kind]).flatMap(([attribute, { names }]) => {
    const rank = simplified(attribute) === name ? 0 : names.indexOf(name)
    return rank === -1 ? [] : [{ ...column, attribute, rank }]
  })
  return own.length > 0 ? own : impliedColumns(table, column, kind)
}

/** The short and the long text of a talk, where a table has both. */
const shortTexts = new Set(
  'abstract shortdescription summary synopsis teaser kurzbeschreibung kurztext kurzfassung zusammenfassung resume descriptioncourte resumen descripcioncorta'.split(
    ' ',
  ),
)
const longTexts = new Set('description beschreibung descriptif descripcion'.split(' '))

/** Columns about people who do not speak. */
const OTHER_PEOPLE =
  /review|gutacht|organi|veranstalt|submit|einreich|betreu|contact|kontakt|chair|leitung|owner|author/

/** In front of these, the columns whose names say what they contain come first. */
const IMPLIED_RANK = 1_000

/** “E-Mail” and “Photo” in a table of talks are about the speakers. A column of e-mails contains the e-mails. */
function impliedColumns(table: Table, column: Omit<Column, 'attribute'>, kind: ItemKind): Candidate[] {
  const name = simplified(column.header)
  const field = Object.entries(personAttributes).find(([, { names }]) => names.includes(name))?.[0]
  const isGuess = !OTHER_PEOPLE.test(name) && holdsEmails(table, column.index)
  const implied = field ?? (isGuess ? 'email' : undefined)
  if (implied === undefined || kind === 'sponsors') return []
  if (kind === 'people')
    return implied === 'email' ? [{ ...column, attribute: 'email', rank: IMPLIED_RANK }] : []
  return [{ ...column, attribute: `speakers.${implied}`, rank: IMPLIED_RANK }]
}

/** A column of numbers identifies the rows if no number repeats. Some tables restart the numbering every day. */
const numberNames = new Set('nr number num no nummer numero'.split(' '))

function identifiesRows({ rows }: Table, index: number): boolean {
  const cells = rows.map(({ cells }) => cells[index] ?? '')
  return !cells.includes('') && new Set(cells).size === cells.length
}

/** Whether at least one cell has an e-mail, and no cell has anything else. */
function holdsEmails({ rows }: Table, index: number): boolean {
  const cells = rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
  return (
    cells.length > 0 && cells.every((cell) => cell.split(/[,;\s]+/).every((part) => isEmail(readEmail(part))))
  )
}

/**
 * A “type” column usually contains values such as “workshop”. It is the type of video only if it has the API's values.
 */
const holdsTalkTypes = ({ rows }: Table, index: number): boolean =>
  rows.every(({ cells }) => /^(?:|embedded|rtmp|youtube|external|replay)$/.test(cells[index] ?? ''))

/** Whether at least half of the filled cells look like dates. The others are then reported as wrong, each with its row. */
function holdsDates({ rows }: Table, index: number): boolean {
  const cells = rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '')
  const dates = cells.filter((cell) => /\d[./-]\s?\d|\d\.? \p{L}+ \d{4}$/u.test(cell))
  return dates.length >= cells.length / 2
}

/** Without identifiers, a talk is identified by its title, a person by the e-mail, and a sponsor by the name. */
function checkIdentified(columns: Column[], kind: ItemKind): void {
  const names = ['externalId', identities[kind]]
  if (!columns.some(({ attribute }) => names.includes(attribute)))
    throw new ImportFailure({ code: 'id_missing', kind })
}
