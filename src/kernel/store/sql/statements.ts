// Statements: SQL that has a name and is built once per dialect. After that, it is only bound and run.
import { type Compilable, type Expression, ValueNode } from 'kysely'
import type { Columns, JsonText, Stored, StoredColumns, StoredOf, StoredRow, ValuesOf } from './columns.ts'
import type { Dialect } from './database.ts'
import { type Tools, toolsOf } from './tools.ts'

export type { Dialect } from './database.ts'
export type { Tools } from './tools.ts'

export type Values = Record<string, Stored>
export type Compiled = { name: string; sql: string; bind(values: Values): Stored[] }

/** A read: a statement, its values, and the decoder of its rows. */
export type Query<T> = { statement: Statement; values: Values; decode(rows: StoredRow[]): T }

/** A change to the store. */
export type Write = {
  statement: Statement
  values: Values
  /** The statement that SQLite runs instead if fewer columns changed. */
  narrow?: Statement | undefined
  /** The entry that the write adds to the journal of a talk. */
  entry?: { talkId: string; seq: number }
}

/** Stands for a value that is bound when the statement runs. */
export class Parameter<T extends Stored> implements Expression<T> {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }

  get expressionType(): T | undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }
}
/** One expression per parameter of a statement, with the type that its column stores. */
export type ParametersOf<P> = { readonly [K in keyof P]: Expression<StoredOf<P[K]>> }

/** A query with typed rows. */
export type Selecting<Row> = Compilable & Expression<Row>

/**
 * Defines a query. `build` runs once per dialect; the returned function only encodes and binds its values. `decode`
 * gets the rows that `build` selects.
 */
export function defineQuery<P extends Columns, Row, T>(
  name: string,
  parameters: P,
  build: (tools: Tools, p: ParametersOf<P>) => Selecting<Row>,
  decode: (rows: NoInfer<Row>[]) => T,
): (values: ValuesOf<P>) => Query<T> {
  const expressions = parametersOf(parameters)
  // The rows of a statement have the columns that it selects, and `Row` is derived from these.
  const decodeStored = decode as (rows: unknown[]) => T
  const statement = new Statement(name, (tools) => build(tools, expressions), { decode: decodeStored })
  const encode = encoderOf(parameters)
  return (values) => ({ statement, values: encode(values), decode: decodeStored })
}

/** Several sets of values of a write, as a JSON array of objects. */
type ManyValues = Expression<JsonText<readonly StoredColumns<Columns>[]>>

/**
 * Defines a write. `build` runs once per dialect; the returned function only encodes and binds its values. `buildMany`
 * makes the same changes as one statement with several sets of values, in any order.
 */
export function defineWrite<P extends Columns>(
  name: string,
  parameters: P,
  build: (tools: Tools, p: ParametersOf<P>) => Compilable,
  buildMany?: (tools: Tools, all: ManyValues) => Compilable,
): (values: ValuesOf<P>) => Write {
  const expressions = parametersOf(parameters)
  const many = buildMany && new Statement(`${name}.many`, (tools) => buildMany(tools, new Parameter('all')))
  const statement = new Statement(name, (tools) => build(tools, expressions), { many })
  const encode = encoderOf(parameters)
  return (values) => ({ statement, values: encode(values) })
}

export const allRows =
  <Row, T>(decode: (row: Row) => T) =>
  (rows: Row[]): T[] =>
    rows.map(decode)

export const firstRow =
  <Row, T>(decode: (row: Row) => T) =>
  ([row]: Row[]): T | undefined =>
    row === undefined ? undefined : decode(row)

function parametersOf<P extends Columns>(parameters: P): ParametersOf<P> {
  const entries = Object.keys(parameters).map((name) => [name, new Parameter(name)])
  // There is one expression per name in `parameters`. The type of `fromEntries` does not keep the names.
  return Object.fromEntries(entries) as ParametersOf<P>
}

function encoderOf<P extends Columns>(parameters: P) {
  const entries = Object.entries(parameters)
  return (values: Record<string, unknown>): Values => {
    const stored: Values = {}
    for (const [name, codec] of entries) stored[name] = codec.toStored(values[name])
    return stored
  }
}

/**
 * PostgreSQL ignores everything after the first 63 bytes of the name of a prepared statement. `.free.many`, of a merged
 * statement, is the longest suffix.
 */
export const MAX_NAME_LENGTH = 63 - '.free.many'.length

/** All statements by name. A connection to PostgreSQL keeps one prepared statement per name. */
export const statements = new Map<string, Statement>()

/** A named statement, compiled when a dialect first uses it. */
export class Statement {
  readonly name: string
  /** Decodes the rows of a query. A write has no rows. */
  readonly decode: ((rows: StoredRow[]) => unknown) | undefined
  /** The same write for several sets of values, in its parameter `all`. */
  readonly many: Statement | undefined
  readonly #build: (tools: Tools) => Compilable
  readonly #compiled = new Map<Dialect, Compiled>()

  constructor(
    name: string,
    build: (tools: Tools) => Compilable,
    { decode, many }: { decode?: (rows: StoredRow[]) => unknown; many?: Statement | undefined } = {},
  ) {
    if (statements.has(name)) throw new Error(`Two statements have the name ${name}.`)
    if (name.length > MAX_NAME_LENGTH) throw new Error(`The name ${name} is too long for PostgreSQL.`)
    statements.set(name, this)
    this.name = name
    this.decode = decode
    this.many = many
    this.#build = build
  }

  for(dialect: Dialect): Compiled {
    let compiled = this.#compiled.get(dialect)
    if (!compiled) {
      compiled = this.#compile(dialect)
      this.#compiled.set(dialect, compiled)
    }
    return compiled
  }

  #compile(dialect: Dialect): Compiled {
    const { sql, parameters } = this.#build(toolsOf(dialect)).compile()
    const bind = (values: Values) => parameters.map((parameter) => this.#valueOf(parameter, values))
    return { name: this.name, sql, bind }
  }

  #valueOf(parameter: unknown, values: Values): Stored {
    // Anything else is a literal of the statement, with the type of its column.
    if (!(parameter instanceof Parameter)) return parameter as Stored
    const value = values[parameter.name]
    if (value === undefined) throw new Error(`The statement ${this.name} has no value for ${parameter.name}.`)
    return value
  }
}
