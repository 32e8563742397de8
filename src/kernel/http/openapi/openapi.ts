// The OpenAPI document (3.1), generated from the routes.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as problemSchemas from '../../schema/problems.ts'
import { type ApiPart, sharedSchemas } from '../api/api-part.ts'
import { API } from '../api/responses.ts'
import { StaticFile } from '../server/static-files.ts'
import { headers, headersOf } from './headers.ts'
import { completeRead } from './reads.ts'
import { completeWrite, type DescribedOperation, type Parameter } from './writes.ts'

const description = `Push talks with their speakers and moderators, sponsors, and user accounts to a Lectern platform.

- **Authentication.** Use HTTPS and send your API key as \`Authorization: Bearer <API key>\`.
- **Rate limit.** Each API key can make 100 requests in any 60 seconds. \`RateLimit\` reports how many are left. After a 429, wait for the number of seconds in \`Retry-After\`.
- **Partial updates.** An update changes only the attributes you send. Objects are merged, lists are replaced, and \`null\` clears an attribute.
- **Your own identifiers.** Wherever a path takes the id of a talk, sponsor, user, survey, or question, you can use \`ext:<your own identifier>\` instead. A \`PUT\` to an unknown one creates the object, except for questions, which only a \`POST\` creates.
- **Conditional requests.** Responses to reads have an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing changed, or as \`If-Match\` to change an object only if its version is still the same. Responses to writes of one object have the member \`etag\`, which \`If-Match\` accepts, so that you can write again without reading.
- **Safe retries.** A write with an \`Idempotency-Key\` is executed once, no matter how often you send it.
- **Dry runs.** Add \`dryRun=true\` to a write to see what it would change.
- **Changes.** Follow every change with \`GET /events\` or webhooks.
- **Errors.** Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`. They list every problem of the body at once.`

type Options = {
  version: string
  parts: readonly Omit<ApiPart, 'routes'>[]
  /** The names of tags in the order of the reference. Others follow. */
  sections: readonly string[]
}

/** Collects the routes registered after this call and serves the document without an API key. */
export async function addOpenApi(app: FastifyInstance, { version, parts, sections }: Options): Promise<void> {
  for (const schema of sharedSchemas([problemSchemas, ...parts.flatMap(({ schemas }) => schemas)]))
    app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern External API',
        version,
        description,
        contact: { name: 'The operator of this installation' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      security: [{ apiKey: [] }],
      tags: parts
        .flatMap(({ tags = [] }) => tags)
        .toSorted((a, b) => placeIn(sections, a) - placeIn(sections, b)),
      webhooks: Object.assign({}, ...parts.map((part) => part.webhooks)),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A standard (lecs_…) or privileged (lecp_…) API key.',
          },
        },
      },
    },
    // The pages of the website are not part of the API.
    hideUntagged: true,
    transformObject: (made) =>
      'openapiObject' in made ? withHeaders(made.openapiObject) : made.swaggerObject,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  })
  let document: StaticFile | undefined
  app.get(`${API}/openapi.json`, { schema: { operationId: 'getOpenApi', hide: true } }, (request, reply) => {
    document ??= new StaticFile(JSON.stringify(app.swagger()), 'application/json; charset=utf-8')
    return document.sendLatest(request, reply.header('access-control-allow-origin', '*'))
  })
}

function placeIn(sections: readonly string[], { name }: { name: string }): number {
  const place = sections.indexOf(name)
  return place < 0 ? sections.length : place
}

/** Adds headers to every response by its status, and the parts that all operations of a method share. */
function withHeaders<T extends object>(document: T): T {
  const { paths = {}, components } = document as T & Document
  for (const [method, operation] of Object.values(paths).flatMap((methods) => Object.entries(methods))) {
    completeWrite(operation)
    if (!isStream(operation)) completeRead(method, operation)
    operation.parameters?.forEach(leaveOut)
    for (const [status, response] of Object.entries(operation.responses))
      response.headers = {
        ...refsTo(headersOf(isStream(operation) ? 'stream' : method, status)),
        ...response.headers,
      }
  }
  return asPublished({ ...document, components: { ...components, headers } })
}

/** A stream has no entity tag. */
const isStream = ({ responses }: DescribedOperation) =>
  responses['200']?.content !== undefined && 'text/event-stream' in responses['200'].content

/** The schemas in the form that generators understand best. */
const asPublished = <T>(part: T): T =>
  JSON.parse(JSON.stringify(part), (_name, value) => {
    // Items that are validated one by one get the schema that they are validated against.
    if (value?.['x-checked-as']) return { $ref: `#/components/schemas/${value['x-checked-as']}` }
    // These attributes accepted only URLs at first. Declaring another format would count as a breaking change.
    if (value?.format === 'picture-url') return withoutFormat(value)
    return Array.isArray(value?.enum) && value.enum.includes(null) ? nullableEnum(value) : value
  })

const withoutFormat = ({ format: _format, ...rest }: { format: string }) => rest

/** Several generators cannot read null in an enum of texts. */
function nullableEnum({ type: _type, enum: values, ...rest }: { type: unknown; enum: unknown[] }) {
  const texts = values.filter((value) => value !== null)
  return { ...rest, anyOf: [{ type: 'string', enum: texts }, { type: 'null' }] }
}

/**
 * Marks the example of an optional parameter, so that the API reference does not send it unless the reader selects it.
 * `x-disabled` is an extension of the reference. Clients ignore it.
 */
function leaveOut(parameter: Parameter): void {
  const { required, example, schema } = parameter
  const value = example ?? schema?.examples?.[0] ?? schema?.enum?.[0] ?? schema?.default
  if (required || value === undefined || parameter.examples) return
  delete parameter.example
  parameter.examples = { example: { value, 'x-disabled': true } }
}

type Document = {
  paths?: Record<string, Record<string, DescribedOperation>>
  components?: object
}

const refsTo = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
