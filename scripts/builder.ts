// Builds dist/: the program and its packages bundled into a few modules, its assets, the files of libraries, the OpenAPI
// document, and the clients.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'
import { GENERATED, makeClients } from '../clients/make.ts'
import { copyLibraryFiles, libraryPackages } from './library-files.ts'
import { writeTextTypes } from './text-types.ts'

export const PROJECT = resolve(import.meta.dirname, '..')
const SRC = join(PROJECT, 'src')
const DIST = join(PROJECT, 'dist')
export const ENTRY = join(DIST, 'main.js')
/** The command line, the worker threads, and the process that decodes pictures. */
const ENTRIES = [
  'main',
  'app/sqlite-writer',
  'features/access/password-hashing/hash-thread',
  'features/files/picture-process',
  'features/backup/backup-worker',
  'features/backup/continuous-backup-worker',
  'features/import/xlsx/worker',
  'features/import/office-reading-process',
  'features/video/streams/worker',
  'features/video/media/worker',
]
const PROGRAM_FILES = 'kernel/lib/program-files'
export const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
const STAMP = join(DIST, '.inputs')
const CONFIGURATION = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const INPUTS = [
  'src',
  'clients',
  'LICENSE',
  'scripts/builder.ts',
  'scripts/library-files.ts',
  'scripts/text-types.ts',
  ...CONFIGURATION,
]
const CLIENTS = join(DIST, 'clients')

/** Builds unless the inputs are those of the last build. False if the code does not compile. */
export async function buildIfChanged(): Promise<boolean> {
  writeTextTypes()
  const inputs = fingerprint()
  if (existsSync(ENTRY) && existsSync(GENERATED) && readStamp() === inputs) return true
  rmSync(STAMP, { force: true })
  if (!hasValidTypes()) return false
  await bundle()
  for (const folder of ['demo/pictures', 'demo/stage', 'texts'])
    cpSync(join(SRC, folder), join(DIST, folder), {
      recursive: true,
      filter: (file) => !file.endsWith('.ts'),
    })
  copyAssets()
  copyLibraryFiles()
  chmodSync(ENTRY, 0o755)
  await writeClients()
  writeFileSync(STAMP, inputs)
  return true
}

/** Changes with the name, size, or time of any input. Tests are none. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap(filesIn).sort()) {
    const { size, mtimeMs } = statSync(join(PROJECT, path))
    hash.update(`${path}\n${size}\n${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesIn(input: string): string[] {
  const path = join(PROJECT, input)
  if (!statSync(path).isDirectory()) return [input]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== GENERATED && !file.endsWith('.test.ts'))
    .map((file) => file.slice(PROJECT.length + 1))
}

function readStamp(): string | undefined {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined
}

function hasValidTypes(): boolean {
  const { status } = spawnSync(process.execPath, [TSC, '-p', 'tsconfig.build.json'], {
    cwd: PROJECT,
    stdio: 'inherit',
  })
  return status === 0
}

/** A start that loads 2,000 separate modules takes almost twice the CPU time. The source maps are for debuggers. */
async function bundle(): Promise<void> {
  await using build = await rolldown({
    cwd: PROJECT,
    input: Object.fromEntries(ENTRIES.map((path) => [path, `src/${path}.ts`])),
    platform: 'node',
    tsconfig: 'tsconfig.json',
    // A package with native code, and optional packages that their users would have to install.
    external: ['sharp', 'pg-native', 'pino-pretty'],
    onLog: (level, log, report) => report(level === 'warn' ? 'error' : level, log),
  })
  const { output } = await build.write({
    dir: DIST,
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    // Positions in stack traces need only names and lines. The sources would make two thirds of the maps.
    sourcemapExcludeSources: true,
    keepNames: true,
    // V8 keeps the text of all modules, with one byte for each character only if all of them are in Latin-1.
    comments: false,
    charset: 'ascii',
    chunkFileNames: ({ name }) => (name === PROGRAM_FILES ? '[name].js' : 'chunks/[name].js'),
    codeSplitting: { groups: [{ name: PROGRAM_FILES, test: `src/${PROGRAM_FILES}.ts` }] },
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  printSizes(chunks)
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  writeFileSync(join(DIST, 'licenses.txt'), licensesOf([...modules, ...libraryPackages]))
}

/** Prints how much code each entry point loads at its start. */
function printSizes(chunks: readonly OutputChunk[]): void {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  for (const entry of ENTRIES) {
    const loaded = new Set([`${entry}.js`])
    for (const name of loaded) for (const imported of byName.get(name)?.imports ?? []) loaded.add(imported)
    const bytes = [...loaded].reduce((sum, name) => sum + (byName.get(name)?.code.length ?? 0), 0)
    process.stdout.write(`${String(Math.round(bytes / 1024)).padStart(6)} KiB  ${entry}\n`)
  }
}

/** Style sheets, scripts, and images of pages, which are beside the code of their features in `src`. */
function copyAssets(): void {
  const assets = join(DIST, 'assets')
  mkdirSync(assets)
  for (const file of ['src/kit', 'src/features'].flatMap(filesIn))
    if (/\.(?:css|js|svg)$/.test(file)) cpSync(join(PROJECT, file), join(assets, basename(file)))
}

/** Writes the OpenAPI document of the program, and what is made of it. */
async function writeClients(): Promise<void> {
  const text = execFileSync(process.execPath, [ENTRY, 'openapi'], { encoding: 'utf8', maxBuffer: Infinity })
  writeFileSync(join(DIST, 'openapi.json'), text)
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  mkdirSync(CLIENTS)
  for (const [name, content] of Object.entries(await makeClients({ document: JSON.parse(text), version })))
    writeFileSync(join(CLIENTS, name), content)
}

/** The licenses of the packages that these files belong to. */
function licensesOf(paths: readonly string[]): string {
  const folders = paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    return [
      `${name} ${version} (${license})`,
      ...files.map((file) => readFileSync(join(folder, file), 'utf8')),
    ]
  })
  return texts.map((text) => text.join('\n\n')).join('\n\n---\n\n')
}
