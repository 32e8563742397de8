// Markdown (CommonMark) without pictures, in which HTML of other systems becomes the same elements. Text written as plain
// text looks the same: its line breaks are kept, marks inside words stay, and its URLs become links.
import createParser, { type Env, type MarkdownIt } from 'markdown-it'
import { balanced, LINK, readHtml } from './html.ts'
import { htmlToText } from './html-text.ts'

/** Headings start below the h1 and h2 of the page. */
const FIRST_HEADING = 3
const LAST_HEADING = 6

/** Each of these elements has the direction of its own text. */
const DIRECTED = new Set([
  ...['paragraph_open', 'heading_open', 'blockquote_open'],
  ...['bullet_list_open', 'ordered_list_open'],
])

/** Scripts without spaces between words, in which a mark next to a letter is not inside a word. */
const WITHOUT_SPACES = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${WITHOUT_SPACES.map((name) => `\\p{Script=${name}}`).join('')}]]`
const IN_WORD = new RegExp(`${LETTER}[*_~]+${LETTER}`, 'v')

const markdown = createMarkdown()

function createMarkdown() {
  const parser = createParser({ html: false, breaks: true, linkify: true, maxNesting: 20 })
  // Indented text and underlined lines are common in plain text. Pictures from other hosts would track readers.
  parser.disable(['image', 'code', 'lheading', 'table'])
  // Links only text that starts with a scheme, so that names such as README.md stay names.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  parser.validateLink = (url) => LINK.test(url)
  parser.inline.State = class extends parser.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord)
      // A letter has one or two code units.
      const around = this.src.slice(Math.max(0, start - 2), start + scanned.length + 2)
      return IN_WORD.test(around) ? { ...scanned, can_open: false, can_close: false } : scanned
    }
  }
  readHtml(parser)
  readAddressesInHtml(parser)
  parser.core.ruler.push('attributes', ({ tokens }) => {
    for (const token of tokens) {
      if (DIRECTED.has(token.type)) token.attrSet('dir', 'auto')
      if (token.type === 'heading_open' || token.type === 'heading_close')
        token.tag = `h${Math.min(LAST_HEADING, Number(token.tag.slice(1)) + FIRST_HEADING - 1)}`
      for (const child of token.children ?? [])
        if (child.type === 'link_open') child.attrSet('rel', 'nofollow noopener')
    }
  })
  return parser
}

const AFTER_ADDRESS = /<|&(?:lt|gt|quot|nbsp|#\d+);/

/** An address ends before a tag, without the period between them, and its ampersands can be escaped. */
function readAddressesInHtml(parser: MarkdownIt): void {
  const { linkify } = parser
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.matchAtStart = (text) => {
    const end = text.search(AFTER_ADDRESS)
    return matchAtStart(end === -1 ? text : text.slice(0, end))
  }
  const normalizeLink = parser.normalizeLink.bind(parser)
  const normalizeLinkText = parser.normalizeLinkText.bind(parser)
  parser.normalizeLink = (url) => normalizeLink(url.replaceAll('&amp;', '&'))
  parser.normalizeLinkText = (url) => normalizeLinkText(url.replaceAll('&amp;', '&'))
}

/**
 * HTML that cannot run scripts, set styles, or frame anything. Links lead only to https, http, and mailto addresses.
 */
export const markdownToHtml = (text: string): string => render(text).html

function render(text: string): { html: string; hasHtml: boolean } {
  const env: Env = {}
  const html = markdown.render(text, env).trim()
  return env.hasHtml ? { html: balanced(html).trim(), hasHtml: true } : { html, hasHtml: false }
}

/** Text without markup: paragraphs, lists, and links with their addresses. */
export const markdownToText = (text: string): string => htmlToText(markdownToHtml(text))

/** The words of the text, for a summary. */
export const markdownToWords = (text: string): string =>
  htmlToText(markdownToHtml(text), { hasAddresses: false })

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i

/** For programs that read plain text or Markdown: a text with HTML becomes plain text, and others stay as they are. */
export function withoutHtml(text: string): string {
  const { html, hasHtml } = render(text)
  return hasHtml || ENTITY.test(text) ? htmlToText(html) : text
}

export type FoundLink = { start: number; end: number; url: string; text: string }

/** The addresses in plain text that become links. */
export const findLinks = (text: string): FoundLink[] =>
  (markdown.linkify.match(text) ?? [])
    .map(({ index, lastIndex, url, text: words }) => ({
      start: index,
      end: lastIndex,
      url: markdown.normalizeLink(url),
      text: markdown.normalizeLinkText(words),
    }))
    .filter(({ url }) => markdown.validateLink(url))
