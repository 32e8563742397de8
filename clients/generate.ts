// Writes what is made from docs/openapi.json: the operations of the TypeScript client, the Python client, and the
// Postman collection. `npm run clients` runs it.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { toPostman } from './postman.ts'

const PROJECT = resolve(import.meta.dirname, '..')
const DOCUMENT = 'docs/openapi.json'

/** Their texts by path below the project. */
export async function generateClients(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-clients-'))
  try {
    await promisify(execFile)(
      join(PROJECT, 'node_modules/.bin/redocly'),
      [
        ...['generate-client', DOCUMENT, '--output', join(folder, 'client.ts')],
        ...['--generator', 'typescript', '--generator', 'python', '--args-style', 'grouped'],
      ],
      {
        cwd: PROJECT,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    const collection = toPostman(JSON.parse(await readFile(join(PROJECT, DOCUMENT), 'utf8')))
    return {
      'clients/typescript/src/generated.ts': await readFile(join(folder, 'client.ts'), 'utf8'),
      'clients/python/lectern_client.py': await readFile(join(folder, 'client.py'), 'utf8'),
      'docs/lectern.postman_collection.json': `${JSON.stringify(collection, null, 2)}\n`,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generateClients())) {
    await mkdir(dirname(join(PROJECT, path)), { recursive: true })
    await writeFile(join(PROJECT, path), text)
  }
}
