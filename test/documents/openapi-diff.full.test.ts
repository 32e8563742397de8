// The versioning policy: changes that break users of the last release are refused, additions are not.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDocument } from '../../src/cli/openapi.ts'
import { PROJECT, runProgram } from '../support/process.ts'

const RELEASED = 'docs/openapi-released.json'
const TALKS = '/api/external/v1/talks'

type Schema = { required?: string[]; properties: Record<string, object> }
type Document = {
  paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  components: { schemas: Record<string, Schema> }
}

let folder: string
let released: Document
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-diff-'))
  released = JSON.parse(await readFile(join(PROJECT, RELEASED), 'utf8'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Compares a document with the released one, like `npm run openapi`. */
const diff = (path: string) =>
  runProgram('redocly', ['diff', RELEASED, path, '--format=json'], {
    cwd: PROJECT,
    env: {
      PATH: `${join(PROJECT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  })

async function write(document: object): Promise<string> {
  const path = join(folder, 'openapi.json')
  await writeFile(path, JSON.stringify(document))
  return path
}

async function diffOf(change: (document: Document) => void) {
  const document = structuredClone(released)
  change(document)
  const { code, stdout } = await diff(await write(document))
  return { code, bump: JSON.parse(stdout).bump }
}
const schemaOf = ({ components }: Document, name: string): Schema => {
  const schema = components.schemas[name]
  if (!schema) throw new Error(`There is no schema ${name}.`)
  return schema
}

test('the current document is compatible with the released one', async () => {
  const { code, stdout } = await diff(await write(await makeDocument()))
  const { changes } = JSON.parse(stdout) as { changes: { path: string; impact: string }[] }
  const breaking = changes.filter(({ impact }) => impact === 'major').map(({ path }) => path)
  expect({ code, breaking }).toEqual({ code: 0, breaking: [] })
})

test.each<[string, (document: Document) => void]>([
  ['an operation that goes', ({ paths }) => delete paths[TALKS]?.post],
  [
    'a parameter that goes',
    ({ paths }) => {
      const list = paths[TALKS]?.get
      if (list) list.parameters = list.parameters.filter(({ name }) => name !== 'track')
    },
  ],
  ['a response attribute that is removed', (document) => delete schemaOf(document, 'Talk').properties.title],
  [
    'an attribute of a request that goes',
    (document) => delete schemaOf(document, 'TalkUpdate').properties.title,
  ],
  [
    'an attribute that becomes required',
    (document) => schemaOf(document, 'TalkCreate').required?.push('track'),
  ],
  [
    'a narrower text',
    (document) => Object.assign(schemaOf(document, 'TalkUpdate').properties.title ?? {}, { maxLength: 10 }),
  ],
  [
    'another type',
    (document) => Object.assign(schemaOf(document, 'Talk').properties, { duration: { type: 'string' } }),
  ],
])('%s is refused', async (_name, change) => {
  expect(await diffOf(change)).toEqual({ code: 1, bump: 'major' })
})

test.each<[string, (document: Document) => void]>([
  [
    'a further attribute of a request',
    (document) => Object.assign(schemaOf(document, 'TalkUpdate').properties, { extra: { type: 'string' } }),
  ],
  [
    'another response attribute',
    (document) => Object.assign(schemaOf(document, 'Talk').properties, { extra: { type: 'string' } }),
  ],
  ['a further operation', ({ paths }) => Object.assign(paths, { '/api/external/v1/lectures': paths[TALKS] })],
])('%s passes', async (_name, change) => {
  expect(await diffOf(change)).toEqual({ code: 0, bump: 'minor' })
})
