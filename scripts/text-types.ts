// Writes the sources that follow from the files of src/texts: the list of languages, and the type of the texts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { type MessageTree, readMessages } from '../src/texts/texts.ts'

const SRC = new URL('../src/', import.meta.url)

export function writeTextTypes(): void {
  for (const [path, source] of Object.entries(textSources())) {
    const file = new URL(path, SRC)
    if (readFileSync(file, 'utf8') !== source) writeFileSync(file, source)
  }
}

/** By path below src/. */
export const textSources = (): Record<string, string> => ({
  'kernel/schema/languages.ts': languageList(),
  'texts/types.ts': textTypes(readMessages(new URL('texts/en/', SRC))),
})

function languageList(): string {
  const folders = readdirSync(new URL('texts/', SRC)).filter((name) => !name.includes('.'))
  const languages = ['en', ...folders.filter((name) => name !== 'en').sort()]
  return `// The languages of pages and e-mails: the folders of src/texts. Written by scripts/text-types.ts.

/** By language tag (BCP 47). */
export const languages = [${languages.map((tag) => `'${tag}'`).join(', ')}] as const
export type Language = (typeof languages)[number]
`
}

const textTypes = (english: MessageTree): string =>
  `// The type of the texts, which follows from the English ones. Written by scripts/text-types.ts.
import type { TaggedText, Text } from './texts.ts'

export type Texts = ${typeOf(english)}
`

function typeOf(tree: string | MessageTree, indent = ''): string {
  if (typeof tree === 'string') return typeOfMessage(tree)
  if (Array.isArray(tree)) return `readonly [${tree.map((part) => typeOf(part, indent)).join(', ')}]`
  const members = Object.entries(tree).map(([key, part]) => {
    const name = /^\w+$/.test(key) ? key : `'${key}'`
    return `${indent}  ${name}: ${typeOf(part, `${indent}  `)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function typeOfMessage(message: string): string {
  const placeholders = Object.entries(placeholdersOf(message))
  const named = (wanted: Placeholder) =>
    placeholders.flatMap(([name, kind]) => (kind === wanted ? `'${name}'` : [])).join(' | ') || 'never'
  if (placeholders.length === 0) return 'string'
  const [tags, parameters] = [named('tag'), `${named('value')}, ${named('number')}`]
  const text = tags === 'never' ? `Text<${parameters}>` : `TaggedText<${tags}, ${parameters}>`
  // The parameters that are not named are never.
  return text.replace(/(?:, never)+>$/, '>')
}

export type Placeholder = 'value' | 'number' | 'tag'

/** What a message contains besides words, by name. Throws if the message is not valid. */
export function placeholdersOf(message: string): Record<string, Placeholder> {
  const found: Record<string, Placeholder> = {}
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      const kind = kindOf(element.type)
      if (kind !== 'value') found[element.value] = kind
      else found[element.value] ??= kind
      if (element.type === TYPE.tag) visit(element.children)
      if ('options' in element) for (const option of Object.values(element.options)) visit(option.value)
    }
  }
  visit(parse(message))
  return found
}

function kindOf(type: TYPE): Placeholder {
  if (type === TYPE.tag) return 'tag'
  return type === TYPE.argument || type === TYPE.select ? 'value' : 'number'
}
