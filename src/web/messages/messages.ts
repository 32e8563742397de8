// The languages of the pages and their texts. To add one, add its folder and a line to `catalogs`.
import type { ComponentChildren } from 'preact'
import { isolated } from '../../lib/text/bidi.ts'
import type { Language } from '../../schema/platforms/languages.ts'
import { de } from './de/index.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr/index.ts'

/** Every page text. A text is a string, or a function of the values or elements that it contains. */
export type Messages = Translatable<typeof en>

/** By language tag, which is also the `lang` of the page. */
const catalogs: Record<Language, Messages> = {
  en: isolating(en),
  de: isolating(de),
  fr: isolating(fr),
  es: isolating(es),
}

/** Each in its own language. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

export const messagesFor = (language: Language): Messages => catalogs[language]

/** The texts, with values that keep their own direction: those from right to left do not turn the words around them. */
function isolating<T>(texts: T): T {
  if (typeof texts === 'function') return ((...values: unknown[]) => texts(...values.map(isolatedValue))) as T
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, isolating(text)])) as T
}

function isolatedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(isolatedValue)
  return typeof value === 'string' ? isolated(value) : value
}

/** Renders a part of a text inside an element, such as a link: `(text) => <a href="/sign-in">{text}</a>`. */
export type Wrap = (text: string) => ComponentChildren

/** The shape of a catalog without its English: other languages have other words, but the same keys and parameters. */
type Translatable<T> = T extends (...parameters: infer P) => infer R
  ? (
      ...parameters: P
    ) => R extends string ? string : R extends number | readonly string[] ? R : ComponentChildren
  : T extends string
    ? string
    : { readonly [K in keyof T]: Translatable<T[K]> }
