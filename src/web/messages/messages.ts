// The languages of the pages and their texts. To add one, add its folder and a line to `catalogs`.
import type { ComponentChildren } from 'preact'
import { en } from './en/index.ts'

/** Every page text. A text is a string, or a function of the values or elements that it contains. */
export type Messages = Translatable<typeof en>

/** By language tag (BCP 47), which is also the `lang` of the page. */
const catalogs = { en } satisfies Record<string, Messages>

export type Language = keyof typeof catalogs

export const DEFAULT_LANGUAGE: Language = 'en'

export const messagesFor = (language: Language): Messages => catalogs[language]

/** Renders a part of a text inside an element, such as a link: `(text) => <a href="/sign-in">{text}</a>`. */
export type Wrap = (text: string) => ComponentChildren

/** The shape of a catalog without its English: other languages have other words, but the same keys and parameters. */
type Translatable<T> = T extends (...parameters: infer P) => infer R
  ? (...parameters: P) => R extends string ? string : ComponentChildren
  : T extends string
    ? string
    : { readonly [K in keyof T]: Translatable<T[K]> }
