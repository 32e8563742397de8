// Finds texts for people in the sources of pages, which belong in the message catalog instead.
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node

/** Attributes and properties that people read or hear. */
const READ = new Set(
  ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'label', 'hint'].concat(
    ['heading', 'content', 'text', 'message', 'summary', 'description', 'caption', 'legend', 'empty', 'what'],
    ['none', 'cancel', 'button', 'advice', 'textContent'],
  ),
)
/** An attribute that only browsers and crawlers read. */
const isMachineRead = (tag: string) => tag === 'meta'

const LETTER = /\p{L}/u
/** Begins with a capital like a title, or has three words in a row: not `application/json`, not `badge success`. */
const PROSE = /^\s*\p{Lu}(?:\p{Ll}|\p{L}* \p{L})|(?:^|\s)\p{L}+,? \p{L}+,? \p{L}+/u

/** Words that look like prose but are not: a product, headers, code. */
const TECHNICAL = new Set([
  'Lectern',
  'Accept-Encoding',
  'Cookie, Accept-Encoding',
  'Cookie, Accept-Language, Accept-Encoding',
  ' \nexport default uPlot\n',
  // Of the frab feeds, which are the same for everyone.
  'Canceled: ',
  // Of robots.txt.
  'User-agent: *',
  'Disallow:  ',
  'Sitemap:  /sitemap.xml',
  // Types of schema.org.
  ...['Event', 'EventCancelled', 'EventScheduled', 'Organization', 'Person', 'Place', 'VirtualLocation'],
])

/** Each text that a page would show, as `line: text`. */
export function findTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = new Map<number, string>()
  const add = (node: Node, text: string) => {
    if (LETTER.test(text)) found.set(node.start + text.search(/\S/), text.trim().replace(/\s+/g, ' '))
  }
  visit(program, { add, parents: [] })
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  return [...found].sort(([a], [b]) => a - b).map(([at, text]) => `${lineOf(at)}: ${text}`)
}

type Walk = { add: (node: Node, text: string) => void; parents: readonly Node[] }

function visit(node: Node, walk: Walk): void {
  const { add, parents } = walk
  if (isUnread(node, parents.at(-1))) return
  if (node.type === 'JSXText') add(node, node.value)
  if (node.type === 'JSXExpressionContainer' && isElement(parents.at(-1))) addShown(node.expression, add)
  if (node.type === 'JSXAttribute' && node.value && isRead(node.name, parents.at(-1)))
    addShown(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value, add)
  if (node.type === 'Property' && READ.has(nameOf(node.key))) addShown(node.value, add)
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    if (READ.has(nameOf(node.left.property))) addShown(node.right, add)
  const text = textOf(node)
  if (text !== undefined && PROSE.test(text) && !TECHNICAL.has(text)) add(node, text)
  for (const child of childrenOf(node)) visit(child, { add, parents: [...parents, node] })
}

/** An error or log for engineers, a type, an import, a comparison, an API value, or an attribute such as `class`. */
function isUnread(node: Node, parent: Node | undefined): boolean {
  if (node.type.startsWith('TS') || node.type.startsWith('Import')) return true
  if (node.type === 'NewExpression') return /Error$/.test(nameOf(node.callee))
  if (node.type === 'CallExpression') return isLog(node.callee)
  if (node.type === 'BinaryExpression') return node.operator.endsWith('==')
  if (node.type === 'Property') return nameOf(node.key) === 'type'
  if (node.type !== 'JSXAttribute' || parent?.type !== 'JSXOpeningElement') return false
  return /^[a-z]/.test(nameOf(parent.name)) && !isRead(node.name, parent)
}

/** `request.log.warn` */
const isLog = (node: Node): boolean =>
  node.type === 'MemberExpression' &&
  node.object.type === 'MemberExpression' &&
  nameOf(node.object.property) === 'log'

/** The literals that an expression can evaluate to. */
function addShown(node: Node, add: Walk['add']): void {
  const text = textOf(node)
  if (text !== undefined) add(node, text)
  if (node.type === 'ConditionalExpression') {
    addShown(node.consequent, add)
    addShown(node.alternate, add)
  }
  if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression') {
    const isShown = ['||', '??', '&&', '+'].includes(node.operator)
    if (isShown) for (const side of [node.left, node.right]) addShown(side, add)
  }
  if (node.type === 'ArrayExpression')
    for (const element of node.elements) if (element !== null) addShown(element, add)
}

/** The text of a literal, with a space for each value that is inserted. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(' ')
}

const isElement = (node: Node | undefined) => node?.type === 'JSXElement' || node?.type === 'JSXFragment'

function isRead(name: ESTree.JSXAttributeName, parent: Node | undefined): boolean {
  if (parent?.type === 'JSXOpeningElement' && isMachineRead(nameOf(parent.name))) return false
  return READ.has(nameOf(name))
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  return textOf(node) ?? ''
}

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
