// Entity tags in If-Match and If-None-Match (RFC 9110, sections 8.8.3 and 13.1).

export type EntityTag = { isWeak: boolean; tag: string }

// RFC 9110 section 8.8.3: etagc is obs-text or any visible ASCII character except the quote.
const TAG = /^[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/

/** The entity tags of a header, without quotes; `*` for any tag; undefined for an invalid header. */
export function parseEntityTags(header: string): EntityTag[] | '*' | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  let rest = header.replace(/^[ \t,]+/, '')
  while (rest !== '') {
    const found = TAG.exec(rest)
    if (!found) return undefined
    tags.push({ isWeak: found[1] !== undefined, tag: found[2] ?? '' })
    // RFC 9110 section 5.6.1: recipients ignore empty list elements.
    rest = rest.slice(found[0].length).replace(/^[ \t,]+/, '')
  }
  return tags.length > 0 ? tags : undefined
}

/** Whether an If-None-Match header contains the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = header === undefined ? undefined : parseEntityTags(header)
  return tags === '*' || (tags?.some((named) => named.tag === tag) ?? false)
}

export type Versioned = { id: string; version: number }
/**
 * A version and, if known, the end of the ID, because an object that is deleted and created again restarts at version
 * 1.
 */
export type ExpectedVersion = { version: number; idEnd?: string | undefined }

const ID_CHARACTERS = 8
/** The length of 16 bytes in base64url. */
export const DIGEST_CHARACTERS = 22
// The entity tag of an object as in a response to a GET, or without the digest as in one to a write, or only a version, as
// in the object itself.
const OBJECT_TAG = /^([1-9]\d{0,14})(?:-([0-9a-f]{8})(?:[\w-]{22})?)?$/

/** The start of an object's entity tag. The digest of its representation follows. */
export const startOfTag = ({ id, version }: Versioned): string => `${version}-${id.slice(-ID_CHARACTERS)}`

/** The version in an entity tag; undefined if the tag does not have our format. */
export function readTag(tag: string): ExpectedVersion | undefined {
  const [, version, idEnd] = OBJECT_TAG.exec(tag) ?? []
  return version === undefined ? undefined : { version: Number(version), idEnd }
}
