// The language of the project: names and texts use the terms of docs/glossary.md and plain American English.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, parse } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namesIn, wordsOf } from './source-names.ts'

const PROJECT = join(import.meta.dirname, '../..')
const GLOSSARY = 'docs/glossary.md'
const SELF = 'test/documents/glossary.test.ts'

/** Names that contain a replaced term and have to stay. */
const ALLOWED_NAMES: Record<string, string> = {
  everyone: 'value of the setting that says who can watch talks',
  onSettled: 'hook of the generated TypeScript client',
  backoffice: 'path of the Back Office, in regular expressions',
  hasSecondFactor: 'attribute in the export of personal data and in the JSON output of the command line',
  second_factor_turned_on: 'type of an event in the audit log',
  second_factor_turned_off: 'type of an event in the audit log',
}

/** Files that may contain phrases, and why. */
const ALLOWED_TEXTS: Record<string, { phrases: string[]; reason: string }> = {
  [GLOSSARY]: { phrases: ['*'], reason: 'lists what the terms replace' },
  [SELF]: { phrases: ['*'], reason: 'lists what it looks for' },
  'docs/openapi-released.json': {
    phrases: ['*'],
    reason: 'the document of the last release is never changed',
  },
  'src/import/readers/csv-attributes.ts': {
    phrases: ['colour', 'organisation'],
    reason: 'tables may have British headers',
  },
  'src/domain/access/two-factor.ts': {
    phrases: ['second factor'],
    reason: 'the purpose under which stored secrets are encrypted',
  },
  'src/lib/security/password-strength.ts': {
    phrases: ['organiser'],
    reason: 'a word that passwords are made of',
  },
}

/** What does not belong in a text, and what to write instead. */
const PHRASES: Record<string, string> = {
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  mending: 'fixing',
  'a hole': 'a vulnerability',
  whoever: 'anyone who, the user, if … is lost',
  'is told': 'gets, receives, is called with',
  'are told': 'get, receive',
  'was told': 'got, received',
  'be told': 'get, receive, be notified',
  'told of': 'notified of, events',
  'tells of': 'reports, shows',
  thereof: 'of it',
  whereof: 'of which',
  whereby: 'so that, by which',
  hereby: '(leave it out)',
  'goes on': 'continues',
  'go on': 'continue',
  'going on': 'continuing',
  anew: 'again',
  'to be had': 'available',
  'again never': 'cannot be retrieved later',
  'that which': 'what',
  'of which none': 'none of which',
  'where there is': 'if there is',
  'where there are': 'if there are',
  'from then on': 'after that',
  'as against': 'unlike',
  'under way': 'in progress',
  'the same again': 'again, confirm',
  'take it away': 'remove',
  'least length': 'minimum length',
  'is not as': 'does not match',
  'read this picture': 'scan this QR code',
  'near their end': 'expiring soon',
  'no talk is like this': 'no matching talks',
  'form of another site': 'cross-site request',
  'for ever': 'forever',
  'lower-case': 'lowercase',
  'upper-case': 'uppercase',
  afterwards: 'afterward, after that',
  towards: 'toward',
  whilst: 'while',
  amongst: 'among',
  colour: 'color',
  colours: 'colors',
  coloured: 'colored',
  behaviour: 'behavior',
  favour: 'favor',
  favourite: 'favorite',
  honour: 'honor',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
  catalogue: 'catalog',
  catalogues: 'catalogs',
  centre: 'center',
  theatre: 'theater',
  licence: 'license',
  grey: 'gray',
  cancelled: 'canceled',
  cancelling: 'canceling',
  labelled: 'labeled',
  modelled: 'modeled',
  signalled: 'signaled',
  travelled: 'traveled',
  artefact: 'artifact',
  analyse: 'analyze',
  analysed: 'analyzed',
  apologise: 'apologize',
  apologises: 'apologizes',
  authorise: 'authorize',
  authorised: 'authorized',
  customise: 'customize',
  initialise: 'initialize',
  initialised: 'initialized',
  minimise: 'minimize',
  maximise: 'maximize',
  normalise: 'normalize',
  normalised: 'normalized',
  optimise: 'optimize',
  optimised: 'optimized',
  organise: 'organize',
  organised: 'organized',
  organiser: 'organizer',
  organisers: 'organizers',
  organisation: 'organization',
  prioritise: 'prioritize',
  recognise: 'recognize',
  recognised: 'recognized',
  recognises: 'recognizes',
  sanitise: 'sanitize',
  sanitised: 'sanitized',
  serialise: 'serialize',
  serialised: 'serialized',
  summarise: 'summarize',
  synchronise: 'synchronize',
  synchronised: 'synchronized',
  utilise: 'use',
}

/** The value of the API and of calendars (RFC 5545) in code, such as `'cancelled'`, `cancelled:`, and `.cancelled`. */
const VALUE = /['"`=.:]cancelled\b|\bcancelled(?=['"`:])|\bCANCELLED\b/g

type Terms = { words: string[]; wholeNames: Set<string>; phrases: string[] }

/** The words of the last column of all tables. */
function replacedTerms(glossary: string): Terms {
  const cells = glossary.split('\n').flatMap((line) => /^\|.*\|([^|]*)\|$/.exec(line)?.[1] ?? [])
  const quoted = (pattern: RegExp) =>
    cells.flatMap((cell) => [...cell.matchAll(pattern)].map(([, term = '']) => term))
  const names = quoted(/`([^`]+)`/g)
  const bold = quoted(/\*\*`([^`]+)`\*\*/g)
  const isWord = (name: string) => name === name.toLowerCase() && !bold.includes(name)
  return {
    words: names.filter(isWord),
    wholeNames: new Set(names.filter((name) => !isWord(name))),
    phrases: quoted(/“([^”]+)”/g),
  }
}

/** The replaced terms in a name: as whole words, or as the whole name. */
function termsIn(name: string, { words, wholeNames }: Terms): string[] {
  const spaced = ` ${wordsOf(name).join(' ')} `
  return [...words.filter((word) => spaced.includes(` ${word} `)), ...(wholeNames.has(name) ? [name] : [])]
}

/** The phrases in a text, in any case, as whole words, also across a line break of a comment. */
function phrasesIn(text: string, phrases: readonly string[]): string[] {
  const flat = text
    .replace(VALUE, '')
    .toLowerCase()
    .replace(/\s+(?:\/\/|\*|#)?\s*/g, ' ')
  return phrases.filter(
    (phrase) => flat.includes(phrase) && new RegExp(`(?<![\\w-])${phrase}(?![\\w-])`).test(flat),
  )
}

const terms = replacedTerms(readFileSync(join(PROJECT, GLOSSARY), 'utf8'))
const phrases = [...new Set([...terms.phrases, ...Object.keys(PHRASES)])]

const FOLDERS = ['bench', 'clients', 'docs', 'scripts', 'src', 'test']
const files = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  ),
  ...readdirSync(PROJECT).filter((file) => file !== 'package-lock.json'),
].filter(
  (file) => /\.(?:ts|tsx|js|css|py|md|json|yaml)$/.test(file) && !/\b(?:node_modules|dist)\b/.test(file),
)
/** The texts of pages in other languages. */
const isTranslation = (file: string) => /^src\/web\/messages\/(?!en\/)\w+\//.test(file)
const readSource = (file: string) => readFileSync(join(PROJECT, file), 'utf8')

describe('the glossary', () => {
  test('lists the words that its terms replace', () => {
    expect(terms.words).toContain('second factor')
    expect([...terms.wholeNames]).toEqual(expect.arrayContaining(['Seen', 'NOBODY', 'alone']))
    expect(terms.phrases).toContain('set-up')
  })

  test('is used by all names in the sources', () => {
    const sources = files.filter((file) => /\.(?:ts|tsx|js)$/.test(file) && !file.endsWith('generated.ts'))
    const found = sources.flatMap((file) =>
      namesIn(readSource(file)).flatMap((name) =>
        name in ALLOWED_NAMES || file === SELF
          ? []
          : termsIn(name, terms).map((term) => `${file}: ${name} (${term})`),
      ),
    )
    expect(found).toEqual([])
  })

  test('is used by all file names', () => {
    const found = files.flatMap((file) =>
      basename(file) in ALLOWED_NAMES
        ? []
        : [...new Set([file, parse(file).name].flatMap((name) => termsIn(name, terms)))].map(
            (term) => `${file} (${term})`,
          ),
    )
    expect(found).toEqual([])
  })

  test.each([
    ['a word in a name', 'const deliveryLane = 1', 'lane'],
    ['several words in a name', 'type SecondFactorState = 1', 'second factor'],
    ['a constant', 'const SECOND_FACTOR = 1', 'second factor'],
    ['a private member', 'class A { #duty = 1 }', 'duty'],
    ['a name in a template string', `const a = \`\${isSealed}\``, 'sealed'],
    ['a whole name', 'type Seen = 1', 'Seen'],
    ['a whole name in lowercase', 'const alone = true', 'alone'],
  ])('is enforced for %s', (_what, source, term) => {
    expect(namesIn(source).flatMap((name) => termsIn(name, terms))).toEqual([term])
  })

  test.each([
    ['a longer word', 'const planet = 1'],
    ['a name that contains a whole name', 'const [lastSeenAt, isAlone] = [1, true]'],
    ['a name of a library', "import { existsSync, type Sync } from 'node:fs'"],
    ['a member of a library', 'await Promise.purge()'],
    ['a string or comment', "const a = 'lane' // the duty\n/* sealed */"],
  ])('allows %s', (_what, source) => {
    expect(namesIn(source).flatMap((name) => termsIn(name, terms))).toEqual([])
  })
})

describe('texts', () => {
  test('use plain American English and the terms of the glossary', () => {
    const found = files.flatMap((file) => {
      const allowed = ALLOWED_TEXTS[file]?.phrases ?? []
      if (allowed.includes('*') || isTranslation(file)) return []
      return phrasesIn(readSource(file), phrases)
        .filter((phrase) => !allowed.includes(phrase))
        .map((phrase) => `${file}: “${phrase}” → ${PHRASES[phrase] ?? 'see the glossary'}`)
    })
    expect(found).toEqual([])
  })

  test.each([
    ['a phrase', 'Whoever lost it', ['whoever']],
    ['a phrase across lines of a comment', '// The stream goes\n// on.', ['goes on']],
    ['a spelling', 'The Colour is grey.', ['colour', 'grey']],
    ['a term of the glossary', 'the second factor', ['second factor']],
    ['an answer that is a response', 'a route without a 2xx answer', ['2xx answer']],
    ['nothing in a longer word', 'recommended, ongoing on-site', []],
  ])('that contain %s are found', (_what, text, expected) => {
    expect(phrasesIn(text, phrases).sort()).toEqual([...expected].sort())
  })
})
