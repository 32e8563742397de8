// Rejects passwords that are easy to guess, as estimated by zxcvbn (https://zxcvbn-ts.github.io/zxcvbn).
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Four random words from a short list, and ten random characters, are harder to guess than this. */
const MIN_GUESSES = 1e12
/** Limits the time of a check. The first characters are enough to judge a longer password. */
const MAX_CHECKED_LENGTH = 64
/** With the default of 100, checking a long password takes half a second. */
const MAX_SUBSTITUTIONS = 10

/** Words of the product that are missing from zxcvbn's dictionaries, or rank low there. */
const productWords = `
lectern platform backoffice event events conference congress meeting festival speaker speakers organizer organiser
moderator attendee owner sponsor talk talks agenda program programme ticket welcome willkommen bienvenue
`
/** Long phrases that guessers try, but that zxcvbn reads as several unrelated words. */
const phrases = `
correcthorsebatterystaple thequickbrownfox thequickbrownfoxjumpsoverthelazydog tobeornottobe
tobeornottobethatisthequestion maytheforcebewithyou nevergonnagiveyouup iwanttobelieve openthedoorplease
supercalifragilistic supercalifragilisticexpialidocious loremipsum loremipsumdolor loremipsumdolorsitamet onceuponatime
happilyeverafter allyourbasearebelongtous itsasecrettoeverybody imnottellingyou nobodyknowsthis youshallnotpass
areyoukiddingme iforgotmypassword whatisthepassword enteryourpasswordhere
`
const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Whether a password is easy to guess. `inputs` are words that a guesser would try first, such as the name and e-mail
 * of the account. Case, separators, and common substitutions (0 for o) make no difference.
 */
export async function isEasyToGuess(password: string, inputs: readonly string[] = []): Promise<boolean> {
  estimator ??= loadEstimator()
  const zxcvbn = await estimator
  const words = [...new Set(inputs.flatMap(inputWords))]
  return [...spellingsOf(password)].some((text) => zxcvbn.check(text, words).guesses < MIN_GUESSES)
}

/** Loaded on first use, because the dictionaries take a tenth of a second and 20 MB. */
let estimator: Promise<ZxcvbnFactory> | undefined
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, productWords: wordsOf(productWords), phrases: wordsOf(phrases) },
    graphs: adjacencyGraphs,
    maxLength: MAX_CHECKED_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
}

/** The password as it is, without separators, and without any symbols. */
function spellingsOf(password: string): Set<string> {
  const text = password.normalize('NFKC')
  const withoutSeparators = text.replace(/[^\p{L}\p{N}@$!€]+/gu, '')
  const withoutSymbols = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return new Set([text, withoutSeparators, withoutSymbols])
}

/** The words of a name or e-mail, and all of them as one word. */
function inputWords(input: string): string[] {
  const words = input
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [...words, words.join('')].filter((word) => word.length >= 3)
}
