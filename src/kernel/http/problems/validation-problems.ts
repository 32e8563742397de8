// Turns validation errors into problems for the caller: one per place, in the order of the body, without submitted values.
import type { ErrorObject } from 'ajv'
import type { Problem } from '../../changes/errors.ts'
import { closestName } from '../../lib/text/text.ts'
import { MAX_PROBLEMS } from '../../limits.ts'

// Only the first ones are sorted by their order in the body, which bounds the cost of a hostile body.
const MAX_SORTED = 2000

export type FoundError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'> &
  Partial<Pick<ErrorObject, 'parentSchema' | 'data'>>

/** Reports that a condition is not met, after the errors with the reason. */
const SUMMARY = 'if'

type Place = 'pointer' | 'parameter'

/**
 * `place` selects how a problem is located: by a JSON Pointer into the body (RFC 6901) or by query parameter. Pages
 * pass the texts of their language.
 */
export function toProblems(
  errors: readonly FoundError[],
  value: unknown,
  place: Place,
  texts: ValidationTexts = apiTexts,
): Problem[] {
  const found = errors.slice(0, MAX_SORTED).filter(({ keyword }) => keyword !== SUMMARY)
  return inOrder(firstOfEachPlace(found), value)
    .slice(0, MAX_PROBLEMS)
    .map(([pointer, error]) => ({
      ...(place === 'pointer' ? { pointer } : { parameter: segmentsOf(pointer)[0] ?? '' }),
      code: codes[error.keyword] ?? error.keyword,
      message: messageOf(error, place, texts),
    }))
}

// If one place has several problems, only the first in this list is reported.
const ranking = ['characters', 'type', 'enum', 'minLength', 'maxLength', 'pattern', 'format']

const codes: Record<string, string> = {
  additionalProperties: 'unknown',
  'x-unique-email': 'duplicate',
  'x-fitting-video': 'video',
  'x-choices': 'choices',
}

type Placed = [pointer: string, error: FoundError]

function firstOfEachPlace(errors: readonly FoundError[]): Placed[] {
  const byPlace = new Map<string, FoundError>()
  for (const error of errors) {
    const pointer = pointerOf(error)
    const other = byPlace.get(pointer)
    if (other === undefined || rankOf(error) < rankOf(other)) byPlace.set(pointer, error)
  }
  return [...byPlace]
}

function rankOf({ keyword }: FoundError): number {
  const rank = ranking.indexOf(keyword)
  return rank === -1 ? ranking.length : rank
}

function pointerOf({ instancePath, params }: FoundError): string {
  const member: unknown = params.missingProperty ?? params.additionalProperty
  if (typeof member !== 'string') return instancePath
  return `${instancePath}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1)
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Sorts by position in the value. A missing member comes after the existing members of its parent. */
function inOrder(placed: Placed[], value: unknown): Placed[] {
  const places = new Map<object, Map<string, number>>()
  const indexOf = (parent: unknown, name: string): number => {
    if (typeof parent !== 'object' || parent === null) return Number.POSITIVE_INFINITY
    const known = places.get(parent) ?? new Map(Object.keys(parent).map((key, index) => [key, index]))
    places.set(parent, known)
    return known.get(name) ?? Number.POSITIVE_INFINITY
  }
  const positionOf = (pointer: string): number[] => {
    let parent = value
    return segmentsOf(pointer).map((name) => {
      const index = indexOf(parent, name)
      parent = index === Number.POSITIVE_INFINITY ? undefined : (parent as Record<string, unknown>)[name]
      return index
    })
  }
  return placed
    .map((item) => ({ item, position: positionOf(item[0]) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ item }) => item)
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left, right] = [a[i] ?? 0, b[i] ?? 0]
    if (left !== right) return left < right ? -1 : 1
  }
  return a.length - b.length
}

/** Problem texts by keyword. Each continues the name of an attribute or field: “is required”. */
export type ValidationTexts = {
  required: string
  unknown: (place: Place, closest: string | undefined) => string
  type: (types: readonly string[], isNull: boolean) => string
  enum: (values: readonly unknown[]) => string
  const: (value: unknown) => string
  minLength: (limit: number) => string
  maxLength: (limit: number) => string
  minItems: (limit: number) => string
  maxItems: (limit: number) => string
  minimum: (limit: number) => string
  maximum: (limit: number) => string
  blank: string
  pattern: string
  formats: Record<FormatName, string>
  characters: string
  uniqueItems: string
  duplicate: string
  /** `message` is the API's message for a video that does not fit the type of the talk. */
  video: (type: string, message: string) => string
  other: string
}

export type FormatName = keyof typeof apiFormats

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const apiFormats = {
  email: 'must be an e-mail address',
  'https-url': 'must be an https URL of a public host, without user info or a port',
  'picture-url':
    'must be an https URL of a public host, without user info or a port, or the path of an uploaded picture',
  'document-path': 'must be the path of an uploaded PDF',
  'stream-url': 'must be an rtmp, rtmps, or https URL of a public host',
  'webhook-url': 'must be an https URL without user info',
  'date-time': 'must be an ISO 8601 date and time with an offset or Z',
  timezone: 'must be an IANA time zone',
  language: 'must be a language tag such as en or pt-BR',
  color: 'must be a color in the form #rrggbb',
  'address-range': 'must be an IP address or a CIDR range such as 192.0.2.0/24',
  'host-name': 'must be a lowercase host name without a port or path',
  'room-address': 'must be an https URL with {id}, which stands for the talk',
  date: 'must be a date such as 2027-05-20',
}

/** The messages of the API. */
const apiTexts: ValidationTexts = {
  required: 'is required',
  unknown(place, closest) {
    const message = `is not a known ${place === 'pointer' ? 'attribute' : 'parameter'}`
    return closest === undefined ? message : `${message}; did you mean "${closest}"?`
  },
  type(types, isNull) {
    const wanted = types.map((type) => typeNames[type] ?? type).join(' or ')
    return isNull ? `must be ${wanted}, not null` : `must be ${wanted}`
  },
  enum: (values) => `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  const: (value) => `must be ${JSON.stringify(value)}`,
  minLength: (limit) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: (limit) => `must have at most ${limit} characters`,
  minItems: (limit) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: (limit) => `must have at most ${limit} items`,
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  blank: 'must not be blank',
  pattern: 'contains characters that are not allowed',
  formats: apiFormats,
  characters: 'contains characters that cannot be stored',
  uniqueItems: 'contains duplicate items',
  duplicate: 'is already the e-mail address of an earlier person in the list',
  video: (_type, message) => message,
  other: 'is not valid',
}

function messageOf(
  { keyword, params, parentSchema, data }: FoundError,
  place: Place,
  texts: ValidationTexts,
) {
  switch (keyword) {
    case 'additionalProperties':
      return texts.unknown(
        place,
        closestName(params.additionalProperty, Object.keys(parentSchema?.properties ?? {})),
      )
    case 'type':
      return texts.type([params.type].flat(), data === null)
    case 'enum':
      return texts.enum(params.allowedValues)
    case 'const':
      return texts.const(params.allowedValue)
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minimum':
    case 'maximum':
      return texts[keyword](params.limit)
    case 'pattern':
      return params.pattern === '\\S' ? texts.blank : texts.pattern
    case 'format':
      // The validator knows no other formats.
      return texts.formats[params.format as FormatName]
    case 'required':
    case 'characters':
    case 'uniqueItems':
      return texts[keyword]
    case 'x-unique-email':
      return texts.duplicate
    case 'x-fitting-video':
      return texts.video(params.type, params.message)
    default:
      return texts.other
  }
}
