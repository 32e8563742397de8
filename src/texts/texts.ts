// The texts of a language: ICU messages in JSON, one file per area.
import { readdirSync, readFileSync } from 'node:fs'
import { isLiteralElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import type { ComponentChildren } from 'preact'
import { programFile } from '../kernel/lib/program-files.ts'
import { isolated } from '../kernel/lib/text/bidi.ts'
import type { Texts } from './types.ts'

/** A text with these values; several strings make a list. With elements among the values, the text is elements, too. */
export type Text<Values extends string, Numbers extends string = never> = {
  (values: Record<Values, Value> & Record<Numbers, number>): string
  (values: Record<Values, Value | ComponentChildren> & Record<Numbers, number>): ComponentChildren
}

/** A text in which functions render the parts between tags: `<link>Sign in</link>`. */
export type TaggedText<Tags extends string, Values extends string = never, Numbers extends string = never> = (
  values: Record<Tags, Wrap> & Record<Values, Value | ComponentChildren> & Record<Numbers, number>,
) => ComponentChildren

/** Renders a part of a text inside an element, such as a link: `(text) => <a href="/sign-in">{text}</a>`. */
export type Wrap = (text: ComponentChildren) => ComponentChildren

type Value = string | number | readonly string[]

/** Messages by key, as in the files. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

export const readTexts = (language: string): Texts =>
  // The check compares the messages with the types.
  compileAll(readMessages(programFile(`texts/${language}/`)), createCompiler(language)) as unknown as Texts

/** The areas of a folder, and of the folders in it. */
export const readMessages = (folder: URL): MessageTree =>
  Object.fromEntries(
    readdirSync(folder).map((name) => {
      const isFile = name.endsWith('.json')
      const url = new URL(isFile ? name : `${name}/`, folder)
      return [keyOf(name), isFile ? JSON.parse(readFileSync(url, 'utf8')) : readMessages(url)]
    }),
  )

/** The key of an area by the name of its file or folder: `signIn` for `sign-in.json`. */
export const keyOf = (name: string): string =>
  name.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

type CompiledText = string | ((values: Record<string, unknown>) => unknown)
type CompiledTree = CompiledText | readonly CompiledTree[] | { readonly [key: string]: CompiledTree }

function compileAll(tree: string | MessageTree, compile: (message: string) => CompiledText): CompiledTree {
  if (typeof tree === 'string') return compile(tree)
  if (Array.isArray(tree)) return tree.map((part) => compileAll(part, compile))
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, compileAll(part, compile)]))
}

/** Makes a string of a message without values, and a function of others, which are parsed when they are first used. */
function createCompiler(language: string): (message: string) => CompiledText {
  const [numbers, plurals] = [new Intl.NumberFormat(language), new Intl.PluralRules(language)]
  const lists = new Intl.ListFormat(language)
  const formatters = {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) =>
      options ? new Intl.NumberFormat(language, options) : numbers,
    getPluralRules: () => plurals,
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, options),
  }
  const parse = (message: string) => new IntlMessageFormat(message, language, undefined, { formatters })

  /** Values from right to left do not turn the words around them. */
  const prepare = (value: unknown) => {
    if (typeof value === 'string') return isolated(value)
    return isTextList(value) ? lists.format(value.map(isolated)) : value
  }
  const prepareAll = (values: Record<string, unknown>) => {
    const prepared: Record<string, unknown> = {}
    for (const name in values) prepared[name] = prepare(values[name])
    return prepared
  }

  return (message) => {
    if (!/[{<']/.test(message)) return message
    let parsed: IntlMessageFormat | undefined
    // An apostrophe quotes braces and tags.
    if (/[<']/.test(message)) {
      parsed = parse(message)
      const [first, ...others] = parsed.getAst()
      if (others.length === 0 && first && isLiteralElement(first)) return first.value
    }
    return (values) => {
      parsed ??= parse(message)
      return parsed.format(prepareAll(values))
    }
  }
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
