// Building blocks of the schemas: limited strings, URLs, times, and attributes that null clears.

import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox'
import { DEFAULT_LIMIT, MAX_EXTERNAL_ID, MAX_LIMIT } from '../limits.ts'

/** The accent color of a new platform, and of pages without a platform. */
export const DEFAULT_ACCENT = '#3b5bdb'

/** The length is counted in code points (JSON Schema 2020-12, section 6.3). */
export const text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

/** Text of several lines, which can be empty. Control characters and surplus combining marks are removed. */
export const lines = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ maxLength, 'x-lines': true, ...options })

/** Text of several lines with at least one visible character. White space around it is removed. */
export const filledText = (maxLength: number, options: TSchemaOptions = {}) =>
  filled(maxLength, { 'x-lines': true, ...options })

/**
 * A name, a title, or a label: like `filledText`, on one line. Line breaks become a space, and characters that set the
 * direction of other text are removed.
 */
export const line = (maxLength: number, options: TSchemaOptions = {}) =>
  filled(maxLength, { 'x-line': true, ...options })

const filled = (maxLength: number, options: TSchemaOptions) =>
  text(maxLength, { pattern: '\\S', 'x-trimmed': true, ...options })

/** Text on one line that may be blank. */
export const anyLine = (maxLength: number, options: TSchemaOptions = {}) =>
  text(maxLength, { 'x-line': true, ...options })

export const formatted = (format: string, maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ format, maxLength, ...options })

export const httpsUrl = (options: TSchemaOptions = {}) =>
  formatted('https-url', 2048, {
    description:
      'An https URL of a public host name, on the default port. User info, IP addresses, and local host names are not allowed.',
    examples: ['https://static.example.org/picture.jpg'],
    ...options,
  })

export const pictureUrl = (options: TSchemaOptions = {}) =>
  formatted('picture-url', 2048, {
    description:
      'An https URL of a public host name, on the default port, or the path of an uploaded picture (`POST /files`).',
    examples: ['https://static.example.org/picture.jpg'],
    ...options,
  })

export const email = () =>
  formatted('email', 254, {
    description: 'Not case-sensitive (ASCII). Stored as sent.',
    examples: ['ada@example.org'],
  })

export const timezone = () =>
  formatted('timezone', 64, { description: 'An IANA time zone or alias.', examples: ['Europe/Paris'] })

export const language = () =>
  formatted('language', 35, {
    description: 'A language tag (BCP 47), such as `en` or `pt-BR`.',
    examples: ['en'],
  })

export const instant = (options: TSchemaOptions = {}) =>
  formatted('date-time', 40, { examples: ['2027-05-20T09:30:00+02:00'], ...options })

export const oneOf = <const T extends readonly string[]>(values: T, options: TSchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })

/** The schema extended by null, which clears the attribute. */
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

/** Of an object. */
export const MAX_TAGS = 50

export const tagList = (description: string) =>
  Type.Array(line(60), { maxItems: MAX_TAGS, description, examples: [['Web', 'Accessibility']] })

export const externalId = () =>
  text(MAX_EXTERNAL_ID, {
    description: 'Your own identifier. Unique within the platform for each kind of object.',
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
    examples: ['crm-4711'],
  })

/** The component schemas that others refer to, by id. */
export const referencedSchemas = new Map<string | undefined, TSchema>()

/** A reference to a component schema of the document, typed as that schema. */
export function ref<T extends TSchema & { $id?: string }>(schema: T) {
  referencedSchemas.set(schema.$id, schema)
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
}

/** For responses: null means that there is no value. */
export const nullable = clearable

export const id = () =>
  Type.String({ format: 'uuid', description: 'A UUID version 7 (RFC 9562, section 5.7).' })

/** The body member of a response to a write. RFC 9110 (section 9.3.4) allows no ETag header after a partial PUT. */
export const etag = () =>
  Type.Optional(
    Type.String({
      description: 'The state of the object after this request. `If-Match` accepts it, with its quotes.',
      examples: ['"2-4b1d9e2c"'],
    }),
  )

export const versionFields = {
  version: Type.Integer({ minimum: 1, description: 'Increases by one with every change.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
}

export const listQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'The maximum number of items.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 512, description: 'The `next` value of the previous page.' }),
  ),
}

/** A filter of a list by your own identifier. */
export const byExternalId = {
  externalId: Type.Optional(
    Type.String({ maxLength: MAX_EXTERNAL_ID, description: 'Only the object with this externalId.' }),
  ),
}

export const changedSince = {
  updatedSince: Type.Optional(instant({ description: 'Only objects changed at or after this time.' })),
}

/** A page of items. `next` is null on the last page. */
export const listOf = <T extends TSchema>(item: T) =>
  pageOf(item, nullable(Type.String({ description: 'The cursor of the next page; null on the last page.' })))

/** A page of items and the cursor of the next one. */
export const pageOf = <T extends TSchema, N extends TSchema>(item: T, next: N) =>
  Type.Object(
    { code: Type.Literal('ok'), items: Type.Array(item), next },
    { description: 'A page of items.' },
  )
