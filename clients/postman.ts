// Converts the OpenAPI document to a Postman collection (schema.getpostman.com, v2.1.0) with a request for each operation.
// The whole collection can be run in its order: each request checks its response, and later ones use the ids of earlier
// ones.

type Schema = {
  $ref?: string
  examples?: unknown[]
  required?: string[]
  properties?: Record<string, unknown>
}
type Content = Record<string, { schema: Schema }>
type Parameter = {
  name: string
  in: string
  description?: string
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Operation = {
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

const HOW_TO_RUN = `To run the whole collection on an empty platform, set \`baseUrl\` and \`apiKey\`. It needs a privileged key, because a standard key can neither manage webhooks nor create owners.`

/**
 * A folder for each tag, with an example body for each request, and last a folder of deletions. The collection has
 * variables for the URL of the installation, the API key, and the ids of created objects.
 */
export function toPostman(document: OpenApi) {
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const deletions = places.filter(({ method }) => method === 'delete')
  const ids = [...new Set(places.flatMap(({ path }) => variablesOf(path).map(({ name }) => name)))]
  const folder = (name: string, description: string, members: readonly Place[]) => ({
    name,
    description,
    item: members.map((place) => requestOf(document, place, ids)),
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

function requestOf(document: OpenApi, { path, method, operation }: Place, ids: readonly string[]) {
  const { summary, description, parameters = [], requestBody } = operation
  const place = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const described = ({ name, description }: Parameter, value: string) => ({
    key: name,
    value,
    ...(description ? { description } : {}),
  })
  const optional = (parameter: Parameter) => ({
    ...described(parameter, exampleOf(parameter)),
    disabled: true,
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
    name: summary ?? `${method.toUpperCase()} ${path}`,
    event: [
      {
        listen: 'test',
        script: { type: 'text/javascript', exec: testsOf(document, { path, method, operation }, ids) },
      },
    ],
    request: {
      method: method.toUpperCase(),
      ...(description ? { description } : {}),
      header: [
        ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...place('header').map(optional),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(place('query').length > 0 ? { query: place('query').map(optional) } : {}),
        ...(place('path').length > 0 ? { variable: place('path').map(idOf) } : {}),
      },
      ...(requestBody ? { body: bodyOf(document, requestBody, ids) } : {}),
    },
  }
}

/** The variables for the parameters of a path: `deliveryId` for the last one of `/deliveries/{deliveryId}`. */
function variablesOf(path: string): { parameter: string; name: string }[] {
  return [...path.matchAll(/\/(\w+)\/\{(\w+)\}/g)].map(([, list = '', parameter = '']) => ({
    parameter,
    name: idNameOf(list),
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
  const { responses } = operation
  // A creation has 200 as well, for dry runs.
  const status = method === 'post' && responses['201'] ? 201 : 200
  const { required = [] } = resolved(responses[status]?.content?.['application/json']?.schema, components)
  const keys = required.map((key) => `'${key}'`).join(', ')
  const id = idNameOf(path.split('/').at(-1) ?? '')
  const lines = [
    `pm.test('The status is ${status}.', () => pm.response.to.have.status(${status}))`,
    `pm.test('The response has all its attributes.', () =>`,
    `  pm.expect(pm.response.json()).to.include.all.keys(${keys}))`,
    ...required.flatMap((key) => RESULT_TESTS[key] ?? []),
  ]
  if (!ids.includes(id)) return lines
  if (method === 'post') return [...lines, `pm.collectionVariables.set('${id}', pm.response.json().id)`]
  return method === 'get' && id === 'deliveryId' ? [...lines, ...WAIT_FOR_DELIVERY] : lines
}

/** What a bulk request refused is in a member of its response. */
const RESULT_TESTS: Record<string, string> = {
  refused: "pm.test('Nothing is refused.', () => pm.expect(pm.response.json().refused).to.eql([]))",
  results:
    "pm.test('Every operation succeeds.', () => pm.response.json().results.forEach(({ status }) => pm.expect(status).to.be.below(300)))",
}

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

function bodyOf(
  { components }: OpenApi,
  { content }: NonNullable<Operation['requestBody']>,
  ids: readonly string[],
) {
  const { examples = [{}], properties = {} } = resolved(content['application/json']?.schema, components)
  const id = ids.find((name) => name in properties)
  const example = id === undefined ? examples[0] : { [id]: `{{${id}}}` }
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
