// Rendered HTML as plain text.
import { LINK } from './html.ts'

/** A tag or the text between tags, in HTML in which all other “<” and “>” are escaped. */
const PIECE = /<(\/?)([a-z\d]+)([^>]*)>|[^<]+/g
const PARAGRAPHS = new Set(['p', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr'])
const LINES = new Set(['li', 'div'])
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const INDENT = '  '

/** With an empty line between paragraphs, marks before the items of lists, and addresses after links. */
export function htmlToText(html: string, { hasAddresses = true } = {}): string {
  let text = ''
  /** Line breaks before the next words. */
  let breaks = 0
  /** Before the first words of an item. */
  let marker = ''
  /** The number of the next item of each open list, or null without numbers. */
  const lists: (number | null)[] = []
  let link = { url: '', start: 0 }
  let isCode = false

  const separate = (lines: number) => {
    if (marker === '') breaks = Math.max(breaks, lines)
  }
  const add = (words: string) => {
    const isStart = text === '' || breaks > 0 || marker !== ''
    const rest = isStart && !isCode ? words.trimStart() : words
    if (rest === '') return
    if (isStart && text !== '') text = text.trimEnd() + '\n'.repeat(Math.max(1, breaks))
    if (isStart) text += INDENT.repeat(Math.max(0, lists.length - (marker === '' ? 0 : 1))) + marker
    text += rest
    breaks = 0
    marker = ''
  }

  for (const [piece, slash, name = '', attributes = ''] of html.matchAll(PIECE)) {
    const isOpen = slash === ''
    if (slash === undefined) add(unescaped(isCode ? piece : piece.replace(/[ \t\r\n]+/g, ' ')))
    else if (name === 'br') separate(Math.min(2, breaks + 1))
    else if (PARAGRAPHS.has(name)) separate(2)
    else if (LINES.has(name)) separate(1)
    if (name === 'pre') isCode = isOpen
    if (name === 'ul' || name === 'ol') {
      if (!isOpen) lists.pop()
      separate(lists.length === 0 ? 2 : 1)
      if (isOpen) lists.push(name === 'ol' ? Number(/ start="(\d+)"/.exec(attributes)?.[1] ?? 1) : null)
    }
    if (name === 'li' && isOpen) {
      const number = lists.pop() ?? null
      marker = number === null ? '- ' : `${number}. `
      lists.push(number === null ? null : number + 1)
    }
    if (name === 'a' && isOpen)
      link = {
        url: unescaped(/ href="(?:mailto:)?([^"]*)"/i.exec(attributes)?.[1] ?? ''),
        start: text.length,
      }
    else if (name === 'a' && hasAddresses && isAddedTo(text.slice(link.start).trim(), link.url))
      add(` (${link.url})`)
  }
  return text.trimEnd()
}

/** Whether the words of a link do not say where it leads. */
const isAddedTo = (words: string, url: string): boolean => url !== '' && words !== url && !LINK.test(words)

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => CHARACTERS[name] ?? whole)
