// Writes: what every route that changes something has in common - dry run, If-Match, idempotency keys - and the table
// of them that a batch looks its operations up in.
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { type Asked, type Command, executeAll } from '../../domain/changes/commands.ts'
import { madeUpIn } from '../../domain/changes/dry-run.ts'
import { Refusal } from '../../domain/changes/errors.ts'
import type { Saved } from '../../domain/programme/save-with-people.ts'
import type { Services } from '../../domain/services.ts'
import { requirePrivileged } from '../guards/authenticate.ts'
import { RunningRequests, receiptsOf } from '../guards/idempotency.ts'
import { seenBy } from '../guards/preconditions.ts'
import type { WriteMark } from '../openapi/writes.ts'
import { type Answered, dryRunOf } from './dry-run.ts'
import { API } from './responses.ts'

export type WriteMethod = 'POST' | 'PUT' | 'DELETE'

/** A route that executes one command. */
export type Write<Body extends TSchema = TSchema> = {
  method: WriteMethod
  /** Below the API; a new object is read below its first part. */
  url: string
  isPrivileged?: boolean
  schema: FastifySchema & { operationId: string; body?: Body }
  command(asked: Asked<Static<Body>>): Command<Saved<Answered>>
}

export const DryRunQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Check and tell what would change, without changing anything.' }),
    ),
  },
  { additionalProperties: false },
)

/** The writes of the API, in the order of their declaration. */
export class Writes {
  readonly services: Services
  readonly running = new RunningRequests()
  readonly #writes: Write[] = []

  constructor(services: Services) {
    this.services = services
  }

  /** Adds the route of a write. */
  declare<Body extends TSchema>(app: FastifyInstance, write: Write<Body>): void {
    // A body is checked against the schema of its write before the command is asked for, here and in a batch.
    const declared = write as unknown as Write
    this.#writes.push(declared)
    app.route({
      method: write.method satisfies HTTPMethods,
      url: write.url,
      ...(write.isPrivileged ? { onRequest: requirePrivileged } : {}),
      schema: { querystring: DryRunQuery, 'x-write': 'one', ...write.schema } satisfies WriteMark,
      handler: (request, reply) => this.#answer(declared, request, reply),
    })
  }

  /** The write at a path below the API, with the identifier in it; or the methods that the path takes. */
  find(method: string, path: string): { write: Write; reference: string | null } | { allow: WriteMethod[] } {
    const found = this.#writes.flatMap((write) => {
      const match = matchPath(write.url, path)
      return match ? [{ write, reference: match.reference }] : []
    })
    // A path that is named in full comes before one with a place for an identifier.
    const named = found.filter(({ reference }) => reference === null)
    const writes = named.length > 0 ? named : found
    return (
      writes.find(({ write }) => write.method === method) ?? {
        allow: writes.map(({ write }) => write.method),
      }
    )
  }

  async #answer(write: Write, request: FastifyRequest, reply: FastifyReply) {
    const isDryRun = (request.query as Static<typeof DryRunQuery>).dryRun === true
    const receipts = receiptsOf(request, { isDryRun })
    const command = write.command({
      reference: referenceOf(request.params),
      body: request.body,
      seen: seenBy({
        ifMatch: request.headers['if-match'],
        ifNoneMatch: request.headers['if-none-match'],
      }),
    })
    const { outcomes, replayOf } = await this.running.run(receipts, () =>
      executeAll(this.services, request.caller, [command], { isDryRun, receipt: receipts?.claim() }),
    )
    if (replayOf !== undefined) reply.header('Idempotent-Replayed', 'true')
    const [outcome] = outcomes
    if (outcome?.status === 'refused') throw repeated(outcome.refusal, replayOf)
    if (outcome?.status !== 'done') throw new Error('A write has one outcome.')
    if (isDryRun) return sendPlain(reply, dryRunOf(outcome, madeUpIn([command], outcomes)))
    const { isCreated, answer } = outcome.answer
    if (isCreated) reply.header('Location', locationOf(write, answer.id))
    reply.code(isCreated ? 201 : 200)
    return answer
  }
}

/** Sends what no schema of the route's answers describes alone. */
export const sendPlain = (reply: FastifyReply, answer: object) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer)

const locationOf = ({ url }: Write, id: string) => `${API}/${url.split('/')[1]}/${id}`

/** A refusal as the first request of its kind met it. */
const repeated = (refusal: Error, replayOf: string | undefined) =>
  refusal instanceof Refusal && replayOf !== undefined
    ? new Refusal(refusal.code, { ...refusal.detail, replayOf })
    : refusal

/** The one identifier that a path can have. */
function referenceOf(params: unknown): string | null {
  const [reference] = Object.values(params ?? {})
  return typeof reference === 'string' ? reference : null
}

function matchPath(url: string, path: string): { reference: string | null } | undefined {
  const [wanted, parts] = [url.split('/'), path.split('/')]
  if (wanted.length !== parts.length) return undefined
  let reference: string | null | undefined = null
  for (const [place, part] of wanted.entries()) {
    const given = parts[place] ?? ''
    if (!part.startsWith(':') && part !== given) return undefined
    if (part.startsWith(':')) reference = decoded(given)
    if (reference === undefined) return undefined
  }
  return { reference }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not percent-encoded as a path has to be (RFC 3986, section 2.1): it names nothing.
    return undefined
  }
}
