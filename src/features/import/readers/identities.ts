// Identifiers for rows without one, made from the name of the row, so that a row gets the same identifier in every
// import.

import { createHash } from 'node:crypto'
import { slugify } from '../../../kernel/lib/text/slugs.ts'

const MAX_SLUG_LENGTH = 100
const HASH_LENGTH = 16

/** Makes identifiers in row order. A second row with the same name gets the number 2, and so on. */
export function identityMaker(): (name: string) => string {
  const seen = new Map<string, number>()
  return (name) => {
    const slug = slugOf(name.trim())
    const count = (seen.get(slug) ?? 0) + 1
    seen.set(slug, count)
    return count === 1 ? slug : `${slug}-${count}`
  }
}

/** Names that would share a slug, or have none, also get their hash. E-mails are only hashed. */
function slugOf(name: string): string {
  const slug = name.includes('@') ? '' : slugify(name, MAX_SLUG_LENGTH)
  const isWhole = slug !== '' && slug.length < MAX_SLUG_LENGTH
  return isWhole ? slug : [slug, hashOf(name)].filter((part) => part !== '').join('-')
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, HASH_LENGTH)
