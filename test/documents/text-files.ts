// What is wrong with the files of texts, each as a sentence.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeholdersOf } from '../../scripts/text-types.ts'
import { keyOf } from '../../src/texts/texts.ts'

type Content = string | { readonly [key: string]: Content }
type Texts = { file: string; key: string; message: string }[]

/** `used` are the keys of the texts that sources use, such as `office.talks.title`. */
export function problemsOf(folder: string, used: ReadonlySet<string>): string[] {
  const english = textsIn(join(folder, 'en'))
  const others = readdirSync(folder).filter((name) => name !== 'en' && !name.includes('.'))
  return [
    ...english.flatMap((text) => invalid('en', text)),
    ...english.flatMap(({ file, key }) => {
      // The items of an array are used together.
      const path = [...file.split('/').map(keyOf), key].join('.').replace(/(?:\.\d+)+$/, '')
      return used.has(path) ? [] : [`en/${file}: nothing uses “${key}”`]
    }),
    ...others.flatMap((language) => differences(language, english, textsIn(join(folder, language)))),
  ]
}

function textsIn(folder: string): Texts {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  return files.sort().flatMap((file) => {
    const leaves = (content: Content, key: string): Texts =>
      typeof content === 'string'
        ? [{ file, key, message: content }]
        : Object.entries(content).flatMap(([name, part]) =>
            leaves(part, key === '' ? name : `${key}.${name}`),
          )
    return leaves(JSON.parse(readFileSync(join(folder, file), 'utf8')), '')
  })
}

function differences(language: string, english: Texts, translated: Texts): string[] {
  const byKey = (texts: Texts) => new Map(texts.map((text) => [`${text.file} ${text.key}`, text]))
  const [expected, found] = [byKey(english), byKey(translated)]
  return [
    ...[...expected].flatMap(([id, { file, key }]) =>
      found.has(id) ? [] : [`${language}/${file} has no text “${key}”`],
    ),
    ...[...found].flatMap(([id, text]) => {
      const original = expected.get(id)
      if (!original) return [`${language}/${text.file}: English has no text “${text.key}”`]
      const wrong = invalid(language, text)
      return wrong.length > 0 ? wrong : otherPlaceholders(language, text, original)
    }),
  ]
}

function otherPlaceholders(language: string, { file, key, message }: Texts[number], original: Texts[number]) {
  const [own, english] = [listed(message), listed(original.message)]
  return own === english ? [] : [`${language}/${file}: “${key}” has ${own}, but English has ${english}`]
}

function listed(message: string): string {
  try {
    const names = Object.entries(placeholdersOf(message)).map(([name, kind]) => `${name} (${kind})`)
    return names.sort().join(', ') || 'no values'
  } catch {
    return 'an invalid message'
  }
}

function invalid(language: string, { file, key, message }: Texts[number]): string[] {
  try {
    placeholdersOf(message)
    return []
  } catch (error) {
    return [`${language}/${file}: “${key}” is not a valid message: ${(error as Error).message}`]
  }
}
