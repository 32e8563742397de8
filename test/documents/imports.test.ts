// The order of ARCHITECTURE.md: the kernel knows no feature, a feature imports only earlier ones and names only their tables,
// and within each of them rules never know pages. Tests may import everything beside them and in `test/support`.
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../src')

/** A feature may import those before it. */
const FEATURES = [
  ...[
    'files',
    'platforms',
    'people',
    'mail-delivery',
    'access',
    'api-keys',
    'webhooks',
    'audit',
    'request-log',
  ],
  ...[
    'talks',
    'timetable-editor',
    'sponsors',
    'user-management',
    'deleted-objects',
    'live',
    'viewers',
    'chat',
    'questions',
    'surveys',
    'video',
    'rewards',
    'search',
  ],
  ...[
    'speakers',
    'agenda',
    'favorites',
    'mailings',
    'proposals',
    'import',
    'export',
    'programme-pages',
    'account',
    'dashboard',
    'backup',
  ],
]
/** The parts of the kernel, each of which may import those before it. */
const KERNEL = [
  ...['lib', 'limits.ts', 'schema', 'outbound', 'store'],
  ...['processes', 'changes', 'jobs', 'outbox', 'http'],
]
/** The rest, in the same order. The settings and the version belong to the kernel. */
const TOP = ['kernel', 'texts', 'kit', 'features', 'app', 'demo', 'cli', 'main.ts']

const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const [tests = [], files = []] = [true, false].map((isTest) =>
  modules.filter((name) => name.endsWith('.test.ts') === isTest),
)

const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8')

/** The kernel, the kit, a feature, or what lies beside them. */
function partOf(file: string): string {
  const [top = '', name = '', ...rest] = file.split('/')
  if (top === 'config.ts' || top === 'version.ts') return 'kernel'
  return top === 'features' && rest.length > 0 ? name : top
}

function rankOf(part: string): number {
  const feature = FEATURES.indexOf(part)
  return feature < 0 ? TOP.indexOf(part) : TOP.indexOf('features') + (feature - FEATURES.length) / 100
}

type Layer = 'limits' | 'schema' | 'tables' | 'store' | 'rules' | 'jobs' | 'api' | 'pages' | 'feature'
const BELOW: Record<Layer, readonly Layer[]> = {
  limits: [],
  schema: ['schema'],
  tables: ['schema', 'tables'],
  store: ['schema', 'tables', 'store'],
  rules: ['schema', 'tables', 'store', 'rules'],
  jobs: ['schema', 'tables', 'store', 'rules', 'jobs'],
  api: ['schema', 'tables', 'store', 'rules', 'jobs', 'api'],
  pages: ['schema', 'tables', 'store', 'rules', 'api', 'pages'],
  feature: ['schema', 'tables', 'store', 'rules', 'jobs', 'api', 'pages'],
}

/** The layer of a file, by its name; undefined for `lib`, which all import, and for entry points of commands and workers. */
function layerOf(file: string): Layer | undefined {
  const [top = '', , name = ''] = file.split('/')
  if (file.endsWith('/limits.ts')) return 'limits'
  if (top === 'kit') return 'pages'
  if (top === 'kernel') return kernelLayer(file)
  if (top !== 'features' || name === '') return undefined
  const last = file.slice(file.lastIndexOf('/') + 1)
  if (last === 'feature.ts') return 'feature'
  if (/^(?:pages?|office|render)\b.*\.tsx?$/.test(last)) return 'pages'
  if (file.startsWith('features/live/streams/')) return 'api'
  if (/^cli-|\/push\//.test(file) || /^(?:cli-|push\.)/.test(last)) return undefined
  const [, suffix] = /(?:^|-)(schema|tables|store|job|api)\.ts$/.exec(last) ?? []
  if (suffix === 'job') return 'jobs'
  return (suffix as Layer | undefined) ?? 'rules'
}

function kernelLayer(file: string): Layer | undefined {
  // Features of every layer register here what earlier ones ask for.
  if (file === 'kernel/changes/features.ts') return undefined
  const [, folder = '', name = ''] = file.split('/')
  if (folder === 'lib') return undefined
  if (folder === 'schema') return 'schema'
  if (folder === 'store') return 'tables'
  if (folder === 'jobs' || /(?:^|-)job\.ts$/.test(name)) return 'jobs'
  const [, suffix] = /(?:^|-)(schema|tables|store)\.ts$/.exec(name) ?? []
  return (suffix as Layer | undefined) ?? (folder === 'http' ? 'api' : 'rules')
}

type Import = { target: string; isTypeOnly: boolean }

/** Our modules that a file imports, statically and dynamically. */
function importsOf(file: string): Import[] {
  const text = read(file)
  const named = text.matchAll(
    /\b(?:(?:import|export)\s+(type\s)?[^'"]*?\bfrom|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g,
  )
  return [...named].map(([, type, path = '']) => ({
    target: normalize(join(file, '..', path)),
    isTypeOnly: type !== undefined,
  }))
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const allImports = [...graph].flatMap(([file, targets]) => targets.map(({ target }) => ({ file, target })))

/** All modules that a module loads. */
function reachedFrom(entry: string): string[] {
  const reached = new Set([entry])
  for (const file of reached)
    for (const { target, isTypeOnly } of graph.get(file) ?? []) if (!isTypeOnly) reached.add(target)
  return [...reached]
}

describe('the sources', () => {
  test('are all in a known part', () => {
    const known = new Set([...TOP, ...FEATURES])
    expect(files.map(partOf).filter((part) => !known.has(part))).toEqual([])
    const folders = readdirSync(join(SOURCES, 'kernel'))
    expect(folders.filter((folder) => !KERNEL.includes(folder))).toEqual([])
  })

  test('import only from earlier parts', () => {
    const upward = allImports.filter(({ file, target }) => rankOf(partOf(target)) > rankOf(partOf(file)))
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('of the kernel import only earlier parts of the kernel', () => {
    const folderOf = (path: string) => KERNEL.indexOf(path.split('/')[1] ?? '')
    const upward = allImports.filter(
      ({ file, target }) =>
        file.startsWith('kernel/') && target.startsWith('kernel/') && folderOf(target) > folderOf(file),
    )
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('import only lower layers: rules know no pages and no routes, and statements no rules', () => {
    const upward = allImports.filter(({ file, target }) => {
      const [from, to] = [layerOf(file), layerOf(target)]
      if (from === undefined || to === undefined || to === 'limits') return false
      return !BELOW[from].includes(to)
    })
    expect(upward.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('have nothing but numbers in limits.ts', () => {
    const limits = files.filter((file) => file.endsWith('/limits.ts'))
    const others = limits.filter((file) =>
      /^(?!import \{|export const [A-Z\d_]+ = |\/[/*]|[ \])]|$)|=>/m.test(read(file)),
    )
    expect([limits.length > 15, others]).toEqual([true, []])
  })

  test('name only tables of their own part and of earlier ones', () => {
    const later = files.flatMap((file) =>
      tablesIn(file)
        .filter((table) => rankOf(tableOwners.get(table) ?? '') > rankOf(partOf(file)))
        .map((table) => `${file} → ${table} of ${tableOwners.get(table)}`),
    )
    expect([tableOwners.size > 50, later]).toEqual([true, []])
  })

  test.each([
    'app/sqlite-writer.ts',
    'features/access/password-hashing/hash-thread.ts',
    'features/backup/backup-worker.ts',
    'features/backup/continuous-backup-worker.ts',
    'features/files/picture-process.ts',
    'features/import/office-reading-process.ts',
    'features/import/push.ts',
    'features/import/xlsx/worker.ts',
    'features/video/streams/worker.ts',
  ])('of %s reach no pages, no texts, and no server', (entry) => {
    const reached = reachedFrom(entry)
    expect(
      reached.filter((file) => /^(?:kit|texts|kernel\/http)\/|\/(?:feature|pages)\.ts$/.test(file)),
    ).toEqual([])
  })

  test('of the demo load what features add, because it is seeded while the app is still loading', () => {
    expect(reachedFrom('demo/demo.ts')).toEqual(
      expect.arrayContaining(['features/operations.ts', 'features/features.ts']),
    )
  })

  test('of the push client import only lib and the readers of files, because it talks to the server over HTTPS', () => {
    const push = [...graph].filter(([file]) => /^features\/import\/push[./]/.test(file))
    const targets = new Set(push.flatMap(([, imports]) => imports.map(({ target }) => target)))
    const own = [...targets].filter(
      (target) => !/^(?:kernel\/lib|features\/import\/(?:file|readers|xlsx|push))\//.test(target),
    )
    expect([push.length > 5, targets.has('kernel/lib/text/text.ts'), own]).toEqual([true, true, []])
  })

  test('import existing files, with their extension', () => {
    const known = new Set(files)
    const lost = allImports.filter(({ target }) => !known.has(target))
    expect(lost.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('have tests that import only them and test/support', () => {
    const known = new Set(files)
    const imports = tests.flatMap((file) => importsOf(file).map(({ target }) => ({ file, target })))
    const lost = imports.filter(({ target }) => !known.has(target) && !target.startsWith('../test/support/'))
    expect(imports.length).toBeGreaterThan(tests.length)
    expect(lost.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('have no circular imports, except of types', () => {
    const circles = files.map((file) => circleFrom(file)).filter((circle) => circle !== undefined)
    expect(circles[0]).toBeUndefined()
  })
})

/** The part that declares each table. */
const tableOwners = new Map(
  files
    .filter((file) => file.endsWith('tables.ts'))
    .flatMap((file) => {
      const [, declared = ''] = /interface Tables \{(.*?)\n {2}\}/s.exec(read(file)) ?? []
      return [...declared.matchAll(/^ {4}(\w+): /gm)].map(([, table = '']) => [table, partOf(file)] as const)
    }),
)

/** The tables that a file with statements names: in quotes, also with an alias or a column, or in plain SQL. */
function tablesIn(file: string): string[] {
  const hasStatements =
    file.endsWith('/operations.ts') ||
    graph.get(file)?.some(({ target }) => target.startsWith('kernel/store/sql/'))
  if (!hasStatements || file.startsWith('kernel/store/migrations/')) return []
  const table = `(${[...tableOwners.keys()].join('|')})`
  const patterns = [`'${table}(?:\\.\\w+)?(?: as \\w+)?'`, `\\b(?:from|into|join|update) ${table}\\b`]
  const code = read(file).replaceAll(/^\s*(?:\/\/|\/?\*).*/gm, '')
  const found = patterns.flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))])
  return [...new Set(found.map(([, name = '']) => name))]
}

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
