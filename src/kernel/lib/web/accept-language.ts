// Chooses a language by the header Accept-Language (RFC 9110, section 12.5.4).

/** No browser sends longer lists. */
const MAX_RANGES = 50

type LanguageRange = { range: string; weight: number }

/**
 * The language tag that the client prefers among those offered, or undefined if it accepts none of them. Matches by
 * lookup (RFC 4647, section 3.4): `de-AT` finds `de`. `*` finds the first tag that no other range names.
 */
export function preferredLanguage<T extends string>(
  header: string | undefined,
  offered: readonly T[],
): T | undefined {
  const ranges = rangesOf(header ?? '')
  const isRefused = (tag: T) => ranges.some(({ range, weight }) => weight === 0 && range === tag)
  const isNamed = (tag: T) => ranges.some(({ range }) => lookUp(range, [tag]) !== undefined)
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { range } of wanted) {
    const found = range === '*' ? offered.find((tag) => !isNamed(tag)) : lookUp(range, offered)
    if (found !== undefined && !isRefused(found)) return found
  }
  return undefined
}

const rangesOf = (header: string): LanguageRange[] =>
  header
    .toLowerCase()
    .split(',', MAX_RANGES)
    .map((item) => item.split(';').map((part) => part.trim()))
    .map(([range = '', ...parameters]) => ({ range, weight: weightOf(parameters) }))
    .filter(({ range }) => range !== '')

/** 1 if there is no weight, and 0 for a malformed weight, so that a mistake never becomes a preference. */
function weightOf(parameters: readonly string[]): number {
  const [text] = parameters.filter((parameter) => parameter.startsWith('q='))
  if (text === undefined) return 1
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text.slice(2)) : 0
}

/** Drops the last subtags of the range until it matches one of the tags. */
function lookUp<T extends string>(range: string, offered: readonly T[]): T | undefined {
  for (let rest = range; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    const found = offered.find((tag) => tag.toLowerCase() === rest)
    if (found !== undefined) return found
  }
  return undefined
}
