// Builds dist/: the compiled program, its assets, and the files of libraries.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { copyLibraryFiles } from './library-files.ts'

export const PROJECT = resolve(import.meta.dirname, '..')
const SRC = join(PROJECT, 'src')
const DIST = join(PROJECT, 'dist')
export const ENTRY = join(DIST, 'main.js')
export const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
const STAMP = join(DIST, '.inputs')
const CONFIGURATION = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const INPUTS = ['src', 'scripts/builder.ts', 'scripts/library-files.ts', ...CONFIGURATION]

/** Builds unless the inputs are those of the last build. False if the code does not compile. */
export function buildIfChanged(): boolean {
  const inputs = fingerprint()
  if (existsSync(ENTRY) && readStamp() === inputs) return true
  rmSync(STAMP, { force: true })
  if (!compile()) return false
  removeStaleFiles()
  cpSync(join(SRC, 'web/assets'), join(DIST, 'web/assets'), { recursive: true })
  copyLibraryFiles()
  chmodSync(ENTRY, 0o755)
  writeFileSync(STAMP, inputs)
  return true
}

/** Changes with the name, size, or time of any input. */
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
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
}

function readStamp(): string | undefined {
  return existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined
}

function compile(): boolean {
  const { status } = spawnSync(process.execPath, [TSC, '-p', 'tsconfig.build.json'], {
    cwd: PROJECT,
    stdio: 'inherit',
  })
  return status === 0
}

/** Without this, code whose source was moved or removed would stay importable. */
function removeStaleFiles(): void {
  for (const path of filesIn('dist')) {
    const source = path.replace(/^dist/, SRC).replace(/\.js(\.map)?$/, '')
    const isCompiled = /\.js(\.map)?$/.test(path) && !/^dist[\\/](libraries|web[\\/]assets)/.test(path)
    if (isCompiled && !existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(join(PROJECT, path))
  }
}
