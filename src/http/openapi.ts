// The OpenAPI document (3.1), made from the routes themselves.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { AttachedPerson, Person, SponsorPerson, TalkPerson } from '../schema/person.ts'
import { Deleted, Notice, ProblemDetails } from '../schema/problem.ts'
import { Sponsor, SponsorCreate, SponsorSaved, SponsorUpdate } from '../schema/sponsor.ts'
import { Talk, TalkCreate, TalkSaved, TalkUpdate, UpcomingTalk } from '../schema/talk.ts'
import { OwnerCreate, User, UserCreate, UserCreated, UserUpdate, UserUpdated } from '../schema/user.ts'
import { API } from './answers.ts'
import { headers, headersOf } from './openapi-headers.ts'

const shared: readonly TSchema[] = [
  TalkPerson,
  SponsorPerson,
  Person,
  AttachedPerson,
  Notice,
  ProblemDetails,
  Deleted,
  TalkCreate,
  TalkUpdate,
  TalkSaved,
  Talk,
  UpcomingTalk,
  SponsorCreate,
  SponsorUpdate,
  SponsorSaved,
  Sponsor,
  UserCreate,
  UserUpdate,
  UserCreated,
  UserUpdated,
  OwnerCreate,
  User,
]

const description = `Push talks with their speakers and moderators, sponsors and user accounts to a Lectern platform.

- HTTPS only. Send the API key as \`Authorization: Bearer <API key>\`.
- 100 requests in any 60 seconds per key; \`RateLimit\` tells what is left, \`Retry-After\` when to come back.
- An update changes what is sent: objects merge member by member, lists replace whole, \`null\` clears.
- Wherever a path takes an id it takes \`ext:<your own identifier>\` too, and \`PUT\` to one that does not exist creates the object.
- Errors are \`application/problem+json\` (RFC 9457) with a \`code\` and every problem of the body at once.`

/** Collects the routes that are registered after it, and serves the document without a key. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of shared) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern External API',
        version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      security: [{ apiKey: [] }],
      tags: [
        { name: 'Talks', description: 'The programme and its people.' },
        { name: 'Sponsors', description: 'Sponsors and who speaks for them.' },
        { name: 'Users', description: 'Accounts of attendees, speakers and owners.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: lecs_… (standard) or lecp_… (privileged).',
          },
        },
      },
    },
    // The pages of the website are no part of the API.
    hideUntagged: true,
    transformObject: (made) =>
      'openapiObject' in made ? withHeaders(made.openapiObject) : made.swaggerObject,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  })
  app.get(
    `${API}/openapi.json`,
    { schema: { operationId: 'getOpenApi', hide: true } },
    async (_request, reply) => {
      reply.header('access-control-allow-origin', '*')
      return app.swagger()
    },
  )
}

/** Adds to every answer the headers that come with its status. */
function withHeaders<T extends object>(document: T): T {
  const { paths = {}, components } = document as T & Document
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) response.headers = refsTo(headersOf(status))
  }
  return { ...document, components: { ...components, headers } }
}

type Document = {
  paths?: Record<
    string,
    Record<string, { responses: Record<string, { headers?: Record<string, { $ref: string }> }> }>
  >
  components?: object
}

const refsTo = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
