// Splits a display name into the first and last name that the API requires.

/**
 * The last name of a person with a single name. It contains no letters or digits, so it does not appear in usernames
 * (`kasa#1234`), and pages leave it out.
 */
export const noLastName = '·'

export type PersonName = { firstName: string; lastName: string }

/**
 * The last word is the last name, together with particles before it (“van Sprundel”, “de la Cruz”) and a suffix after it
 * (“Sanders DDS”). Everything else is the first name, including nicknames in brackets or quotes or with an @. A single
 * word is the first name, and the last name is {@link noLastName}.
 */
export function splitName(displayName: string): PersonName {
  const words = displayName.trim().match(wordPattern) ?? []
  const plain = words.flatMap((word, index) => (asidePattern.test(word) ? [] : [{ word, index }]))
  if (plain.length < 2) return { firstName: words.join(' '), lastName: noLastName }
  const start = findLastName(plain.map(({ word }) => word))
  const lastName = plain.slice(start)
  const taken = new Set(lastName.map(({ index }) => index))
  return {
    firstName: words.filter((_, index) => !taken.has(index)).join(' '),
    lastName: lastName.map(({ word }) => word).join(' '),
  }
}

function findLastName(words: string[]): number {
  let start = words.length - 1
  if (start >= 2 && suffixes.has(words[start] ?? '')) start -= 1
  while (start >= 2 && particles.has((words[start - 1] ?? '').toLowerCase())) start -= 1
  return start
}

// Asides are separate words. Brackets inside a word (“Jo(h)n”) are part of it.
const wordPattern = /(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|'[^'\s]+')(?=\s|$)|\S+/gu
const asidePattern = /^(?:\(.*\)|\[.*\]|".*"|“.*”|„.*[“”]|«.*»|'.*'|@.*)$/su

const particles = new Set(
  "von vom van der den het de del della dela dello di da dal do dos das du des la le las los lo ten ter te tot zu zum zur af av al el bin bint ibn ben abu ap y e 't".split(
    ' ',
  ),
)

const suffixes = new Set('Jr Jr. Sr Sr. II III IV PhD Ph.D. MD M.D. DDS DVM MBA Esq Esq.'.split(' '))
