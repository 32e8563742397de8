// Conversions between values and columns. Booleans, JSON, and times are converted only here.
import { LruMap } from 'toad-cache'

/** Number of texts per column whose parsed objects are kept. */
const MAX_READ = 100

export type Stored = string | number | null
export type StoredRow = Record<string, Stored>

declare const parsed: unique symbol
/** Text that holds JSON. `T` is the type of the parsed value. */
export type JsonText<T> = string & { readonly [parsed]: T }

/**
 * One column or parameter: the conversion between a value of the program and its stored form, which both stores share.
 */
export type Column<T, S extends Stored = Stored> = { toStored(value: T): S; fromStored(stored: S): T }
export type Columns = Record<string, Column<unknown>>

// TypeScript cannot see that a store returns what was written. The two functions of a column together guarantee it.
const column = <T, S extends Stored>(
  toStored: (value: T) => Stored,
  fromStored: (stored: Stored) => unknown,
): Column<T, S> => ({
  toStored: toStored as (value: T) => S,
  fromStored: fromStored as (stored: Stored) => T,
})

const unchanged = <T extends Stored>() =>
  column<T, T>(
    (value) => value,
    (stored) => stored,
  )

export const text = <T extends string = string>() => unchanged<T>()
export const optionalText = <T extends string = string>() => unchanged<T | null>()
export const integer = () => unchanged<number>()
/** Milliseconds since 1970-01-01T00:00:00Z. */
export const instant = integer
export const optionalInteger = () => unchanged<number | null>()
export const optionalInstant = optionalInteger
export const boolean = () =>
  column<boolean, 0 | 1>(
    (value) => (value ? 1 : 0),
    (stored) => stored === 1,
  )
export const json = <T>() =>
  column<T, JsonText<T>>(
    (value) => JSON.stringify(value),
    (stored) => JSON.parse(String(stored)),
  )
/** A list of texts, stored as one value. */
export const textList = <T extends string = string>() => json<readonly T[]>()

/** A parameter that falls back to `fallback` if it is null or undefined, such as the position where a page starts. */
const unchangedOr = <T extends Stored>(fallback: T) =>
  column<T | null | undefined, T>(
    (value) => value ?? fallback,
    (stored) => stored,
  )
export const textOr = (fallback: string) => unchangedOr(fallback)
export const integerOr = (fallback: number) => unchangedOr(fallback)

/**
 * JSON objects that gained members over time, as did the objects directly in them. A member that an older row lacks
 * takes its default. Rows with the same text share one object.
 */
export const jsonWithDefaults = <T extends object>(defaults: T) => {
  // Each change reads the settings of its platform. Parsing them took 8% of the SQLite writer's time.
  const read = new LruMap<T>(MAX_READ)
  return column<T, JsonText<T>>(
    (value) => JSON.stringify(value),
    (stored) => {
      const text = String(stored)
      const known = read.get(text)
      if (known) return known
      const value = withDefaults<T>(defaults, JSON.parse(text))
      read.set(text, value)
      return value
    },
  )
}

const withDefaults = <T extends object>(defaults: T, stored: Partial<T>): T => ({
  ...defaults,
  ...stored,
  ...Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const own: unknown = stored[name as keyof T]
      return isObject(value) && isObject(own) ? [[name, { ...value, ...own }]] : []
    }),
  ),
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type ValueOf<C> = C extends Column<infer T, infer _> ? T : never
export type StoredOf<C> = C extends { toStored(value: never): infer S extends Stored } ? S : never
/** The values of a row by property, as the program uses them. */
export type ValuesOf<C> = { [K in keyof C]: ValueOf<C[K]> }

export type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? '' : '_'}${Lowercase<Head>}${SnakeCase<Tail>}`
  : S
export type ColumnName<C> = SnakeCase<keyof C & string>
/** The stored values of a row by column. */
export type StoredColumns<C> = { [K in keyof C & string as SnakeCase<K>]: StoredOf<C[K]> }

// `replace` returns a plain string. It makes the same change as the type.
export const snakeCase = <S extends string>(name: S) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<S>
