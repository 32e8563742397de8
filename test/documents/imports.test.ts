// The import rule of ARCHITECTURE.md: each layer imports only from the layers below it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../src')

const upToDomain = ['domain', 'store', 'outbound', 'schema', 'lib']
/** What each folder or file of src/ may import, besides itself. */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  outbound: ['lib'],
  schema: ['lib'],
  import: ['schema', 'lib'],
  texts: ['lib'],
  store: ['schema', 'lib'],
  domain: ['store', 'outbound', 'schema', 'lib'],
  'config.ts': ['lib'],
  'version.ts': ['lib'],
  jobs: upToDomain,
  http: ['config.ts', ...upToDomain],
  // Pages use the same server as the API.
  web: ['http', 'import', 'texts', ...upToDomain],
  'context.ts': ['config.ts', 'version.ts', ...upToDomain],
  'app.ts': ['context.ts', 'config.ts', 'version.ts', 'http', 'web', 'jobs', ...upToDomain],
  cli: ['app.ts', 'context.ts', 'config.ts', 'version.ts', 'http', 'jobs', 'import', ...upToDomain],
  'main.ts': ['cli', 'lib'],
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const layerOf = (file: string): string => file.split('/')[0] ?? file

type Import = { target: string; isTypeOnly: boolean }

/** Our modules that a file imports, statically and dynamically. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCES, file), 'utf8')
  const named = text.matchAll(
    /\b(?:(?:import|export)\s+(type\s)?[^'"]*?\bfrom|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g,
  )
  return [...named].map(([, type, path = '']) => ({
    target: normalize(join(file, '..', path)),
    isTypeOnly: type !== undefined,
  }))
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))

describe('the sources', () => {
  test('are all in a known layer', () => {
    expect([...new Set(files.map(layerOf))].sort()).toEqual(Object.keys(mayImport).sort())
  })

  test('import only from lower layers', () => {
    const upward = [...graph].flatMap(([file, targets]) =>
      targets
        .map(({ target }) => target)
        .filter((target) => layerOf(target) !== layerOf(file))
        .filter((target) => !mayImport[layerOf(file)]?.includes(layerOf(target)))
        .map((target) => `${file} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  test('of the push client import only import and lib, because it talks to the server over HTTPS', () => {
    const push = [...graph].filter(([file]) => /^cli\/push[./]/.test(file))
    const targets = new Set(push.flatMap(([, imports]) => imports.map(({ target }) => target)))
    const own = [...targets].filter((target) => !/^(?:lib|import|cli\/push)\//.test(target))
    expect([push.length > 5, targets.has('lib/text/text.ts'), own]).toEqual([true, true, []])
  })

  test('import existing files, with their extension', () => {
    const known = new Set(files)
    const lost = [...graph].flatMap(([file, targets]) =>
      targets.filter(({ target }) => !known.has(target)).map(({ target }) => `${file} → ${target}`),
    )
    expect(lost).toEqual([])
  })

  test('have no circular imports, except of types', () => {
    const circles = files.map((file) => circleFrom(file)).filter((circle) => circle !== undefined)
    expect(circles[0]).toBeUndefined()
  })
})

const finished = new Set<string>()
function circleFrom(file: string, trail: readonly string[] = []): string | undefined {
  if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file].join(' → ')
  if (finished.has(file)) return undefined
  for (const { target, isTypeOnly } of graph.get(file) ?? []) {
    if (isTypeOnly) continue
    const circle = circleFrom(target, [...trail, file])
    if (circle !== undefined) return circle
  }
  finished.add(file)
  return undefined
}
