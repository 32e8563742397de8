// Splits a display name into the first and last name that the API requires.

/**
 * The last name of a person with a single name. It contains no letters or digits, so it does not appear in usernames
 * (`kasa#1234`), and pages leave it out.
 */
export const noLastName = '·'

export type PersonName = { firstName: string; lastName: string }

/**
 * “Lindqvist, Ada” has the last name first. Otherwise, the last word is the last name, together with particles before
 * it (“van Sprundel”, “de la Cruz”) and what follows it: a suffix (“Sanders DDS”), nicknames and pronouns in brackets
 * or quotes or with an @ (“Sample (she/her)”), and what a sign separates (“Sample @ Acme”). Everything else is the first
 * name. A single word is the first name, and the last name is {@link noLastName}. Academic titles and forms of address are left out, unless only one word would remain (“Dr. Who”).
 */
export function splitName(displayName: string): PersonName {
  const [last = '', first = '', ...more] = displayName.split(',').map((part) => part.trim())
  const isInverted = last !== '' && first !== '' && more.length === 0 && !isNameSuffix(first)
  if (!isInverted || /[([<"“„«]/.test(displayName)) return splitTitled(displayName)
  const [lastName, firstName] = [withoutTitles(last), withoutTitles(`${first} `)]
  return firstName === '' ? splitInOrder(lastName) : { firstName, lastName }
}

/** Splits the name without its titles if more than one word remains. */
function splitTitled(displayName: string): PersonName {
  const plain = splitInOrder(withoutTitles(displayName))
  return plain.lastName === noLastName ? splitInOrder(displayName) : plain
}

/** Whether a part after a comma belongs to the name before it: “Ada Sample, PhD”. */
export const isNameSuffix = (text: string): boolean => suffixes.has(text)

/** The text after its leading titles. */
function withoutTitles(text: string): string {
  let rest = text
  for (let match = titles.exec(rest); match !== null; match = titles.exec(rest))
    rest = rest.slice(match[0].length)
  return rest.trim()
}

function splitInOrder(displayName: string): PersonName {
  const words = displayName.trim().match(wordPattern) ?? []
  const sign = words.findIndex((word, index) => index > 0 && signPattern.test(word))
  const own = sign === -1 ? words : words.slice(0, sign)
  const plain = own.flatMap((word, index) => (asidePattern.test(word) ? [] : [{ word, index }]))
  if (plain.length < 2) return { firstName: words.join(' '), lastName: noLastName }
  const start = plain[findLastName(plain.map(({ word }) => word))]?.index ?? 0
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') }
}

function findLastName(words: string[]): number {
  let start = words.length - 1
  if (start >= 2 && suffixes.has(words[start] ?? '')) start -= 1
  while (start >= 2 && isParticle(words, start - 1)) start -= 1
  return start
}

/** “und” is one between two others: “von und zu”. */
function isParticle(words: string[], at: number): boolean {
  const has = (index: number) => particles.has((words[index] ?? '').toLowerCase())
  return has(at) || (words[at] === 'und' && has(at - 1) && has(at + 1))
}

// Asides are separate words. Brackets inside a word (“Jo(h)n”) are part of it.
const wordPattern = /(?:\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|'[^'\s]+')(?=\s|$)|\S+/gu
const asidePattern = /^(?:\(.*\)|\[.*\]|".*"|“.*”|„.*[“”]|«.*»|'.*'|@.*)$/su

// What follows is not part of the name: “Ada Sample @ Acme”, “Ada Sample – Acme Ltd”.
const signPattern = /^[@|–—-]$/

const particles = new Set(
  "von vom van der den het de del della dela dello di da dal do dos das du des la le las los lo ten ter te tot zu zum zur af av al el bin bint ibn ben abu ap y e 't".split(
    ' ',
  ),
)

const suffixes = new Set(
  'Jr Jr. Sr Sr. II III IV PhD Ph.D. MD M.D. DDS DVM MBA MSc M.Sc. BSc B.Sc. LL.M. Esq Esq.'.split(' '),
)

// German titles include the faculty: “Dr. rer. nat.”, “Prof. Dr. med. habil.”.
const titles =
  /^\s*(?:PD(?=\s+Dr)|(?:Univ\.-?|Hon\.-?)?(?:Prof(?:essor(?:in)?)?|D?Dr)\.?|Dr\.-Ing\.|(?:Mag|Ing|Dipl\.?-\p{L}+)\.|(?:Mrs?|Ms|Mx)\.?|Herr|Frau)(?=\s)(?:\s+(?:rer|nat|med|phil|jur|oec|techn|habil|theol|pol|dent|vet|mult|univ|h\.\s?c|e\.\s?h)\.)*\s/iu
