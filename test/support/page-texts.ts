// The texts and forms of a page.

export type SentForm = { action: string; fields: Record<string, string>; hidden: Record<string, string> }
type Element = { name: string; attributes: Record<string, string> }
type PlacedText = { text: string; inside: readonly Element[] }

/** Elements that nobody reads as prose: code, scripts, values of the API, and text that people have typed. */
const UNREAD = new Set(['script', 'style', 'svg', 'code', 'pre', 'del', 'ins', 'textarea', 'datalist'])
/** Attributes that people read or hear. */
const READ = /^(?:title|aria-label|aria-description|placeholder|alt)$/
/** Texts start with a capital letter, other data do not. */
const SHOWN_BY_SCRIPTS = /^data-[\w-]+=\p{Lu}/u
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])

/** Every text between tags, with the surrounding elements, outermost first. */
export function* placedTexts(html: string): Generator<PlacedText> {
  const inside: Element[] = []
  for (const { text, closes, opens } of tokensOf(html)) {
    if (text.trim() !== '') yield { text: clean(text), inside: [...inside] }
    if (opens && !VOID.has(opens.name)) inside.push(opens)
    if (closes) inside.splice(inside.findLastIndex(({ name }) => name === closes))
  }
}

/** Every text of a page: between tags, and in attributes that people read. Numbers are `#`. */
export function textsOf(html: string): string[] {
  const between = [...placedTexts(html)].filter(
    ({ inside }) =>
      !inside.some(({ name, attributes }) => UNREAD.has(name) || isInOtherLanguage(name, attributes)),
  )
  const attributes = [...tokensOf(html)].flatMap(({ opens }) =>
    Object.entries(opens?.attributes ?? {}).flatMap(([name, value]) =>
      READ.test(name) || SHOWN_BY_SCRIPTS.test(`${name}=${value}`) ? [clean(value)] : [],
    ),
  )
  return [...between.map(({ text }) => text), ...attributes].map((text) => text.replace(/\d+/g, '#'))
}

/** Includes values of the API. */
const isInOtherLanguage = (name: string, attributes: Element['attributes']): boolean =>
  (name !== 'html' && 'lang' in attributes) || attributes.class === 'value'

/** The forms of a page that change something. */
export function findForms(html: string, path: string): SentForm[] {
  const forms: SentForm[] = []
  let form: SentForm | undefined
  for (const { opens, closes } of tokensOf(html)) {
    if (closes === 'form') form = undefined
    if (!opens) continue
    const { name, attributes } = opens
    if (name === 'form' && attributes.method === 'post') {
      form = { action: attributes.action || path, fields: {}, hidden: {} }
      forms.push(form)
    }
    const { name: field, type, value = '' } = attributes
    if (!form || !/^(?:input|textarea|select)$/.test(name) || !field || field === '_csrf' || type === 'file')
      continue
    form[type === 'hidden' ? 'hidden' : 'fields'][field] = value
  }
  return forms
}

type Token = { text: string; opens?: Element; closes?: string }

/** Texts and tags in order. */
function* tokensOf(html: string): Generator<Token> {
  for (const [, text = '', tag] of html.matchAll(/([^<]*)(<[^>]+>)?/g)) {
    const [, end, name] = /^<(\/)?([a-z][\w-]*)/.exec(tag ?? '') ?? []
    if (name === undefined) yield { text }
    else if (end) yield { text, closes: name }
    else yield { text, opens: { name, attributes: attributesOf(tag ?? '') } }
  }
}

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  )

const clean = (text: string): string => decode(text).replace(/\s+/g, ' ').trim()

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' },
}

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')

/** The fields of a page into which people write words. */
export const typedTexts = (html: string): Element[] =>
  [...tokensOf(html)].flatMap(({ opens }) => (opens && isTyped(opens) ? [opens] : []))

const isTyped = ({ name, attributes }: Element): boolean =>
  name === 'textarea' ||
  (name === 'input' && /^(?:text|search|)$/.test(attributes.type ?? '') && !isTechnical(attributes))

/** Addresses, identifiers, and codes. */
const isTechnical = ({ name, inputmode }: Element['attributes']): boolean =>
  inputmode !== undefined || /^(?:id|username)$/.test(name ?? '')
