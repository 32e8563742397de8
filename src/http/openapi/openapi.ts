// The OpenAPI document (3.1), made from the routes themselves.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Batch, BatchDone, BatchLine, BatchOperation, BatchResult } from '../../schema/changes/batch.ts'
import { ChangedAttribute, DryRun, NewAccount } from '../../schema/changes/dry-run.ts'
import { AttachedPerson, Person, SponsorPerson, TalkPerson } from '../../schema/people/attached-people.ts'
import {
  OwnerCreate,
  User,
  UserCreate,
  UserCreated,
  UserUpdate,
  UserUpdated,
} from '../../schema/people/users.ts'
import { Deleted, Notice, ProblemDetails } from '../../schema/problems.ts'
import {
  Programme,
  ProgrammePerson,
  ProgrammeSaved,
  ProgrammeSponsor,
  ProgrammeTalk,
} from '../../schema/programme/import.ts'
import { Sponsor, SponsorCreate, SponsorSaved, SponsorUpdate } from '../../schema/programme/sponsors.ts'
import { Talk, TalkCreate, TalkSaved, TalkUpdate, UpcomingTalk } from '../../schema/programme/talks.ts'
import { ChangeEvent } from '../../schema/webhooks/events.ts'
import {
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookPayload,
  WebhookRedeliver,
  WebhookRedelivered,
  WebhookRotate,
  WebhookSaved,
  WebhookSecret,
  WebhookTested,
  WebhookUpdate,
} from '../../schema/webhooks/webhooks.ts'
import { API } from '../api/responses.ts'
import { headers, headersOf } from './headers.ts'
import { completeRead } from './reads.ts'
import { aboutWebhooks, webhooks } from './webhooks.ts'
import { completeWrite, type DescribedOperation } from './writes.ts'

const shared: readonly TSchema[] = [
  TalkPerson,
  SponsorPerson,
  Person,
  AttachedPerson,
  Notice,
  ProblemDetails,
  Deleted,
  ChangedAttribute,
  NewAccount,
  DryRun,
  Batch,
  BatchOperation,
  BatchResult,
  BatchLine,
  BatchDone,
  Programme,
  ProgrammeTalk,
  ProgrammeSponsor,
  ProgrammePerson,
  ProgrammeSaved,
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
  ChangeEvent,
  WebhookCreate,
  WebhookUpdate,
  WebhookRotate,
  WebhookSaved,
  WebhookTested,
  WebhookSecret,
  Webhook,
  WebhookPayload,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookRedeliver,
  WebhookRedelivered,
]

const description = `Push talks with their speakers and moderators, sponsors and user accounts to a Lectern platform.

- HTTPS only. Send the API key as \`Authorization: Bearer <API key>\`.
- 100 requests in any 60 seconds per key; \`RateLimit\` tells what is left, \`Retry-After\` when to come back.
- An update changes what is sent: objects merge member by member, lists replace whole, \`null\` clears.
- Wherever a path takes an id it takes \`ext:<your own identifier>\` too, and \`PUT\` to one that does not exist creates the object.
- Reads have an \`ETag\`: \`If-None-Match\` answers 304 where nothing changed; \`If-Match\` of a write compares the version in it alone.
- A write with an \`Idempotency-Key\` is executed once, however often it is sent; \`dryRun=true\` tells what it would change.
- \`GET /events\` and webhooks tell of every change.
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
        { name: 'Programme', description: 'All of it at once.' },
        { name: 'Batch', description: 'Many writes in one request.' },
        { name: 'Webhooks', description: aboutWebhooks },
        { name: 'Events', description: 'Every change, in order, to keep other systems in step.' },
      ],
      webhooks,
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
  for (const [method, operation] of Object.values(paths).flatMap((methods) => Object.entries(methods))) {
    completeWrite(operation)
    completeRead(method, operation)
    for (const [status, response] of Object.entries(operation.responses))
      response.headers = { ...refsTo(headersOf(method, status)), ...response.headers }
  }
  return withItemSchemas({ ...document, components: { ...components, headers } })
}

/** What the items of a list are checked as, each by itself, is what they are. */
const withItemSchemas = <T>(part: T): T =>
  JSON.parse(JSON.stringify(part), (_name, value) =>
    value?.['x-checked-as'] ? { $ref: `#/components/schemas/${value['x-checked-as']}` } : value,
  )

type Document = {
  paths?: Record<string, Record<string, DescribedOperation>>
  components?: object
}

const refsTo = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
