// If-Match and If-None-Match on writes (RFC 9110, sections 13.1.1 and 13.1.2): the state of the object that the caller
// has seen.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import type { Precondition } from '../../changes/preconditions.ts'
import { type ExpectedVersion, parseEntityTags, readTag } from '../../lib/data/entity-tags.ts'

/** The values of the headers. */
export type Conditions = { ifMatch?: string | undefined; ifNoneMatch?: string | undefined }

/**
 * The precondition of a write. Only the version and the ID in an entity tag count: the digest also covers the accounts
 * of people, which a write of the object does not overwrite.
 */
export function preconditionOf({ ifMatch, ifNoneMatch }: Conditions): Precondition {
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    throw new Refusal('bad_request', {
      message: 'If-None-Match can only be * on a write. It creates the object but never updates it.',
    })
  }
  return {
    ...(ifMatch === undefined ? {} : { versions: versionsOf(ifMatch) }),
    ...(ifNoneMatch === undefined ? {} : { isAbsent: true }),
  }
}

/** Rejects preconditions on a request that changes many objects. Ignoring them would leave the objects unprotected. */
export function refuseConditions({ headers }: FastifyRequest): void {
  if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) return
  throw new Refusal('bad_request', {
    message:
      'If-Match and If-None-Match apply to one object. In a batch, use ifMatch and ifNoneMatch of an operation.',
  })
}

/** The versions of the strong entity tags in a list. Weak tags match nothing. */
function versionsOf(list: string): readonly ExpectedVersion[] | 'any' {
  const tags = parseEntityTags(list)
  if (tags === '*') return 'any'
  if (tags === undefined)
    throw new Refusal('bad_request', { message: 'If-Match must be a list of entity tags.' })
  return tags.flatMap(({ isWeak, tag }) => {
    const expected = isWeak ? undefined : readTag(tag)
    return expected ? [expected] : []
  })
}
