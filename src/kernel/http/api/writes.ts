// Writes: dry runs, preconditions, and idempotency keys for every route that changes something, and the table in which
// a batch looks up its operations.
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import createRouter, { type Instance as Router } from 'find-my-way'
import Type, { type Static, type TSchema } from 'typebox'
import { executeAll, requireDone, type SaveRequest } from '../../changes/commands.ts'
import { plannedIdsOf } from '../../changes/dry-run.ts'
import { Refusal, refusalCodec } from '../../changes/errors.ts'
import type { Saved } from '../../changes/saved.ts'
import type { Services } from '../../changes/services.ts'
import type { Command } from '../../store/changes/transaction.ts'
import { requirePrivileged } from '../guards/api-caller.ts'
import { idempotencyClaimsOf, RunningRequests } from '../guards/idempotency.ts'
import { preconditionOf } from '../guards/preconditions.ts'
import type { WriteMark } from '../openapi/writes.ts'
import { dryRunOf, type WriteResponse } from './dry-run.ts'
import { API } from './responses.ts'

const writeMethods = ['POST', 'PUT', 'DELETE'] as const
export type WriteMethod = (typeof writeMethods)[number]

/** A route that executes one command. */
export type WriteRoute<Body extends TSchema = TSchema> = {
  method: WriteMethod
  /** Below the API, with at most two identifiers: of an object, and of an item within it. */
  url: string
  isPrivileged?: boolean
  schema: FastifySchema & WriteMark & { operationId: string; body?: Body }
  command(request: SaveRequest<Static<Body>>): Command<Saved<WriteResponse>>
}

type Write<Response> = {
  command: Command<Saved<Response>>
  /** The URL of a new object. */
  locationOf(response: Response): string
}

export const DryRunQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Validate and report what would change, without changing anything.' }),
    ),
  },
  { additionalProperties: false },
)

/** For a route whose query string is a `DryRunQuery`. */
export const isDryRunOf = ({ query }: FastifyRequest): boolean =>
  (query as Static<typeof DryRunQuery>).dryRun === true

/** Longer than any identifier, even percent-encoded. */
const MAX_PARAM_LENGTH = 8192

/** The writes of the API. */
export class WriteRoutes {
  readonly services: Services
  readonly running = new RunningRequests()
  readonly #router: Router<never> = createRouter({ maxParamLength: MAX_PARAM_LENGTH })

  constructor(services: Services) {
    this.services = services
  }

  /** Adds the route of a write. */
  declare<Body extends TSchema>(app: FastifyInstance, write: WriteRoute<Body>): void {
    // A body is validated against the schema of its write before the command is built, here and in a batch.
    const declared = write as unknown as WriteRoute
    this.#router.on(write.method, write.url, () => {}, declared)
    app.route({
      method: write.method,
      url: write.url,
      ...(write.isPrivileged ? { onRequest: requirePrivileged } : {}),
      schema: { querystring: DryRunQuery, 'x-write': 'one', ...write.schema } satisfies WriteMark,
      handler: (request, reply) => this.#respond(declared, request, reply),
    })
  }

  /** The write at a path below the API, with the identifiers in the path; or the methods that the path allows. */
  find(
    method: string,
    path: string,
  ): { write: WriteRoute; references: References } | { allow: WriteMethod[] } {
    const found = writeMethods.flatMap((one) => {
      const match = this.#router.find(one, path)
      // `declare` stores only writes.
      return match ? [{ write: match.store as WriteRoute, references: referencesOf(match.params) }] : []
    })
    // A literal path, such as /users/owner, takes precedence over one with an identifier.
    const named = found.filter(({ references }) => references.reference === null)
    const writes = named.length > 0 ? named : found
    return (
      writes.find(({ write }) => write.method === method) ?? {
        allow: writes.map(({ write }) => write.method),
      }
    )
  }

  #respond(write: WriteRoute, request: FastifyRequest, reply: FastifyReply) {
    const references = referencesOf(request.params)
    const command = write.command({
      ...references,
      body: request.body,
      precondition: preconditionOf({
        ifMatch: request.headers['if-match'],
        ifNoneMatch: request.headers['if-none-match'],
      }),
    })
    const location = ({ id }: WriteResponse) => locationOf(write, references, id)
    return this.execute(request, reply, { command, locationOf: location })
  }

  /** Executes the command of a request once and responds with its answer, or reports what it would do. */
  async execute<Response extends WriteResponse>(
    request: FastifyRequest,
    reply: FastifyReply,
    { command, locationOf }: Write<Response>,
  ) {
    const isDryRun = isDryRunOf(request)
    const claims = idempotencyClaimsOf(request, { isDryRun })
    const { outcomes, replayOf } = await this.running.run(claims, () =>
      executeAll(this.services, request.caller, [command], { isDryRun, claim: claims?.claim() }),
    )
    if (replayOf !== undefined) reply.header('Idempotent-Replayed', 'true')
    const [outcome] = outcomes
    if (outcome?.status === 'refused') throw repeated(refusalCodec.fromData(outcome.refusal), replayOf)
    const { isCreated, response } = requireDone(outcome)
    if (isDryRun && outcome?.status === 'done')
      return sendPlain(reply, dryRunOf(outcome, plannedIdsOf(outcomes)))
    if (isCreated) reply.header('Location', locationOf(response))
    reply.code(isCreated ? 201 : 200)
    return response
  }
}

/** Sends a response that the route's response schema does not fully describe. */
export const sendPlain = (reply: FastifyReply, response: object) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(response)

/** The URL of a new object is below the first segment of the route. That of a new item is below its object. */
function locationOf({ url }: WriteRoute, { reference }: References, id: string): string {
  const [, objects, , items] = url.split('/')
  const isItem = reference !== null && items !== undefined
  return `${API}/${objects}/${isItem ? `${encodeURIComponent(reference)}/${items}/` : ''}${id}`
}

/** The refusal of a repeated request names the first request. */
const repeated = (refusal: Refusal, replayOf: string | undefined) =>
  replayOf === undefined ? refusal : new Refusal(refusal.code, { ...refusal.detail, replayOf })

type References = Pick<SaveRequest<unknown>, 'reference'> & { itemReference: string | null }

/** The identifiers in a path. */
function referencesOf(params: unknown): References {
  const [reference = null, itemReference = null]: (string | null)[] = Object.values(params ?? {})
  return { reference, itemReference }
}
