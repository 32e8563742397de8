// Splits a cell with the names of several people. A comma can separate people, or a last name from a first name.

import { isEmail } from '../../../kernel/lib/text/email.ts'
import { SIGNS, splitAt, splitCell } from './csv-cells.ts'
import { isNameSuffix } from './names.ts'

/**
 * Splits at the separator of the mapping, or at semicolons, vertical bars, and newlines. A cell with only commas is
 * split if its e-mails, or those of the row (`addresses` is their number), show where a person ends.
 * @returns undefined if the cell can contain one person or several.
 */
export function splitNames(
  cell: string,
  { separator, addresses }: { separator: string | undefined; addresses: number },
): string[] | undefined {
  if (separator !== undefined || SIGNS.test(cell)) return splitCell(cell, { separator, atCommas: false })
  const parts = withSuffixes(splitAt(withCommas(cell), ','))
  if (parts.length < 2) return parts
  if (parts.some(endsPerson)) return groupByAddress(parts)
  if (addresses === 0) return separatePeople(parts)
  if (addresses === 1) return joinPerson(parts)
  if (parts.length === 2 * addresses)
    return Array.from({ length: addresses }, (_, index) => parts.slice(2 * index, 2 * index + 2).join(', '))
  return parts
}

// “von und zu” is part of one name.
const CONJUNCTION = /(?<!\bvon)\s+(?:and|und|sowie|et|&|\+|\/)\s+(?!zu\s)/i

/** “Ada Sample und Bo Muster” are two people, because both have a first and a last name. */
function withCommas(cell: string): string {
  const parts = cell.split(CONJUNCTION)
  const isList = parts.every((part) => part.split(',').every((name) => hasSeveralWords(name.trim())))
  return isList ? parts.join(', ') : cell
}

/** Joins “PhD” to the name before it. */
function withSuffixes(parts: string[]): string[] {
  const people: string[] = []
  for (const part of parts) {
    const before = isNameSuffix(part) ? people.pop() : undefined
    people.push(before === undefined ? part : `${before}, ${part}`)
  }
  return people
}

/** “Ada Sample <ada@example.org>” or “ada@example.org”. */
const endsPerson = (part: string): boolean => /<[^<>]+>$/.test(part) || isEmail(part)

function groupByAddress(parts: string[]): string[] | undefined {
  const end = parts.findLastIndex(endsPerson) + 1
  const ends = parts.flatMap((part, index) => (endsPerson(part) ? [index + 1] : []))
  const groups = ends.map((to, index) => joinPerson(parts.slice(ends[index - 1] ?? 0, to)))
  const people = [...groups, ...(separatePeople(parts.slice(end)) ?? [undefined])]
  return people.every((person) => person !== undefined) ? people.flat() : undefined
}

/** People with first and last names. A single word could be the last name that belongs to the next part. */
const separatePeople = (parts: string[]): string[] | undefined =>
  parts.length < 2 || parts.every(hasSeveralWords) ? parts : undefined

/** Joins “Lindqvist, Ada”. Two whole names, or a name and an e-mail, may not be one person. */
function joinPerson(parts: string[]): string[] | undefined {
  if (parts.length === 1) return parts
  const isSure = parts.length === 2 && !parts.every(hasSeveralWords) && !parts.some(isEmail)
  return isSure ? [parts.join(', ')] : undefined
}

const hasSeveralWords = (part: string): boolean => /\S\s+[^\s<]/.test(part)
