// HTML in texts of other systems, as an extension of the Markdown parser: which tags count as HTML, and what pages keep.
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import sanitize from 'sanitize-html'

/** Addresses to which texts can link. */
export const LINK = /^(?:https?:\/\/|mailto:)/i
const MAX_NESTING = 20

/** The elements that are kept. */
const BLOCKS = ['p', 'div', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr']
const MARKS = ['a', 'br', 'code', 'em', 's', 'strong', 'sub', 'sup']
/** Elements that have no end tag, or need none. Others without their end tag are text, such as “the <table> element”. */
const UNPAIRED = new Set(['br', 'hr', 'img', 'wbr', 'dd', 'dt', 'li', 'p', 'td', 'th', 'tr'])
/** Each of these has the direction of its own text. */
const DIRECTED = ['p', 'div', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote']

/** What other elements become. Headings start below the h1 and h2 of the page. */
const REPLACEMENTS: Readonly<Record<string, readonly string[]>> = {
  h3: ['h1'],
  h4: ['h2'],
  h5: ['h3'],
  h6: ['h4', 'h5', 'h6'],
  div: [
    ...['address', 'article', 'aside', 'caption', 'center', 'dd', 'dl', 'dt', 'figcaption', 'figure'],
    ...['footer', 'header', 'main', 'section', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
  ],
  strong: ['b'],
  em: ['cite', 'dfn', 'i', 'var'],
  s: ['del', 'strike'],
  code: ['kbd', 'samp', 'tt'],
  // Only their content stays.
  '': ['abbr', 'acronym', 'big', 'font', 'img', 'ins', 'mark', 'q', 'small', 'span', 'u', 'wbr'],
}
const keptNames = new Map([
  ...[...BLOCKS, ...MARKS].map((name) => [name, name] as const),
  ...Object.entries(REPLACEMENTS).flatMap(([kept, names]) => names.map((name) => [name, kept] as const)),
])

// Other text with “<”, such as “List<String>” or “a<b and c>d”, is no tag: the names are known, and the first attribute
// has a value. Nothing matches beyond another “<”, so that looking for tags takes linear time.
const VALUE = `(?:"[^"<]*"|'[^'<]*'|[^\\s"'=<>\`]+)`
const ATTRIBUTE = `\\s+[a-z][\\w:.-]*`
const ATTRIBUTES = `(?:${ATTRIBUTE}\\s*=\\s*${VALUE}(?:${ATTRIBUTE}(?:\\s*=\\s*${VALUE})?)*)?\\s*`
const TAG = new RegExp(`<(/?)(${[...keptNames.keys()].join('|')})(${ATTRIBUTES})/?>`, 'iy')
const HREF = new RegExp(`\\shref\\s*=\\s*(${VALUE})`, 'i')
/** Code is not read as Markdown. */
const CODE = new RegExp(`<(code|kbd|samp|tt)${ATTRIBUTES}>([^<]*)</\\1\\s*>`, 'iy')
const CODE_BLOCK = new RegExp(
  `<pre${ATTRIBUTES}>(?:<code${ATTRIBUTES}>)?([^<]*)(?:</code\\s*>\\s*)?</pre\\s*>[ \\t]*$`,
  'imy',
)
const LINE_BREAK = /[ \t]*\n[ \t]*/y

/** Makes the parser read HTML. `env.hasHtml` says that a text has some, so that its rendering needs `balanced`. */
export function readHtml(parser: MarkdownIt): void {
  parser.inline.ruler.at('html_inline', readTag)
  parser.block.ruler.at('html_block', readCodeBlock, { alt: ['paragraph', 'reference', 'blockquote'] })
  parser.core.ruler.push('html_text', keepText)
  parser.core.ruler.push('html_spaces', foldSpaces)
}

function readTag(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax } = state
  const code = matchAt(CODE, src, pos)
  const tag = code ?? matchAt(TAG, src, pos)
  if (!tag || pos + tag[0].length > posMax) return false
  const [whole, slash = '', name = '', attributes = ''] = tag
  const kept = keptNames.get(name.toLowerCase()) ?? ''
  state.pos +=
    whole.length + (kept === 'br' ? (matchAt(LINE_BREAK, src, pos + whole.length)?.[0].length ?? 0) : 0)
  if (isSilent) return true
  const token = state.push('html_inline', kept, 0)
  if (!code) Object.assign(token, { markup: whole, info: `${slash}${name.toLowerCase()}` })
  if (code) token.content = `<code>${code[2]}</code>`
  else if (kept !== '') token.content = slash === '' ? openingTag(kept, attributes) : `</${kept}>`
  // An address within a link is no link of its own.
  if (kept === 'a') state.linkLevel += slash === '' ? 1 : -1
  return true
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function openingTag(name: string, attributes: string): string {
  if (name !== 'a') return DIRECTED.includes(name) ? `<${name} dir="auto">` : `<${name}>`
  const [, value = ''] = HREF.exec(attributes) ?? []
  const url = value.replace(/^["']|["']$/g, '').replaceAll('"', '&quot;')
  return LINK.test(url) ? `<a href="${url}" rel="nofollow noopener">` : ''
}

/** A block of code keeps its lines and spaces. */
function readCodeBlock(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const block = state.parentType === 'root' ? matchAt(CODE_BLOCK, state.src, start) : null
  if (!block) return false
  if (isSilent) return true
  const end = start + block[0].length
  let line = startLine
  while (line < endLine && (state.eMarks[line] ?? end) < end) line += 1
  state.line = line + 1
  const token = state.push('html_block', 'pre', 0)
  token.content = `<pre><code>${block[1]}</code></pre>\n`
  token.map = [startLine, state.line]
  return true
}

/** Turns tags back into text if they have no counterpart. */
function keepText({ tokens, env }: StateCore): void {
  const open = new Map<string, Token[]>()
  const single = new Set<Token>()
  const tags = tokens.flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'html_inline'))
  for (const tag of tags) {
    const name = tag.info.replace('/', '')
    if (name === '' || UNPAIRED.has(name)) continue
    const others = open.get(name) ?? []
    open.set(name, others)
    const start = tag.info === name ? undefined : others.pop()
    if (start) single.delete(start)
    else single.add(tag)
    if (tag.info === name) others.push(tag)
  }
  for (const tag of single) Object.assign(tag, { type: 'text', content: tag.markup })
  env.hasHtml = tags.length > single.size || tokens.some(({ type }) => type === 'html_block')
}

/** Beside HTML blocks, line breaks are spaces, and their text needs no paragraph around it. */
function foldSpaces({ tokens }: StateCore): void {
  for (const [index, { children }] of tokens.entries()) {
    const isBlock = (children ?? []).map(({ type, tag }) => type === 'html_inline' && BLOCKS.includes(tag))
    if (!isBlock.includes(true)) continue
    for (const child of children ?? [])
      if (child.type === 'softbreak') Object.assign(child, { type: 'text', content: '\n' })
    if (isBlock[0])
      for (const around of [tokens[index - 1], tokens[index + 1]])
        if (around?.tag === 'p') around.hidden = true
  }
}

const rules: sanitize.IOptions = {
  allowedTags: [...BLOCKS, ...MARKS],
  allowedAttributes: {
    ...Object.fromEntries(DIRECTED.map((name) => [name, ['dir']])),
    a: ['href', 'title', 'rel'],
    ol: ['start', 'dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  disallowedTagsMode: 'discard',
  nestingLimit: MAX_NESTING,
  exclusiveFilter: ({ tag, text }) => tag !== 'br' && tag !== 'hr' && text.trim() === '',
}

/** HTML whose elements are all closed, with these attributes only. Empty elements are left out. */
export const balanced = (html: string): string => sanitize(html, rules)
