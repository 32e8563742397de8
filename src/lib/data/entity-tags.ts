// Entity tags in If-Match and If-None-Match (RFC 9110, sections 8.8.3 and 13.1).

export type EntityTag = { isWeak: boolean; tag: string }

// RFC 9110 section 8.8.3: etagc is any visible ASCII character but the quote, and obs-text.
const TAG = /^[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/

/** The entity tags of a header, without their quotes; `*` for any; undefined for what is neither. */
export function parseEntityTags(header: string): EntityTag[] | '*' | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  let rest = header.replace(/^[ \t,]+/, '')
  while (rest !== '') {
    const found = TAG.exec(rest)
    if (!found) return undefined
    tags.push({ isWeak: found[1] !== undefined, tag: found[2] ?? '' })
    // RFC 9110 section 5.6.1: empty elements of a list are to be ignored.
    rest = rest.slice(found[0].length).replace(/^[ \t,]+/, '')
  }
  return tags.length > 0 ? tags : undefined
}

/** Whether an If-None-Match names the tag, by the weak comparison (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const tags = header === undefined ? undefined : parseEntityTags(header)
  return tags === '*' || (tags?.some((named) => named.tag === tag) ?? false)
}

export type Versioned = { id: string; version: number }
/** A version, and where it is known the end of the id: what is made in the place of something else begins at 1 again. */
export type SeenVersion = { version: number; idEnd?: string | undefined }

const ID_CHARACTERS = 8
/** Of the base64url of 16 bytes. */
export const DIGEST_CHARACTERS = 22
// The tag of an object as it is answered, or a version alone, as it stands in the object.
const OBJECT_TAG = /^([1-9]\d{0,14})(?:-([0-9a-f]{8})[\w-]{22})?$/

/** What the entity tag of an object begins with; the digest of its representation follows. */
export const startOfTag = ({ id, version }: Versioned): string => `${version}-${id.slice(-ID_CHARACTERS)}`

/** What an entity tag says of an object; undefined where it is none of ours. */
export function readTag(tag: string): SeenVersion | undefined {
  const [, version, idEnd] = OBJECT_TAG.exec(tag) ?? []
  return version === undefined ? undefined : { version: Number(version), idEnd }
}
