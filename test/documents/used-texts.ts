// The keys of the texts that sources use, found by the type of the texts.
import type { Node } from 'typescript/unstable/ast'
import {
  isBindingElement,
  isElementAccessExpression,
  isExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isPropertySignatureDeclaration,
  isSpreadAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import {
  API,
  type Checker,
  type Project,
  type Type,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync'

/** In the project with this configuration. */
export function usedTexts(config: string): Set<string> {
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error(`There is no project at ${config}.`)
    return findUsed(project)
  } finally {
    api.close()
  }
}

function findUsed({ program, checker, rootFiles }: Project): Set<string> {
  const used = new Set<string>()
  const use = (symbol: TypeSymbol | undefined) => {
    for (const declaration of symbol?.declarations ?? [])
      if (isOfTexts(declaration.path)) used.add(keyOf(declaration.resolve()))
  }
  /** If a key is not known in advance, or another type takes the object, every text in it is used. */
  const useWhole = (type: Type) => {
    for (const property of checker.getPropertiesOfType(type)) {
      use(property)
      const inner = checker.getTypeOfSymbol(property)
      if (isTextObject(inner)) useWhole(inner)
    }
  }
  // No other layer may read texts.
  for (const file of rootFiles.filter((name) =>
    /\/kit\/|\/features\/.*\/(?:page|office|render)[^/]*$/.test(name),
  )) {
    const nodes = nodesOf(program.getSourceFile(file))
    const accesses = nodes.filter(isPropertyAccessExpression)
    for (const symbol of checker.getSymbolAtLocation(accesses.map(({ name }) => name))) use(symbol)
    const patterns = nodes.filter(isObjectBindingPattern)
    for (const [index, type] of typesOf(checker, patterns).entries())
      for (const name of type ? namesIn(patterns[index]) : [])
        if (type) use(checker.getPropertyOfType(type, name))
    const objects = nodes.filter(
      (node) => (isIdentifier(node) || isPropertyAccessExpression(node)) && !isAccessed(node),
    )
    for (const [index, type] of typesOf(checker, objects).entries()) {
      const node = objects[index]
      if (node && isTextObject(type) && isUsedWhole(checker, node)) useWhole(type)
    }
  }
  return used
}

/** TypeScript 7.0 cannot describe some tuples. They are not texts. */
function typesOf(checker: Checker, nodes: readonly Node[]): readonly (Type | undefined)[] {
  try {
    return checker.getTypeAtLocation(nodes)
  } catch {
    if (nodes.length < 2) return nodes.map(() => undefined)
    const half = nodes.length >> 1
    return [...typesOf(checker, nodes.slice(0, half)), ...typesOf(checker, nodes.slice(half))]
  }
}

const isOfTexts = (path: string): boolean => /\/texts\/types\.(?:d\.)?ts$/.test(path)

const isTextObject = (type: Type | undefined): type is Type =>
  type?.getSymbol()?.declarations.some(({ path }) => isOfTexts(path)) ?? false

function nodesOf(root: Node | undefined): Node[] {
  const nodes: Node[] = []
  const visit = (node: Node): void => {
    nodes.push(node)
    node.forEachChild(visit)
  }
  if (root) visit(root)
  return nodes
}

const isAccessed = (node: Node): boolean =>
  isPropertyAccessExpression(node.parent) && node.parent.expression === node

function namesIn(pattern: Node | undefined): string[] {
  const names: string[] = []
  pattern?.forEachChild((element) => {
    if (!isBindingElement(element) || element.dotDotDotToken) return
    const name = element.propertyName ?? element.name
    if (name && isIdentifier(name)) names.push(name.text)
  })
  return names
}

function isUsedWhole(checker: Checker, node: Node): boolean {
  const { parent } = node
  if (isElementAccessExpression(parent) && parent.expression === node) return true
  // The pattern or variable has the type of the texts itself.
  if (isVariableDeclaration(parent) && !parent.type) return false
  const target = isSpreadAssignment(parent) ? parent.parent : node
  const type = isExpression(target) ? checker.getContextualType(target) : undefined
  return type !== undefined && !isTextObject(type)
}

/** `office.talks.title` for the declaration of `title`. */
function keyOf(declaration: Node | undefined): string {
  const names: string[] = []
  for (let node = declaration; node; node = node.parent)
    if (isPropertySignatureDeclaration(node) && 'text' in node.name) names.unshift(node.name.text)
  return names.join('.')
}
