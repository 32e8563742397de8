// Converts the OpenAPI document to a Postman collection (schema.getpostman.com, v2.1.0) with a request for each operation.
// The whole collection can be run in its order: each request checks its response, and later ones use the ids of earlier
// ones. A run leaves out streams, because they do not end by themselves.

type Schema = {
  $ref?: string
  examples?: unknown[]
  required?: string[]
  properties?: Record<string, unknown>
}
type Content = Record<string, { schema: Schema; example?: string }>
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type OpenApi = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Place = { path: string; method: string; operation: Operation }

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const STREAM = 'text/event-stream'

const HOW_TO_RUN = `To run the whole collection on an empty platform, set \`baseUrl\` and \`apiKey\`. It needs a privileged key, because a standard key can neither manage webhooks nor create owners, and a platform whose credits are on. A run leaves out the stream, which does not end by itself: send that request on its own.`

/**
 * A folder for each tag, with an example body for each request, and last a folder of deletions. The collection has
 * variables for the URL of the installation, the API key, and the ids of created objects.
 */
export function toPostman(document: OpenApi) {
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  // What is part of an object is deleted before it.
  const deletions = places.filter(({ method }) => method === 'delete').reverse()
  const ids = [...new Set(places.flatMap(({ path }) => variablesOf(path).map(({ name }) => name)))]
  const folder = (name: string, description: string, members: readonly Place[]) => ({
    name,
    description,
    item: members.map((place, index) => requestOf(document, place, { ids, next: members.slice(index + 1) })),
  })
  const folders = document.tags.map(({ name, description }) =>
    folder(
      name,
      description,
      places.filter(({ method, operation }) => method !== 'delete' && operation.tags?.includes(name)),
    ),
  )
  return {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\n${HOW_TO_RUN}`,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://localhost:8443' },
      { key: 'apiKey', value: '', description: 'A privileged API key.' },
      ...ids.map((key) => ({ key, value: '' })),
    ],
    item: [
      ...folders.filter(({ item }) => item.length > 0),
      folder('Deletions', 'They come last because the other requests use these objects.', deletions),
    ],
  }
}

/** The variables that hold ids, and the requests that follow in the same folder. */
type Surroundings = { ids: readonly string[]; next: readonly Place[] }

function requestOf(document: OpenApi, place: Place, { ids, next }: Surroundings) {
  const { path, method, operation } = place
  const { description, parameters = [], requestBody } = operation
  const parametersIn = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const described = ({ name, description }: Parameter, value: string) => ({
    key: name,
    value,
    ...(description ? { description } : {}),
  })
  const unlessRequired = (parameter: Parameter) => ({
    ...described(parameter, exampleOf(parameter)),
    disabled: !parameter.required,
  })
  const idOf = (parameter: Parameter) => {
    const variable = variablesOf(path).find((one) => one.parameter === parameter.name)
    return described(parameter, `{{${variable?.name}}}`)
  }
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'))
  return {
    name: nameOf(place),
    event: [
      ...(operation.operationId === 'mergeQuestions' ? [script('prerequest', CREATE_DUPLICATE)] : []),
      script('test', [...testsOf(document, place, ids), ...leaveOutStream(next)]),
    ],
    request: {
      method: method.toUpperCase(),
      ...(description ? { description } : {}),
      header: [
        ...(requestBody ? [{ key: 'Content-Type', value: typeOf(requestBody.content) }] : []),
        ...parametersIn('header').map(unlessRequired),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(parametersIn('query').length > 0 ? { query: parametersIn('query').map(unlessRequired) } : {}),
        ...(parametersIn('path').length > 0 ? { variable: parametersIn('path').map(idOf) } : {}),
      },
      ...(requestBody ? { body: bodyOf(document, requestBody.content, operation.operationId) } : {}),
    },
  }
}

const nameOf = ({ path, method, operation }: Place) => operation.summary ?? `${method.toUpperCase()} ${path}`

const script = (listen: 'prerequest' | 'test', exec: string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
})

/** Makes a run continue after the next request if that is a stream. Requests sent on their own ignore it. */
function leaveOutStream([next, following]: readonly Place[]): string[] {
  const content = next?.operation.responses[200]?.content ?? {}
  if (!(STREAM in content)) return []
  if (following === undefined) throw new Error('A stream cannot be the last request of its folder.')
  return [
    '// The next request is a stream, which does not end by itself, so a run leaves it out.',
    `pm.execution.setNextRequest('${nameOf(following)}')`,
  ]
}

/** The variables for the parameters of a path: `webhookId` and `deliveryId` for `/webhooks/{id}/deliveries/{deliveryId}`. */
function variablesOf(path: string): { parameter: string; name: string }[] {
  return [...path.matchAll(/\/(\w+)\/\{(\w+)\}/g)].map(([, list = '', parameter = '']) => ({
    parameter,
    name: parameter.endsWith('Id') ? parameter : idNameOf(list),
  }))
}

/** `talkId` of `talks`, `deliveryId` of `deliveries`. */
const idNameOf = (list: string) => `${list.replace(/ies$/, 'y').replace(/s$/, '')}Id`

/** The lines of a script that checks the response, and keeps the id that later requests need. */
function testsOf(
  { components }: OpenApi,
  { path, method, operation }: Place,
  ids: readonly string[],
): string[] {
  const { operationId = '', responses } = operation
  // A creation has 200 as well, for dry runs. The objects of other updates exist.
  const isCreation = method === 'post' || operationId === 'addFavorite'
  const status = isCreation && responses['201'] ? 201 : 200
  const isStatus = `pm.test('The status is ${status}.', () => pm.response.to.have.status(${status}))`
  const { content = {} } = responses[status] ?? {}
  if (STREAM in content) return [isStatus, ...STREAM_TESTS]
  const { required = [] } = resolved(content['application/json']?.schema, components)
  const keys = required.map((key) => `'${key}'`).join(', ')
  const id = idNameOf(path.split('/').at(-1) ?? '')
  const lines = [
    isStatus,
    `pm.test('The response has all its attributes.', () =>`,
    `  pm.expect(pm.response.json()).to.include.all.keys(${keys}))`,
    ...(RESULT_TESTS[operationId] ?? []),
  ]
  if (!ids.includes(id)) return lines
  if (method === 'post') return [...lines, `pm.collectionVariables.set('${id}', pm.response.json().id)`]
  return method === 'get' && id === 'deliveryId' ? [...lines, ...WAIT_FOR_DELIVERY] : lines
}

/** What a bulk request refused is in a member of its response. */
const RESULT_TESTS: Record<string, string[]> = {
  putProgramme: ["pm.test('Nothing is refused.', () => pm.expect(pm.response.json().refused).to.eql([]))"],
  executeBatch: [
    "pm.test('Every operation succeeds.', () => pm.response.json().results.forEach(({ status }) => pm.expect(status).to.be.below(300)))",
  ],
}

const STREAM_TESTS = [
  "pm.test('The stream begins with a snapshot.', () => pm.expect(pm.response.text()).to.match(/^event: reset$/m))",
]

const CREATE_DUPLICATE = [
  '// The question to merge.',
  'pm.sendRequest(',
  '  {',
  "    url: pm.variables.replaceIn('{{baseUrl}}/api/external/v1/talks/{{talkId}}/questions'),",
  "    method: 'POST',",
  "    header: { Authorization: pm.variables.replaceIn('Bearer {{apiKey}}'), 'Content-Type': 'application/json' },",
  "    body: { mode: 'raw', raw: JSON.stringify({ text: 'Which drawer is the first one?', label: 'Room 2' }) },",
  '  },',
  "  (_error, response) => pm.collectionVariables.set('duplicateId', response.json().id),",
  ')',
]

const WAIT_FOR_DELIVERY = [
  '// The delivery appears shortly after its event. Until then, a run repeats this request, up to 40 times.',
  'const [delivery] = pm.response.json().items',
  "const tries = Number(pm.collectionVariables.get('tries') ?? 0) + 1",
  "pm.collectionVariables.set('tries', delivery ? 0 : tries)",
  "if (delivery) pm.collectionVariables.set('deliveryId', delivery.id)",
  'else if (tries < 40) setTimeout(() => pm.execution.setNextRequest(pm.info.requestName), 50)',
]

function exampleOf({ example, examples = {} }: Parameter): string {
  const value = example ?? Object.values(examples)[0]?.value ?? ''
  return String(value)
}

/** By operation, the bodies that need ids of earlier requests. Others are the examples of the document. */
const BODIES_WITH_IDS: Record<string, object> = {
  redeliverWebhook: { deliveryId: '{{deliveryId}}' },
  mergeQuestions: { questions: ['{{duplicateId}}'] },
}

/** Of the example: JSON, or the one type of a file that is text. */
const typeOf = (content: Content): string =>
  'application/json' in content ? 'application/json' : 'image/svg+xml'

function bodyOf({ components }: OpenApi, content: Content, operationId: string | undefined) {
  const file = content[typeOf(content)]?.example
  if (file !== undefined) return { mode: 'raw', raw: file }
  const { examples = [{}] } = resolved(content['application/json']?.schema, components)
  const example = BODIES_WITH_IDS[operationId ?? ''] ?? examples[0]
  return {
    mode: 'raw',
    raw: JSON.stringify(example, null, 2),
    options: { raw: { language: 'json' } },
  }
}

function resolved(schema: Schema | undefined, { schemas }: OpenApi['components']): Schema {
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : schemas[name]) ?? {}
}
