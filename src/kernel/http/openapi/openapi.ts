// The OpenAPI document (3.1), generated from the routes.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Author, Message, MessageCreate, MessageDelete, MessageSaved } from '../../../features/chat/schema.ts'
import { Favorite, FavoriteCount, FavoriteSaved } from '../../../features/favorites/schema.ts'
import { FileSaved } from '../../../features/files/schema.ts'
import {
  Programme,
  ProgrammePerson,
  ProgrammeSaved,
  ProgrammeSponsor,
  ProgrammeSurvey,
  ProgrammeTalk,
} from '../../../features/import/schema.ts'
import {
  AttachedPerson,
  Person,
  SponsorPerson,
  TalkPerson,
} from '../../../features/people/attached-people-schema.ts'
import {
  OwnerCreate,
  User,
  UserCreate,
  UserCreated,
  UserUpdate,
  UserUpdated,
} from '../../../features/people/schema.ts'
import {
  Question,
  QuestionCreate,
  QuestionMerge,
  QuestionSaved,
  QuestionUpdate,
} from '../../../features/questions/schema.ts'
import { CreditChange, CreditEntry, CreditsSaved } from '../../../features/rewards/credits-schema.ts'
import { Leader, PointEntry, PointGrant, PointsSaved } from '../../../features/rewards/points-schema.ts'
import { Sponsor, SponsorCreate, SponsorSaved, SponsorUpdate } from '../../../features/sponsors/schema.ts'

import {
  AskedQuestion,
  Survey,
  SurveyCreate,
  SurveyQuestion,
  SurveyResponse,
  SurveyResults,
  SurveySaved,
  SurveyUpdate,
} from '../../../features/surveys/schema.ts'
import {
  LiveViewers,
  OnStage,
  TalkLive,
  TalkLiveSaved,
  TalkLiveUpdate,
} from '../../../features/talks/live-schema.ts'
import { Talk, TalkCreate, TalkSaved, TalkUpdate, UpcomingTalk } from '../../../features/talks/schema.ts'
import {
  LiveChange,
  LiveClosed,
  LiveEvent,
  LiveReset,
  LiveSnapshot,
  LiveViewersChange,
} from '../../../features/talks/stream-schema.ts'
import { Attendance, AttendanceTotals, WatchedTime } from '../../../features/viewers/schema.ts'
import { aboutWebhooks, webhooks } from '../../../features/webhooks/openapi-api.ts'
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
} from '../../../features/webhooks/schema.ts'
import { Batch, BatchDone, BatchLine, BatchOperation, BatchResult } from '../../changes/batch-schema.ts'
import { ChangedAttribute, DryRun, NewAccount } from '../../changes/dry-run-schema.ts'
import { ChangeEvent } from '../../changes/events-schema.ts'
import { Deleted, Notice, ProblemDetails, WarningCount } from '../../schema/problems.ts'
import { API } from '../api/responses.ts'
import { StaticFile } from '../server/static-files.ts'
import { headers, headersOf } from './headers.ts'
import { completeRead } from './reads.ts'
import { completeWrite, type DescribedOperation, type Parameter } from './writes.ts'

const shared: readonly TSchema[] = [
  TalkPerson,
  SponsorPerson,
  Person,
  AttachedPerson,
  Notice,
  WarningCount,
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
  ProgrammeSurvey,
  ProgrammePerson,
  ProgrammeSaved,
  TalkCreate,
  TalkUpdate,
  TalkSaved,
  Talk,
  UpcomingTalk,
  SurveyQuestion,
  AskedQuestion,
  SurveyCreate,
  SurveyUpdate,
  SurveySaved,
  Survey,
  SurveyResults,
  SurveyResponse,
  SponsorCreate,
  SponsorUpdate,
  SponsorSaved,
  Sponsor,
  FileSaved,
  QuestionCreate,
  QuestionUpdate,
  QuestionMerge,
  QuestionSaved,
  Question,
  UserCreate,
  UserUpdate,
  UserCreated,
  UserUpdated,
  OwnerCreate,
  User,
  FavoriteSaved,
  Favorite,
  FavoriteCount,
  OnStage,
  LiveViewers,
  TalkLiveUpdate,
  TalkLiveSaved,
  TalkLive,
  MessageCreate,
  MessageDelete,
  MessageSaved,
  Author,
  Message,
  WatchedTime,
  Attendance,
  AttendanceTotals,
  CreditChange,
  CreditsSaved,
  CreditEntry,
  PointGrant,
  PointsSaved,
  PointEntry,
  Leader,
  LiveChange,
  LiveSnapshot,
  LiveReset,
  LiveClosed,
  LiveViewersChange,
  LiveEvent,
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

/** Collects the routes registered after this call and serves the document without an API key. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  for (const schema of shared) app.addSchema(schema)
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
      tags: [
        { name: 'Talks', description: 'Talks with their speakers and moderators.' },
        { name: 'Live', description: 'What happens in talks while people watch: the chat and its settings.' },
        { name: 'Sponsors', description: 'Sponsors and their speakers.' },
        { name: 'Questions', description: 'Questions to the speakers of a talk, and their votes.' },
        { name: 'Users', description: 'Accounts of attendees, speakers, admins, and owners.' },
        { name: 'Favorites', description: 'The talks that people have starred.' },
        { name: 'Points and credits', description: 'What people have earned, and what they can spend.' },
        { name: 'Surveys', description: 'Surveys of talks and of the whole event, and their results.' },
        { name: 'Programme', description: 'Import a whole programme in one request.' },
        { name: 'Files', description: 'Pictures and documents that talks, people, and sponsors refer to.' },
        { name: 'Batch', description: 'Send many writes in one request.' },
        { name: 'Webhooks', description: aboutWebhooks },
        {
          name: 'Events',
          description: 'The change feed: every change, in order, to keep other systems in sync.',
        },
      ],
      webhooks,
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
