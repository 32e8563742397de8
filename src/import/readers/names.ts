// Splits a display name into the first and last name that the API requires.

/**
 * The last name of a person with a single name. It contains no letters or digits, so it does not appear in usernames
 * (`kasa#1234`), and pages leave it out.
 */
export const noLastName = '·'

export type PersonName = { firstName: string; lastName: string }

/**
 * “Lindqvist, Ada” has the last name first. Otherwise, the last word is the last name, together with particles before
 * it (“van Sprundel”, “de la Cruz”) and a suffix after it (“Sanders DDS”). Everything else is the first name, including
 * nicknames in brackets or quotes or with an @. A single word is the first name, and the last name is {@link
 * noLastName}. Academic titles and forms of address are left out, unless only one word would remain (“Dr. Who”).
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

const suffixes = new Set(
  'Jr Jr. Sr Sr. II III IV PhD Ph.D. MD M.D. DDS DVM MBA MSc M.Sc. BSc B.Sc. LL.M. Esq Esq.'.split(' '),
)

// German titles include the faculty: “Dr. rer. nat.”, “Prof. Dr. med. habil.”.
const titles =
  /^\s*(?:PD(?=\s+Dr)|(?:Univ\.-?|Hon\.-?)?(?:Prof(?:essor(?:in)?)?|D?Dr)\.?|Dr\.-Ing\.|(?:Mag|Ing|Dipl\.?-\p{L}+)\.|(?:Mrs?|Ms|Mx)\.?|Herr|Frau)(?=\s)(?:\s+(?:rer|nat|med|phil|jur|oec|techn|habil|theol|pol|dent|vet|mult|univ|h\.\s?c|e\.\s?h)\.)*\s/iu
