// What people who write programs for a server get from it: clients as packages that npm and pip install, and a Postman
// collection, all made of the OpenAPI document. The same sources make the same bytes, because lock files keep digests.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Entry, tarball, wheel } from './archives.ts'
import { type OpenApi, toPostman } from './postman.ts'
import { type PythonSource, patchPython, toPythonSource } from './python.ts'

const PROJECT = resolve(import.meta.dirname, '..')
const TYPESCRIPT = join(PROJECT, 'clients/typescript')
/** The operations of the TypeScript client, beside its other sources. */
export const GENERATED = join(TYPESCRIPT, 'src/generated.ts')

const { resolve: locate } = createRequire(import.meta.url)
const REDOCLY = join(locate('@redocly/cli/package.json'), '../bin/cli.js')
const TSC = join(locate('typescript/package.json'), '../bin/tsc')

const extensions = { typescript: 'ts', python: 'py' }

type Source = { document: OpenApi & PythonSource; version: string }

/** The files by name. Also writes the generated source of the TypeScript client. */
export async function makeClients(source: Source): Promise<Record<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'))
  try {
    const [npmPackage, pythonPackage] = await Promise.all([
      packTypescript(source, folder),
      packPython(source, folder),
    ])
    return {
      'lectern.postman_collection.json': Buffer.from(
        `${JSON.stringify(toPostman(source.document), null, 2)}\n`,
      ),
      [`lectern-client-${source.version}.tgz`]: npmPackage,
      [`lectern_client-${source.version}-py3-none-any.whl`]: pythonPackage,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function packTypescript({ document, version }: Source, folder: string): Promise<Uint8Array> {
  const generated = await generate('typescript', withoutDryRuns(document), folder)
  writeIfChanged(GENERATED, generated)
  const compiled = join(folder, 'dist')
  await run(TSC, ['-p', TYPESCRIPT, '--outDir', compiled])
  const { name, ...description } = JSON.parse(read('clients/typescript/package.json'))
  return tarball([
    ...readdirSync(compiled).map(
      (file): Entry => [`package/dist/${file}`, readFileSync(join(compiled, file))],
    ),
    ['package/LICENSE', read('LICENSE')],
    ['package/README.md', read('clients/typescript/README.md')],
    ['package/package.json', `${JSON.stringify({ name, version, ...description }, null, 2)}\n`],
  ])
}

async function packPython({ document, version }: Source, folder: string): Promise<Uint8Array> {
  const generated = await generate('python', toPythonSource(document), folder)
  return wheel({
    name: 'lectern_client',
    version,
    metadata: `Metadata-Version: 2.1
Name: lectern-client
Version: ${version}
Summary: A client of Lectern's External API.
License: MIT
Requires-Python: >=3.9
Requires-Dist: httpx>=0.23,<1
Description-Content-Type: text/markdown

${read('clients/python/README.md')}`,
    license: read('LICENSE'),
    files: [['lectern_client.py', patchPython(generated, document)]],
  })
}

/** The generated operations of a client. */
async function generate(
  generator: keyof typeof extensions,
  document: object,
  folder: string,
): Promise<string> {
  const source = join(folder, `${generator}.json`)
  await writeFile(source, JSON.stringify(document))
  // The generator wants the name of a TypeScript file, and replaces its extension.
  const options = ['--output', join(folder, `${generator}.ts`), '--generator', generator]
  await run(REDOCLY, ['generate-client', source, ...options, '--args-style', 'grouped'])
  return readFile(join(folder, `${generator}.${extensions[generator]}`), 'utf8')
}

/** Runs a script with this Node. The error of one that fails contains its output. */
async function run(script: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await promisify(execFile)(process.execPath, [script, ...args], { cwd: PROJECT, env }).catch((error) => {
    throw new Error(`The clients cannot be made:\n${error.stdout}${error.stderr}`)
  })
}

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8')

/** An unchanged source stays untouched, for programs that watch it. */
function writeIfChanged(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}

type Documented = {
  paths: Record<string, Record<string, { responses: Record<string, Response | undefined> }>>
}
type Response = { content?: { 'application/json'?: { schema: { $ref?: string } } } }

/** Leaves out the 200 of a creation, which only a dry run has. The client has a type of its own for it. */
function withoutDryRuns<T extends Documented>(document: T): T {
  const copy = structuredClone(document)
  for (const { responses } of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    const schema = responses['200']?.content?.['application/json']?.schema
    if (schema?.$ref?.endsWith('/DryRun')) delete responses['200']
  }
  return copy
}
