// If-Match and If-None-Match on writes (RFC 9110, sections 13.1.1 and 13.1.2): what the caller has seen of the object.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../domain/errors.ts'
import type { Seen } from '../domain/versions.ts'
import { parseEntityTags, readTag, type SeenVersion } from '../lib/entity-tags.ts'

/**
 * What the headers of a request say. Of an entity tag only the version and the object count: the rest of it tells apart
 * representations in which the accounts of people differ, which no write of the object overwrites.
 */
export function seenBy({ headers }: FastifyRequest): Seen {
  const absent = headers['if-none-match']
  if (absent !== undefined && absent.trim() !== '*') {
    throw new Refusal('bad_request', {
      message: 'If-None-Match of a write can only be *, for “create, never update”.',
    })
  }
  return {
    ...(headers['if-match'] === undefined ? {} : { versions: versionsOf(headers['if-match']) }),
    ...(absent === undefined ? {} : { isAbsent: true }),
  }
}

/** The versions of the strong entity tags of a list; a weak one matches nothing. */
export function versionsOf(list: string): readonly SeenVersion[] | 'any' {
  const tags = parseEntityTags(list)
  if (tags === '*') return 'any'
  if (tags === undefined)
    throw new Refusal('bad_request', { message: 'If-Match is not a list of entity tags.' })
  return tags.flatMap(({ isWeak, tag }) => {
    const seen = isWeak ? undefined : readTag(tag)
    return seen ? [seen] : []
  })
}
