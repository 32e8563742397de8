// The names that a TypeScript or JavaScript source introduces: everything but names of libraries and their members.

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
const TEMPLATE = /`(?:[^`\\]|\\[\s\S])*`/g
const LIBRARY_IMPORT = /^import\s+(?:type\s+)?([^;'"]*?)\s+from\s+'[^.'][^']*'/gm
// A name behind a dot belongs to the object before it, which introduces it elsewhere if it is ours.
const NAME = /(?<![.\w$])#?([A-Za-z_$][\w$]*)/g

/** Each name once. Expressions inside template strings count; strings and comments do not. */
export function namesIn(source: string): string[] {
  const fromLibraries = new Set(
    [...source.matchAll(LIBRARY_IMPORT)].flatMap(([, names = '']) => names.match(/[\w$]+/g) ?? []),
  )
  const code = source
    .replace(COMMENT, ' ')
    .replace(STRING, "''")
    .replace(TEMPLATE, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    )
  const names = [...code.matchAll(NAME)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !fromLibraries.has(name))
}

/** The words of a name in any style: `highWater`, `high-water`, and `HIGH_WATER` are `high`, `water`. */
export const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())
