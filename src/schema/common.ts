// Building blocks of every schema: texts with limits, addresses, times, and attributes that null clears.
import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox'

/** Lengths count code points (JSON Schema 2020-12, section 6.3). */
export const text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** Text that shows: at least one character that is not white space. */
export const name = (maxLength: number, options: TSchemaOptions = {}) =>
  text(maxLength, { pattern: '\\S', ...options })

export const formatted = (format: string, maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ format, maxLength, ...options })

export const httpsUrl = (options: TSchemaOptions = {}) =>
  formatted('https-url', 2048, {
    description: 'https only, no user info, no IP address, no local host name, no other port.',
    examples: ['https://static.example.org/picture.jpg'],
    ...options,
  })

export const email = () =>
  formatted('email', 254, {
    description: 'Matched without regard to ASCII case; kept as sent.',
    examples: ['ada@example.org'],
  })

export const timezone = () =>
  formatted('timezone', 64, { description: 'An IANA name, aliases included.', examples: ['Europe/Paris'] })

export const instant = (options: TSchemaOptions = {}) =>
  formatted('date-time', 40, { examples: ['2027-05-20T09:30:00+02:00'], ...options })

export const oneOf = <const T extends readonly string[]>(values: T, options: TSchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** The same schema, and null, which clears the attribute. */
export function clearable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: string[] }
  return Type.Unsafe<Static<T> | null>({
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
    ...rest,
  })
}

export const flag = (defaultValue: boolean, description: string) =>
  Type.Boolean({ description: `${description} Default: ${defaultValue}.` })

export const tagList = (description: string) =>
  Type.Array(name(60), { maxItems: 50, description, examples: [['Web', 'Accessibility']] })

export const externalId = () =>
  text(200, {
    description: 'Your own identifier, unique in the platform for this kind of object.',
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    examples: ['crm-4711'],
  })

/** A reference to a schema of the document's components, with the type of what it refers to. */
export const ref = <T extends TSchema & { $id?: string }>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })

/** What is answered: null where there is no value. */
export const nullable = clearable

export const id = () =>
  Type.String({ format: 'uuid', description: 'UUID version 7 (RFC 9562, section 5.7).' })

export const versionFields = {
  version: Type.Integer({ minimum: 1, description: 'Grows by one with every change.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
}

export const listQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Items in one answer.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 512, description: 'The `next` of the answer before.' })),
}

export const changedSince = {
  updatedSince: Type.Optional(instant({ description: 'Only what has changed at or after this instant.' })),
}

/** A page of items; `next` is null on the last. */
export const listOf = <T extends TSchema>(item: T) =>
  pageOf(item, nullable(Type.String({ description: 'The cursor of the next page.' })))

/** A page of items and where to go on. */
export const pageOf = <T extends TSchema, N extends TSchema>(item: T, next: N) =>
  Type.Object(
    { code: Type.Literal('ok'), items: Type.Array(item), next },
    { description: 'A page of items.' },
  )
