// Generates files from docs/openapi.json: the operations of the TypeScript client, the Python client, and the Postman
// collection. Run it with `npm run clients`.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { toPostman } from './postman.ts'
import { patchPython, toPythonSource } from './python.ts'

const PROJECT = resolve(import.meta.dirname, '..')
const DOCUMENT = 'docs/openapi.json'

/** The generated files: their content by path in the project. */
export async function generateClients(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'))
  const generate = async (generator: 'typescript' | 'python', document: object, file: string) => {
    const source = join(folder, `${generator}.json`)
    await writeFile(source, JSON.stringify(document))
    await promisify(execFile)(
      join(PROJECT, 'node_modules/.bin/redocly'),
      [
        ...['generate-client', source, '--output', join(folder, 'client.ts')],
        ...['--generator', generator, '--args-style', 'grouped'],
      ],
      {
        cwd: PROJECT,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    return readFile(join(folder, file), 'utf8')
  }
  try {
    const document = JSON.parse(await readFile(join(PROJECT, DOCUMENT), 'utf8'))
    return {
      'clients/typescript/src/generated.ts': await generate(
        'typescript',
        withoutDryRuns(document),
        'client.ts',
      ),
      'clients/python/lectern_client.py': patchPython(
        await generate('python', toPythonSource(document), 'client.py'),
        document,
      ),
      'docs/lectern.postman_collection.json': `${JSON.stringify(toPostman(document), null, 2)}\n`,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
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

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generateClients())) {
    await mkdir(dirname(join(PROJECT, path)), { recursive: true })
    await writeFile(join(PROJECT, path), text)
  }
}
