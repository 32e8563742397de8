// The attributes of an entry that must not replace what people have entered.

import type { Attributes } from './programme.ts'

/**
 * JSON Pointers to the attributes that the file leaves empty. `emptied` are those whose value does not show that, such as
 * `false` for an empty cell.
 */
export function emptyAttributes(body: Attributes, emptied: readonly string[] = []): string[] {
  const empty = Object.entries(body).flatMap(([name, value]) => {
    if (isEmpty(value)) return [`/${name}`]
    if (typeof value !== 'object' || Array.isArray(value)) return []
    return Object.entries(value ?? {}).flatMap(([inner, one]) => (isEmpty(one) ? [`/${name}/${inner}`] : []))
  })
  return [...new Set([...empty, ...emptied])]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
