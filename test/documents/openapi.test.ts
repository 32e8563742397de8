// The OpenAPI document: it matches the routes, is valid, and its examples work unchanged.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDocument } from '../../src/cli/openapi.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import type { Answer, TestApi } from '../support/api.ts'
import { sponsor } from '../support/bodies.ts'
import { parseLines } from '../support/idempotency.ts'
import { PROJECT, runProgram } from '../support/process.ts'
import { startPlatform } from '../support/shared-servers.ts'
import { waitUntil } from '../support/until.ts'

type Schema = { $ref?: string; examples?: unknown[] }
type Content = Record<string, { schema: Schema; example?: string }>
type Parameter = {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  example?: string
  examples?: Record<string, { value: string; 'x-disabled'?: boolean }>
}
type Described = {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { description: string; content: Content; headers: Record<string, object> }>
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; headers: Record<string, { example: string }> }
}
type Operation = Described & { method: string; path: string }
/** An operation as it is sent with something wrong; `long` is its path with identifiers that are too long. */
type Hostile = { method: string; path: string; long: string; key: string; body: unknown }

// Through JSON, as clients see it.
const document: Document = JSON.parse(JSON.stringify(await makeDocument()))
const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    ...described,
    method: method.toUpperCase(),
    path,
  })),
)
/** Those that answer at once. */
const answering = operations.filter(({ responses }) => !responses['200']?.content?.['text/event-stream'])
const described = (id: string): Operation => {
  const operation = operations.find(({ operationId }) => operationId === id)
  if (!operation) throw new Error(`there is no ${id}`)
  return operation
}
const resolve = (schema: Schema | undefined): Schema =>
  schema?.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']) : (schema ?? {})
/** JSON, or a file that is text. */
const bodyOf = (content: Content | undefined): Schema => {
  const file = content?.['image/svg+xml']?.example
  return file === undefined ? resolve(content?.['application/json']?.schema) : { examples: [file] }
}

const sending = (example: unknown) => {
  if (typeof example !== 'string') return example ? { body: example } : {}
  return { raw: example, headers: { 'content-type': 'image/svg+xml' } }
}

describe('the document', () => {
  test('describes how to receive webhooks with the text of docs/webhooks.md', async () => {
    const guide = await readFile(join(PROJECT, 'docs/webhooks.md'), 'utf8')
    const described = document.tags.find(({ name }) => name === 'Webhooks')?.description
    expect(guide.split('\n## ')[1]).toBe(`What a receiver must do\n\n${described}\n`)
  })

  test('passes redocly lint', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'lectern-lint-'))
    const path = join(folder.path, 'openapi.json')
    await writeFile(path, JSON.stringify(document))
    const { code, stdout } = await runProgram('redocly', ['lint', path, '--format=json'], {
      cwd: PROJECT,
      env: {
        PATH: `${join(PROJECT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    })
    expect({ code, totals: JSON.parse(stdout).totals }).toEqual({
      code: 0,
      totals: { errors: 0, warnings: 0, ignored: 0 },
    })
  })

  test('has a name and a description for every operation, and a description for every response', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const undescribed = operations.flatMap(({ operationId, summary, responses }) => [
      ...(summary ? [] : [operationId]),
      ...Object.entries(responses)
        .filter(([, { description }]) => description === 'Default Response' || description === '')
        .map(([status]) => `${operationId} ${status}`),
    ])
    expect(undescribed).toEqual([])
  })

  test('describes the headers of every response', () => {
    const told = new Map(
      operations.flatMap(({ method, responses }) =>
        Object.entries(responses).map(
          ([status, { headers }]) =>
            [`${method === 'GET' ? 'GET ' : ''}${status}`, Object.keys(headers).join(' ')] as const,
        ),
      ),
    )
    const limit = 'X-Request-Id RateLimit RateLimit-Policy'
    expect(Object.fromEntries(told)).toEqual({
      ...Object.fromEntries(
        [400, 403, 404, 408, 409, 412, 413, 414, 415, 422, 431, 500, 501].map((status) => [status, limit]),
      ),
      ...Object.fromEntries(
        [400, 403, 404, 409, 414, 422, 431, 500].map((status) => [`GET ${status}`, limit]),
      ),
      ...Object.fromEntries([200, 304].map((status) => [`GET ${status}`, `${limit} ETag`])),
      201: `${limit} Location Idempotent-Replayed`,
      200: `${limit} Idempotent-Replayed`,
      ...Object.fromEntries(
        ['', 'GET '].flatMap((method) => [
          [`${method}401`, 'X-Request-Id WWW-Authenticate'],
          [`${method}429`, `${limit} Retry-After`],
          [`${method}503`, `${limit} Retry-After`],
        ]),
      ),
    })
  })

  test('has no ranges of statuses and no null in an enum, which generators cannot read', () => {
    const ranges = operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => !/^\d{3}$/.test(status))
        .map((status) => `${operationId} ${status}`),
    )
    const enums: unknown[] = []
    JSON.parse(JSON.stringify(document), (name, value) => {
      if (name === 'enum' && Array.isArray(value)) enums.push(value)
      return value
    })
    expect(ranges).toEqual([])
    expect(enums.length).toBeGreaterThan(10)
    expect(enums.filter((values) => (values as unknown[]).includes(null))).toEqual([])
  })

  test('describes every parameter, and requires a body only where the server does', () => {
    const undescribed = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    )
    expect(undescribed).toEqual([])
    const optional = operations.filter(({ requestBody }) => requestBody?.required === false)
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual([
      'deleteMessage',
      'rotateWebhookSecret',
    ])
  })

  test('selects no optional parameter in the API reference', () => {
    const selected = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ required, example, examples = {} }) => {
          const isSelected = Object.values(examples).some((one) => one['x-disabled'] !== true)
          return !required && (example !== undefined || isSelected)
        })
        .map(({ name }) => `${operationId} ${name}`),
    )
    expect(selected).toEqual([])
  })

  test('has a valid example for every body and every identifier', () => {
    const ajv = validatorOf()
    const faults = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples
        .filter((example) => !ajv.validate({ $ref: `lectern#/components/schemas/${name}` }, example))
        .map(() => ({ name, errors: ajv.errors })),
    )
    expect(faults).toEqual([])
    const withoutExample = operations
      .filter(
        ({ requestBody, parameters = [] }) =>
          (requestBody && bodyOf(requestBody.content).examples?.length !== 1) ||
          parameters.some((parameter) => parameter.in === 'path' && examplesOf(parameter).length === 0),
      )
      .map(({ operationId }) => operationId)
    expect(withoutExample).toEqual([])
  })
})

const examplesOf = ({ example, examples = {} }: Parameter): string[] =>
  example === undefined ? Object.values(examples).map(({ value }) => value) : [example]

/** Checks only the structure. The formats are tested with the fields. */
function validatorOf() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const format of ['https-url', 'document-path', 'stream-url', 'timezone', 'color'])
    ajv.addFormat(format, true)
  return ajv.addSchema({ ...document, $id: 'lectern' }, 'lectern')
}

describe('the examples, sent unchanged, with creations first and deletions last', { shuffle: false }, () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startPlatform({ store: 'sqlite' })
    await changeSettings(api.installation, api.platform.caller, { credits: { isOn: true, price: 1 } })
  })

  test('are in the document that the server sends without an API key, to pages of any origin', async () => {
    const answer = await api.sendTo('GET', '/api/external/v1/openapi.json', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.body).toEqual(document)
  })

  const order = ['POST', 'PUT', 'GET', 'DELETE']
  const depth = ({ method, path }: Operation) => (method === 'DELETE' ? path.split('/').length : 0)
  const inOrder = answering.toSorted(
    (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || depth(b) - depth(a),
  )

  test.each(inOrder.map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (_id, operation) => {
      const { method, requestBody, responses } = operation
      const key = /\/owner$|\/webhooks/.test(operation.path) ? api.platform.privileged : api.platform.standard
      const ajv = validatorOf()
      for (const described of pathsOf(operation)) {
        const path = await withAnswered(described)
        const shownExample = requestBody && bodyOf(requestBody.content).examples?.[0]
        const example = operation.operationId === 'mergeQuestions' ? await duplicateQuestion() : shownExample
        const answer = await api.sendTo(method, path, { key, ...sending(example) })
        expect({ status: answer.status, body: answer.body }).toMatchObject({
          // The other objects of the examples exist before they are updated.
          status:
            responses['201'] && (method === 'POST' || operation.operationId === 'addFavorite') ? 201 : 200,
          body: method === 'GET' ? {} : { code: 'ok' },
        })
        // This status occurs only for a repeated request.
        const { 'Idempotent-Replayed': _replayed, ...told } = responses[answer.status]?.headers ?? {}
        for (const name of Object.keys(told))
          expect([name, typeof answer.headers[name.toLowerCase()]]).toEqual([name, 'string'])
        const { schema } = responses[answer.status]?.content['application/json'] ?? { schema: {} }
        const bundled = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"lectern#/'))
        expect(ajv.validate(bundled, answer.body) ? [] : ajv.errors).toEqual([])
        const [shown] = resolve(schema).examples ?? []
        if (shown) expect(Object.keys(answer.body)).toEqual(Object.keys(shown))
        if (operation.operationId === 'createWebhook') webhookId = answer.body.id
        if (operation.operationId === 'createMessage') messageId = answer.body.id
        if (operation.operationId === 'createQuestion') questionId = answer.body.id
      }
    },
  )

  test('include streams, whose request and response lines match their schemas', async () => {
    const { requestBody, responses } = described('executeBatch')
    const lineOf = (content: Content | undefined) => content?.['application/x-ndjson']?.schema.$ref
    const ajv = validatorOf()
    const faultsOf = (ref: string | undefined, line: unknown) =>
      ajv.validate({ $ref: `lectern${ref}` }, line) ? [] : ajv.errors
    const lines = [
      { method: 'PUT', path: '/sponsors/ext:streamed', body: sponsor() },
      { method: 'DELETE', path: '/talks/ext:none', ifMatch: '*' },
    ]
    const send = (some: object[]) =>
      api.send('POST', '/batch', {
        raw: some.map((line) => `${JSON.stringify(line)}\n`).join(''),
        headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': 'once' },
      })
    const answered = parseLines((await send(lines)).text)
    const ended = parseLines((await send(lines.slice(1))).text)
    expect([...answered, ...ended].map(({ status, ended }) => [status, ended])).toEqual([
      [201, undefined],
      [404, undefined],
      [422, true],
    ])
    expect(lines.flatMap((line) => faultsOf(lineOf(requestBody?.content), line))).toEqual([])
    expect(
      [...answered, ...ended].flatMap((line) => faultsOf(lineOf(responses['200']?.content), line)),
    ).toEqual([])
  })

  const large = Buffer.from(`{"title":"${'x'.repeat(33 * 1024 * 1024)}"}`)
  const json = { 'content-type': 'application/json' }
  const hostile: [name: string, status: number, send: (api: TestApi, at: Hostile) => Promise<Answer>][] = [
    [
      'an invalid idempotency key',
      400,
      (api, { method, path, key }) =>
        api.sendTo(method, path, { key, body: {}, headers: { 'idempotency-key': 'a b' } }),
    ],
    [
      'a body that is not JSON',
      400,
      (api, { method, path, key }) => api.sendTo(method, path, { key, raw: '{', headers: json }),
    ],
    [
      'a body of another media type',
      415,
      (api, { method, path, key }) =>
        api.sendTo(method, path, { key, raw: 'x', headers: { 'content-type': 'text/plain' } }),
    ],
    [
      'a body that is too large',
      413,
      (api, { method, path, key }) => api.sendTo(method, path, { key, raw: large, headers: json }),
    ],
    [
      'a condition that does not hold',
      412,
      (api, { method, path, key, body }) =>
        api.sendTo(method, path, { key, body, headers: { 'if-match': '"999999"' } }),
    ],
    [
      'an identifier that is too long',
      414,
      (api, { method, long, key }) => api.sendTo(method, long, { key, body: {} }),
    ],
    [
      'headers that are too large',
      431,
      (api, { method, path, key }) =>
        api.sendTo(method, path, { key, headers: { 'x-padding': 'x'.repeat(20_000) } }),
    ],
  ]
  test.each(hostile)(
    'do not hide how %s is answered: every status is described',
    async (_name, status, send) => {
      const undescribed: string[] = []
      const answered = new Set<number>()
      for (const operation of answering) {
        const { operationId, method, requestBody, responses } = operation
        const [path = ''] = pathsOf(operation)
        const { status } = await send(api, {
          method,
          path: path.replace(/\{\w+\}/, '01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'),
          long: operation.path.replaceAll(/\{\w+\}/g, 'x'.repeat(5_000)),
          key: api.platform.privileged,
          body: requestBody && bodyOf(requestBody.content).examples?.[0],
        })
        answered.add(status)
        if (!(status in responses)) undescribed.push(`${operationId} ${status}`)
      }
      expect(undescribed).toEqual([])
      expect([...answered]).toContain(status)
    },
  )

  test('include entity tags in the form that the server sends', async () => {
    await api.send('PUT', '/sponsors/ext:tagged', { body: sponsor() })
    const { headers } = await api.send('GET', '/sponsors/ext:tagged')
    const shown = [
      document.components.headers.ETag?.example,
      ...['updateTalk', 'readTalk'].map((id) => {
        const tag = described(id).parameters?.find(({ name }) => /^If-(None-)?Match$/.test(name))
        return tag && examplesOf(tag)[0]
      }),
    ]
    for (const tag of [headers.etag, ...shown]) expect(tag).toMatch(/^"[1-9]\d*-[0-9a-f]{8}[\w-]{22}"$/)
  })

  /** Duplicates are named by their ids. */
  async function duplicateQuestion() {
    const [path = ''] = pathsOf(described('createQuestion'))
    const body = { text: 'Which one first?', label: 'Room 3' }
    const answer = await api.sendTo('POST', path, { key: api.platform.standard, body })
    return { questions: [answer.body.id] }
  }

  // Webhooks, deliveries, messages, and questions have only ids, which come from earlier responses.
  let webhookId = ''
  let messageId = ''
  let questionId = ''
  async function withAnswered(path: string): Promise<string> {
    if (path.includes('{messageId}')) return path.replace('{messageId}', messageId)
    if (path.includes('{talkId}')) return path.replace('{talkId}', 'ext:crm-4711')
    if (path.includes('{questionId}')) return path.replace('{questionId}', questionId)
    if (!path.includes('/webhooks/')) return path
    const known = path.replace(/[0-9a-f-]{36}/, webhookId)
    if (!known.includes('{deliveryId}')) return known
    const list = known.replace('/{deliveryId}', '')
    const { body } = await waitUntil(
      () => api.sendTo('GET', list, { key: api.platform.privileged }),
      ({ body }) => body.items.length > 0,
    )
    return known.replace('{deliveryId}', body.items[0].id)
  }
})

/** Uses the first example of each query parameter, and sends one request for every example of the identifier. */
function pathsOf({ method, path, parameters = [] }: Operation): string[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && examplesOf(parameter).length > 0)
    .map((parameter) => [parameter.name, examplesOf(parameter)[0] ?? ''])
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const identifier = parameters.find((parameter) => parameter.in === 'path')
  if (!identifier) return [path + search]
  const identifiers = examplesOf(identifier)
  return (method === 'GET' ? identifiers : identifiers.slice(0, 1)).map(
    (value) => path.replace(`{${identifier.name}}`, value) + search,
  )
}
