// What a validator found, told to the caller: one problem for each place, in the order of the body, repeating no value.
import type { ErrorObject } from 'ajv'
import { MOST_PROBLEMS, type Problem } from '../../domain/changes/errors.ts'
import { closestName } from '../../lib/text/text.ts'

// Past these the order of appearance is given up, so that a hostile body costs no more.
const MOST_SORTED = 2000

export type FoundError = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'> &
  Partial<Pick<ErrorObject, 'parentSchema' | 'data'>>

/** `place` says how a place is named: by JSON Pointer into the body (RFC 6901), or by query parameter. */
export function toProblems(
  errors: readonly FoundError[],
  value: unknown,
  place: 'pointer' | 'parameter',
): Problem[] {
  return inOrder(firstOfEachPlace(errors.slice(0, MOST_SORTED)), value)
    .slice(0, MOST_PROBLEMS)
    .map(([pointer, error]) => ({
      ...(place === 'pointer' ? { pointer } : { parameter: segmentsOf(pointer)[0] ?? '' }),
      code: codes[error.keyword] ?? error.keyword,
      message: messageOf(error, place),
    }))
}

// Of two problems in one place the one further up says it all.
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

/** By appearance in the value; what is missing comes behind what its parent has. */
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
  'https-url': 'must be an https address of a public host',
  'stream-url': 'must be an rtmp, rtmps or https address of a public host',
  'webhook-url': 'must be an https address, without user info',
  'date-time': 'must be an ISO 8601 date and time with an offset or Z',
  timezone: 'must be a time zone of the IANA database',
  color: 'must be a color of the form #rrggbb',
  'address-range': 'must be an IP address or a CIDR range such as 192.0.2.0/24',
  'host-name': 'must be a host name in lower case, without port or path',
  'room-address': 'must be an https address; {id} stands for the talk',
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
      return params.pattern === '\\S' ? 'must hold more than white space' : 'holds characters that it may not'
    case 'format':
      return formatMessages[params.format] ?? 'does not have the required form'
    case 'characters':
      return 'holds characters that cannot be stored'
    case 'uniqueItems':
      return 'has an item twice'
    case 'x-unique-email':
      return 'is the e-mail address of an earlier person of the list'
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
