// Markdown (CommonMark) without HTML and pictures. Text written as plain text looks the same: its line breaks are kept,
// and its URLs become links.
import MarkdownIt from 'markdown-it'

const LINK = /^(?:https?:\/\/|mailto:)/i
/** Headings start below the h1 and h2 of the page. */
const FIRST_HEADING = 3
const LAST_HEADING = 6

/** Each of these elements has the direction of its own text. */
const DIRECTED = new Set([
  ...['paragraph_open', 'heading_open', 'blockquote_open'],
  ...['bullet_list_open', 'ordered_list_open'],
])

const markdown = createMarkdown()

function createMarkdown() {
  const parser = new MarkdownIt({ html: false, breaks: true, linkify: true, maxNesting: 20 })
  // Indented text and underlined lines are common in plain text. Pictures from other hosts would track readers.
  parser.disable(['image', 'code', 'lheading', 'table'])
  // Links only text that starts with a scheme, so that names such as README.md stay names.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  parser.validateLink = (url) => LINK.test(url)
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

/**
 * HTML that cannot run scripts, set styles, or frame anything. Links lead only to https, http, and mailto addresses.
 */
export const markdownToHtml = (text: string): string => markdown.render(text).trim()

/** The words without markup, with an empty line between paragraphs. */
export function markdownToText(text: string): string {
  const blocks = markdown.parse(text, {}).flatMap((token) => {
    if (token.type === 'fence') return [token.content.trim()]
    if (token.type !== 'inline') return []
    const words = (token.children ?? []).map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? '\n' : content,
    )
    return [words.join('')]
  })
  return blocks.join('\n\n')
}
