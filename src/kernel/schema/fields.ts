// The attributes of an object, each declared once: schemas, columns, changes, events, and forms are derived from that.
import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox'
import { formatInstant } from '../lib/time/instants.ts'
import { clearable, flag as flagOf, id, nullable, oneOf, tagList, versionFields } from './common.ts'

export type Field = {
  /** In requests. Absent if a request cannot change it. */
  body?: TSchema
  /** In responses and events. Absent if it is only sent. */
  shown?: TSchema
  /** In a new object. A field that has one is plain: its column has the shown value. Others are up to their feature. */
  initial?: unknown
  /** The value after a change. Without it, the sent value replaces the one before. */
  merge?(before: unknown, sent: unknown): unknown
}
export type Fields = Readonly<Record<string, Field>>

type Schemas<F, In extends 'body' | 'shown'> = {
  [K in keyof F as F[K] extends Record<In, TSchema> ? K : never]: F[K] extends Record<
    In,
    infer S extends TSchema
  >
    ? S
    : never
}
/** The values of the plain fields. */
export type PlainValues<F> = {
  [K in keyof F as F[K] extends { initial: unknown } ? K : never]: F[K] extends {
    shown: infer S extends TSchema
  }
    ? Static<S>
    : never
}
type Sent<F> = {
  [K in keyof F]?: F[K] extends { body: infer S extends TSchema } ? Static<S> | undefined : unknown
}
type Stamps<Time> = { id: string; version: number; createdAt: Time; updatedAt: Time }

export type ObjectFields<F> = {
  fields: F
  /** The properties of requests. */
  body: Schemas<F, 'body'>
  /** The properties of responses. */
  shown: { id: ReturnType<typeof id> } & Schemas<F, 'shown'> & typeof versionFields
  initial: PlainValues<F>
  /** A row in responses and events, with its plain fields only. */
  present(row: PlainValues<F> & Stamps<number>): PlainValues<F> & Stamps<string>
  /** The row with the plain fields that were sent. */
  merge<R extends PlainValues<F>>(row: R, body: Sent<F>): R
}

type Members = Record<string, unknown>

export function defineFields<F extends Fields>(fields: F): ObjectFields<F> {
  const entries = Object.entries<Field>(fields)
  const plain = entries.filter(([, { initial }]) => initial !== undefined)
  const schemas = (place: 'body' | 'shown') =>
    Object.fromEntries(entries.flatMap(([name, field]) => (field[place] ? [[name, field[place]]] : [])))
  const derived = {
    fields,
    body: schemas('body'),
    shown: { id: id(), ...schemas('shown'), ...versionFields },
    initial: Object.fromEntries(plain.map(([name, { initial }]) => [name, initial])),
    present({ id, version, createdAt, updatedAt, ...row }: Members & Stamps<number>) {
      const shown: Members = { id }
      for (const [name] of plain) shown[name] = row[name]
      return { ...shown, version, createdAt: formatInstant(createdAt), updatedAt: formatInstant(updatedAt) }
    },
    merge(row: Members, body: Members) {
      const merged = { ...row }
      for (const [name, { merge }] of plain) {
        const sent = body[name]
        if (sent !== undefined) merged[name] = merge ? merge(row[name], sent) : sent
      }
      return merged
    },
  }
  // The names are those of the fields, which TypeScript cannot follow through entries.
  return derived as unknown as ObjectFields<F>
}

export const plain = <B extends TSchema, S extends TSchema>(field: {
  body: B
  shown: S
  initial: Static<S>
  merge?(before: Static<S>, sent: Static<B>): Static<S>
}) => field

/** A plain field that only rules change. */
export const ruled = <S extends TSchema>(shown: S, initial: Static<S>) => ({ shown, initial })

/** A text that every object has. */
export const required = <B extends TSchema>(body: B) => ({ body, shown: Type.String(), initial: '' })

/** A text or null. The options are those of the response. */
export const optional = <B extends TSchema>(body: B, options: TSchemaOptions = {}) => {
  const { enum: values } = body as { enum?: readonly string[] }
  const shown = Type.Unsafe<Static<B>>({ type: 'string', ...(values ? { enum: values } : {}), ...options })
  return { body: clearable(body), shown: nullable(shown), initial: null }
}

export const choice = <const V extends readonly string[]>(
  values: V,
  { initial, ...options }: TSchemaOptions & { initial: V[number] },
) => ({ body: oneOf(values, options), shown: Type.Unsafe<V[number]>({ enum: [...values] }), initial })

export const flag = (initial: boolean, description: string) => ({
  body: flagOf(initial, description),
  shown: Type.Boolean(),
  initial,
})

/** Flags that are changed one by one. */
export const flags = <F extends Record<string, ReturnType<typeof flag>>>(fields: F) => {
  const { body, initial } = defineFields(fields)
  const shown = Type.Object(body)
  return { body: Type.Partial(shown, { additionalProperties: false }), shown, initial, merge: mergeMembers }
}

/** Replaces the members that were sent. */
export const mergeMembers = <T extends object>(before: T, sent: Partial<T>): T => ({ ...before, ...sent })

/** Texts without repetitions, in the order in which they were sent. */
export const tags = (description: string) => ({
  body: tagList(description),
  shown: Type.Array(Type.String()),
  initial: [],
  merge: (_before: readonly string[], sent: readonly string[]) => [...new Set(sent)],
})

export const list = <T extends TSchema>(item: T, options: TSchemaOptions = {}) => ({
  body: Type.Array(item, options),
  shown: Type.Array(item),
  initial: [],
})
