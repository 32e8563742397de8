// Validation of requests by their schemas, and the string formats that schemas can use.
import { Ajv, type Format, type SchemaObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { invalidData, Refusal } from '../../changes/errors.ts'
import { isEmail } from '../../lib/text/email.ts'
import { canonicalLanguage } from '../../lib/text/language-tags.ts'
import { isStorableText } from '../../lib/text/text.ts'
import { startOfDay } from '../../lib/time/calendar-days.ts'
import { isTimeZone, parseInstant } from '../../lib/time/instants.ts'
import { isDocumentPath, isPicturePath } from '../../lib/web/file-paths.ts'
import { parseRange } from '../../lib/web/ip-addresses.ts'
import { isHttpUrl, isPublicHttpsUrl, isStreamUrl, urlFromTemplate } from '../../lib/web/urls.ts'
import {
  type FormatName,
  type FoundError,
  toProblems,
  type ValidationTexts,
} from '../problems/validation-problems.ts'
import { cleaningKeywords, objectRuleKeywords, uniqueEmail } from './validation-keywords.ts'

/** RFC 1123, section 2.1, in lowercase. A single label is enough for a private network. */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

const formats: Record<FormatName, Format> = {
  email: isEmail,
  'https-url': isPublicHttpsUrl,
  'picture-url': (text: string) => isPicturePath(text) || isPublicHttpsUrl(text),
  'document-path': isDocumentPath,
  'stream-url': isStreamUrl,
  'webhook-url': isHttpUrl,
  'date-time': (text: string) => parseInstant(text) !== undefined,
  timezone: isTimeZone,
  language: (text: string) => canonicalLanguage(text) !== undefined,
  color: /^#[0-9a-f]{6}$/i,
  'address-range': (text: string) => parseRange(text) !== undefined,
  'host-name': HOST_NAME,
  'room-address': (text: string) => urlFromTemplate(text, 'talk') !== undefined,
  date: (text: string) => startOfDay(text, 'UTC') !== undefined,
}

type Compile = (route: { schema: unknown; httpPart?: string }) => Check
type Check = (value: unknown, texts?: ValidationTexts) => { value: unknown } | { error: Refusal }

/**
 * Factory for fastify's `schemaController`, with one compiler per set of shared schemas. Compiling the schemas of all
 * routes would take a quarter of the start-up time, so each is compiled on first use.
 */
export function validatorFactory(): (sharedSchemas: unknown) => Compile {
  const compilers = new Map<string, Compile>()
  const compilerOf = (sharedSchemas: Record<string, SchemaObject>): Compile => {
    // Fastify copies the shared schemas for every scope. They are plain JSON, so their text identifies them.
    const name = JSON.stringify(sharedSchemas)
    const compile = compilers.get(name) ?? createCompiler(Object.values(sharedSchemas))
    compilers.set(name, compile)
    return compile
  }
  return (sharedSchemas) => (route) => {
    let check: Check | undefined
    return (value, texts) => {
      check ??= compilerOf(sharedSchemas as Record<string, SchemaObject>)(route)
      return check(value, texts)
    }
  }
}

/** Turns invalid values into refusals: 422 with all problems of a body or query string, 404 for a path. */
export function createCompiler(sharedSchemas: readonly SchemaObject[] = []): Compile {
  const bodies = createAjv(sharedSchemas, { allErrors: true })
  const texts = createAjv(sharedSchemas, { allErrors: true, useDefaults: true })
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return bodyCheck(bodies, schema as SchemaObject)
    return textCheck(texts, schema as SchemaObject, httpPart === 'params')
  }
}

/** Throws if a value is not a valid body of this schema. Used for bodies inside other bodies. */
export function checkBody(request: FastifyRequest, schema: TSchema, value: unknown): void {
  const refusal = bodyRefusal(request, schema, value)
  if (refusal) throw refusal
}

/** The refusal for an invalid value; undefined if it is valid. */
export function bodyRefusal(request: FastifyRequest, schema: TSchema, value: unknown): Refusal | undefined {
  // Compiled by the factory above, once per route and schema.
  const check = request.compileValidationSchema(schema, 'body') as unknown as Check
  const result = check(value)
  return 'error' in result ? result.error : undefined
}

function createAjv(schemas: readonly SchemaObject[], options: ConstructorParameters<typeof Ajv>[0]): Ajv {
  return new Ajv({
    ...options,
    schemas: [...schemas],
    formats,
    keywords: [...cleaningKeywords, uniqueEmail, ...objectRuleKeywords(), 'x-checked-as'],
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    messages: false,
    // Compiling the meta-schema takes longer than compiling all of ours, and strict mode finds the same mistakes.
    meta: false,
    validateSchema: false,
  })
}

function bodyCheck(ajv: Ajv, schema: SchemaObject): Check {
  const validate = ajv.compile(schema)
  return (value, texts) => {
    if (validate(value)) return { value }
    return { error: invalidData(toProblems(validate.errors ?? [], value, 'pointer', texts)) }
  }
}

/** Checks query strings and paths: converts text to numbers and booleans as the schema requires. */
function textCheck(ajv: Ajv, schema: SchemaObject, isPath: boolean): Check {
  const validate = ajv.compile(schema)
  return (texts) => {
    const value = readTexts(texts, schema)
    const errors: FoundError[] = [...unstorable(value), ...(validate(value) ? [] : (validate.errors ?? []))]
    if (errors.length === 0) return { value }
    return { error: isPath ? new Refusal('not_found') : invalidData(toProblems(errors, value, 'parameter')) }
  }
}

// ajv's own coercion would also accept 0x10 and 1e3, and 1e999 as a number without limits.
const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
}

/** Text that is not a plain number or boolean stays text, and the schema rejects it. */
function readTexts(texts: unknown, { properties = {} }: SchemaObject): Record<string, unknown> {
  const entries = Object.entries(texts ?? {}).map(([name, text]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const read = typeof text === 'string' ? readers[schema?.type] : undefined
    return [name, read ? read(text) : text]
  })
  return Object.fromEntries(entries)
}

function unstorable(value: unknown): FoundError[] {
  return Object.entries(value ?? {})
    .filter(([, text]) => typeof text === 'string' && !isStorableText(text))
    .map(([name]) => ({ instancePath: `/${name}`, keyword: 'characters', params: {} }))
}
