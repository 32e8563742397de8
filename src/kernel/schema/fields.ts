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

type SchemaOf<T, In extends 'body' | 'shown'> = T extends Record<In, infer S extends TSchema> ? S : never
type Schemas<F, In extends 'body' | 'shown'> = {
  [K in keyof F as F[K] extends Record<In, TSchema> ? K : never]: SchemaOf<F[K], In>
}
/** The values of the plain fields. */
export type PlainValues<F> = {
  [K in keyof F as F[K] extends { initial: unknown } ? K : never]: Static<SchemaOf<F[K], 'shown'>>
}
type Sent<F> = { [K in keyof Schemas<F, 'body'>]?: Static<Schemas<F, 'body'>[K]> | undefined }
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
  const schemas = (place: 'body' | 'shown') =>
    Object.fromEntries(entries.flatMap(([name, field]) => (field[place] ? [[name, field[place]]] : [])))
  const initial = Object.fromEntries(
    entries.flatMap(([name, field]) => (field.initial === undefined ? [] : [[name, field.initial]])),
  )
  const names = Object.keys(initial)
  const empty = { id: '', ...initial, version: 0, createdAt: '', updatedAt: '' }
  const derived = {
    fields,
    body: schemas('body'),
    shown: { id: id(), ...schemas('shown'), ...versionFields },
    initial,
    present(row: Members & Stamps<number>) {
      const { id, version } = row
      const [createdAt, updatedAt] = [formatInstant(row.createdAt), formatInstant(row.updatedAt)]
      // Members that are added one by one would make a slow object.
      const shown: Members = { ...empty, id, version, createdAt, updatedAt }
      for (const name of names) shown[name] = row[name]
      return shown
    },
    merge(row: Members, sent: Members) {
      const merged = { ...row }
      for (const [name, { body, initial, merge }] of entries) {
        if (!body || initial === undefined || sent[name] === undefined) continue
        merged[name] = merge ? merge(row[name], sent[name]) : sent[name]
      }
      return merged
    },
  }
  // TypeScript does not know the names of an object that is made of entries: here, those of the fields.
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
