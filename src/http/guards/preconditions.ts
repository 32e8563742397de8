// If-Match and If-None-Match on writes (RFC 9110, sections 13.1.1 and 13.1.2): what the caller has seen of the object.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import type { Precondition } from '../../domain/changes/preconditions.ts'
import { parseEntityTags, readTag, type SeenVersion } from '../../lib/data/entity-tags.ts'

/** As the headers have them. */
export type Conditions = { ifMatch?: string | undefined; ifNoneMatch?: string | undefined }

/**
 * What the conditions of a write say. Of an entity tag only the version and the object count: the rest of it tells apart
 * representations in which the accounts of people differ, which no write of the object overwrites.
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

/** Refuses conditions of a request that changes many objects: unheeded, they would protect none of them. */
export function refuseConditions({ headers }: FastifyRequest): void {
  if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) return
  throw new Refusal('bad_request', {
    message:
      'If-Match and If-None-Match apply to one object. In a batch, use ifMatch and ifNoneMatch of an operation.',
  })
}

/** The versions of the strong entity tags of a list; a weak one matches nothing. */
function versionsOf(list: string): readonly SeenVersion[] | 'any' {
  const tags = parseEntityTags(list)
  if (tags === '*') return 'any'
  if (tags === undefined)
    throw new Refusal('bad_request', { message: 'If-Match must be a list of entity tags.' })
  return tags.flatMap(({ isWeak, tag }) => {
    const seen = isWeak ? undefined : readTag(tag)
    return seen ? [seen] : []
  })
}
