// Turns validation errors into problems for the caller: one per place, in the order of the body, without submitted values.
import type { ErrorObject } from 'ajv'
import { MAX_PROBLEMS, type Problem } from '../../domain/changes/errors.ts'
import { closestName } from '../../lib/text/text.ts'

// Only the first ones are sorted by their order in the body, which bounds the cost of a hostile body.
const MAX_SORTED = 2000

export type FoundError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'> &
  Partial<Pick<ErrorObject, 'parentSchema' | 'data'>>

/** `place` selects how a problem is located: by a JSON Pointer into the body (RFC 6901) or by query parameter. */
export function toProblems(
  errors: readonly FoundError[],
  value: unknown,
  place: 'pointer' | 'parameter',
): Problem[] {
  return inOrder(firstOfEachPlace(errors.slice(0, MAX_SORTED)), value)
    .slice(0, MAX_PROBLEMS)
    .map(([pointer, error]) => ({
      ...(place === 'pointer' ? { pointer } : { parameter: segmentsOf(pointer)[0] ?? '' }),
      code: codes[error.keyword] ?? error.keyword,
      message: messageOf(error, place),
    }))
}

// If one place has several problems, only the first in this list is reported.
const ranking = ['characters', 'type', 'enum', 'minLength', 'maxLength', 'pattern', 'format']

const codes: Record<string, string> = {
  additionalProperties: 'unknown',
  'x-unique-email': 'duplicate',
  'x-fitting-video': 'video',
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

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const formatMessages: Record<string, string> = {
  email: 'must be an e-mail address',
  'https-url': 'must be an https URL of a public host, without user info or a port',
  'stream-url': 'must be an rtmp, rtmps, or https URL of a public host',
  'webhook-url': 'must be an https URL without user info',
  'date-time': 'must be an ISO 8601 date and time with an offset or Z',
  timezone: 'must be an IANA time zone',
  color: 'must be a color in the form #rrggbb',
  'address-range': 'must be an IP address or a CIDR range such as 192.0.2.0/24',
  'host-name': 'must be a lowercase host name without a port or path',
  'room-address': 'must be an https URL; {id} stands for the talk',
}

function messageOf(error: FoundError, place: 'pointer' | 'parameter'): string {
  const { keyword, params, parentSchema } = error
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return unknownMessage(params.additionalProperty, Object.keys(parentSchema?.properties ?? {}), place)
    case 'type':
      return typeMessage([params.type].flat(), error.data)
    case 'enum':
      return `must be one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `must have at most ${params.limit} items`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : 'contains characters that are not allowed'
    case 'format':
      return formatMessages[params.format] ?? 'does not have the required format'
    case 'characters':
      return 'contains characters that cannot be stored'
    case 'uniqueItems':
      return 'contains duplicate items'
    case 'x-unique-email':
      return 'is already the e-mail address of an earlier person in the list'
    case 'x-fitting-video':
      return params.message
    default:
      return 'is not valid'
  }
}

function unknownMessage(name: string, known: readonly string[], place: 'pointer' | 'parameter'): string {
  const closest = closestName(name, known)
  const message = `is not a known ${place === 'pointer' ? 'attribute' : 'parameter'}`
  return closest === undefined ? message : `${message}; did you mean "${closest}"?`
}

function typeMessage(types: readonly string[], data: unknown): string {
  const wanted = types.map((type) => typeNames[type] ?? type).join(' or ')
  return data === null ? `must be ${wanted}, not null` : `must be ${wanted}`
}
