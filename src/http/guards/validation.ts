// Validation by the schemas: the formats of the fields, and one validator for bodies, one for query strings and paths.
import { Ajv, type Format, type FuncKeywordDefinition, type SchemaObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { invalidData, Refusal } from '../../domain/changes/errors.ts'
import { roomUrl } from '../../domain/programme/embedded-rooms.ts'
import { videoProblem } from '../../domain/programme/videos.ts'
import { canonicalEmail, isEmail } from '../../lib/text/email.ts'
import { isStorableText } from '../../lib/text/text.ts'
import { isTimeZone, parseInstant } from '../../lib/time/instants.ts'
import { parseRange } from '../../lib/web/ip-addresses.ts'
import { isPublicHttpsUrl, isStreamUrl } from '../../lib/web/urls.ts'
import { isWebhookUrl } from '../../outbound/webhook-addresses.ts'
import { talkTypes } from '../../schema/programme/talks.ts'
import { type FoundError, toProblems } from '../problems/validation-problems.ts'

/** RFC 1123, section 2.1, in lower case; one label is enough on a network of one's own. */
const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

const formats: Record<string, Format> = {
  email: isEmail,
  'https-url': isPublicHttpsUrl,
  'stream-url': isStreamUrl,
  'webhook-url': isWebhookUrl,
  'date-time': (text: string) => parseInstant(text) !== undefined,
  timezone: isTimeZone,
  color: /^#[0-9a-f]{6}$/i,
  'address-range': (text: string) => parseRange(text) !== undefined,
  'host-name': HOST_NAME,
  'room-address': (text: string) => roomUrl(text, 'talk') !== undefined,
}

type Compile = (route: { schema: unknown; httpPart?: string }) => Check
type Check = (value: unknown) => { value: unknown } | { error: Refusal }

/** For fastify's `schemaController`: compilers that know the shared schemas, one for each set of them. */
export function validatorFactory(): (sharedSchemas: unknown) => Compile {
  const compilers = new Map<string, Compile>()
  return (sharedSchemas) => {
    // Fastify asks again for every route; the schemas are plain JSON and make their own name.
    const name = JSON.stringify(sharedSchemas)
    const compile =
      compilers.get(name) ?? createCompiler(Object.values(sharedSchemas as Record<string, SchemaObject>))
    compilers.set(name, compile)
    return compile
  }
}

/** What is not valid becomes a refusal: 422 with every problem of the body or query, 404 for a path. */
export function createCompiler(sharedSchemas: readonly SchemaObject[] = []): Compile {
  const bodies = createAjv(sharedSchemas, { allErrors: true })
  const texts = createAjv(sharedSchemas, { allErrors: true, useDefaults: true })
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return bodyCheck(bodies, schema as SchemaObject)
    return textsCheck(texts, schema as SchemaObject, httpPart === 'params')
  }
}

/** Refuses a value that a body of this schema could not be: for bodies within bodies. */
export function checkBody(request: FastifyRequest, schema: TSchema, value: unknown): void {
  const refusal = bodyRefusal(request, schema, value)
  if (refusal) throw refusal
}

/** What it would be refused for; undefined where it is valid. */
export function bodyRefusal(request: FastifyRequest, schema: TSchema, value: unknown): Refusal | undefined {
  // Compiled by the factory above, once for each route and schema.
  const check = request.compileValidationSchema(schema, 'body') as unknown as Check
  const result = check(value)
  return 'error' in result ? result.error : undefined
}

function createAjv(schemas: readonly SchemaObject[], options: ConstructorParameters<typeof Ajv>[0]): Ajv {
  return new Ajv({
    ...options,
    schemas: [...schemas],
    formats,
    keywords: [uniqueEmail, fittingVideo, 'x-checked-as'],
    strict: true,
    allowUnionTypes: true,
    verbose: true,
    messages: false,
  })
}

function bodyCheck(ajv: Ajv, schema: SchemaObject): Check {
  const validate = ajv.compile(schema)
  return (value) => {
    if (validate(value)) return { value }
    return { error: invalidData(toProblems(validate.errors ?? [], value, 'pointer')) }
  }
}

/** Of a query string or a path: text turned into numbers and booleans where the schema wants them. */
function textsCheck(ajv: Ajv, schema: SchemaObject, isPath: boolean): Check {
  const validate = ajv.compile(schema)
  return (texts) => {
    const value = readTexts(texts, schema)
    const errors: FoundError[] = [...unstorable(value), ...(validate(value) ? [] : (validate.errors ?? []))]
    if (errors.length === 0) return { value }
    return { error: isPath ? new Refusal('not_found') : invalidData(toProblems(errors, value, 'parameter')) }
  }
}

// ajv's own coercion would also read 0x10 and 1e3, and take 1e999 for a number that no limit holds for.
const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
}

/** Whatever is no plain number or boolean stays text, and is refused as one. */
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

/** `x-unique-email: true` on a list of {email}: no two of the same canonical form. Too long a list is not looked at. */
const uniqueEmail: FuncKeywordDefinition = {
  keyword: 'x-unique-email',
  type: 'array',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean, parentSchema) => {
    const check = (list: unknown[], place?: { instancePath: string }): boolean => {
      const most: number = parentSchema.maxItems ?? Number.POSITIVE_INFINITY
      const places = isOn && list.length <= most ? repeatedEmails(list) : []
      check.errors = places.map((index) => ({
        keyword: 'x-unique-email',
        instancePath: `${place?.instancePath ?? ''}/${index}/email`,
        params: {},
      }))
      return places.length === 0
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}

function repeatedEmails(list: readonly unknown[]): number[] {
  const seen = new Set<string>()
  return list.flatMap((item, index) => {
    const email = typeof item === 'object' && item !== null && 'email' in item ? item.email : undefined
    if (typeof email !== 'string') return []
    const canonical = canonicalEmail(email)
    const isRepeated = seen.has(canonical)
    seen.add(canonical)
    return isRepeated ? [index] : []
  })
}

/** `x-fitting-video: true` on a talk: where type and video are both sent, the one fits the other. */
const fittingVideo: FuncKeywordDefinition = {
  keyword: 'x-fitting-video',
  type: 'object',
  schemaType: 'boolean',
  errors: 'full',
  compile: (isOn: boolean) => {
    const check = (talk: Record<string, unknown>, place?: { instancePath: string }): boolean => {
      const type = talkTypes.find((known) => known === talk.type)
      const message =
        isOn && type !== undefined && typeof talk.video === 'string'
          ? videoProblem(type, talk.video)
          : undefined
      check.errors = [
        {
          keyword: 'x-fitting-video',
          instancePath: `${place?.instancePath ?? ''}/video`,
          params: { message },
        },
      ]
      return message === undefined
    }
    check.errors = [] as Partial<FoundError>[]
    return check
  },
}
