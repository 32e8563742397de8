// Converts the OpenAPI document to a Postman collection (schema.getpostman.com, v2.1.0), with a folder for each tag and a
// request with an example body for each operation.

type Schema = { $ref?: string; examples?: unknown[] }
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
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type OpenApi = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** The collection has two variables: `baseUrl`, the URL of the installation, and `apiKey`. */
export function toPostman(document: OpenApi) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const folder = ({ name, description }: OpenApi['tags'][number]) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(({ path, method, operation }) => requestOf(document, path, method, operation)),
  })
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'https://localhost:8443' },
      { key: 'apiKey', value: '' },
    ],
    item: document.tags.map(folder).filter(({ item }) => item.length > 0),
  }
}

function requestOf(document: OpenApi, path: string, method: string, operation: Operation) {
  const { summary, description, parameters = [], requestBody } = operation
  const place = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const entry = (parameter: Parameter) => ({
    key: parameter.name,
    value: exampleOf(parameter),
    ...(parameter.description ? { description: parameter.description } : {}),
  })
  const optional = (parameter: Parameter) => ({ ...entry(parameter), disabled: true })
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'))
  return {
    name: summary ?? `${method.toUpperCase()} ${path}`,
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
        ...(place('path').length > 0 ? { variable: place('path').map(entry) } : {}),
      },
      ...(requestBody ? { body: bodyOf(document, requestBody) } : {}),
    },
  }
}

function exampleOf({ example, examples = {} }: Parameter): string {
  const value = example ?? Object.values(examples)[0]?.value ?? ''
  return String(value)
}

function bodyOf({ components }: OpenApi, { content }: NonNullable<Operation['requestBody']>) {
  const schema = content['application/json']?.schema
  const name = schema?.$ref?.split('/').at(-1)
  const [example = {}] = (name === undefined ? schema : components.schemas[name])?.examples ?? []
  return {
    mode: 'raw',
    raw: JSON.stringify(example, null, 2),
    options: { raw: { language: 'json' } },
  }
}
