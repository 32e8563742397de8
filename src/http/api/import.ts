// PUT /programme: imports a whole programme.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { invalidData, MAX_PROBLEMS, type Problem, Refusal } from '../../domain/changes/errors.ts'
import { commandOrRefusal } from '../../domain/changes/refuse.ts'
import { type ImportItem, importProgramme } from '../../domain/programme/import.ts'
import { kinds } from '../../domain/programme/import-kinds.ts'
import type { PruneInput } from '../../domain/programme/import-pruning.ts'
import { mapInSlices } from '../../lib/time/slices.ts'
import { externalId, ref } from '../../schema/common.ts'
import {
  MAX_DRY_RUN_ITEMS,
  MAX_ITEMS,
  Programme,
  type ProgrammeKind,
  ProgrammeSaved,
  programmeKinds,
} from '../../schema/programme/import.ts'
import { receiptsOf } from '../guards/idempotency.ts'
import { runUntilUnwanted } from '../guards/long-requests.ts'
import { refuseConditions } from '../guards/preconditions.ts'
import { bodyRefusal } from '../guards/validation.ts'
import type { BodyBudget } from '../server/body-budget.ts'
import { BULK_LIMIT_BYTES, readLargeJsonBodies } from '../server/large-bodies.ts'
import { problems } from './responses.ts'
import { DryRunQuery, type WriteRoutes } from './writes.ts'

const LARGEST_SHARE = 0.2
/** Of all items together: more than full lists of usual talks, sponsors, and people have. */
const MAX_MEMBERS = 500_000
/** Problems of refused items that one response lists. */
const MAX_LISTED_PROBLEMS = 1_000

/** Needs `request.caller`. */
export const programmeRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes; budget: BodyBudget }> = (
  app,
  { writes, budget },
  done,
) => {
  readLargeJsonBodies(app, { budget, items: MAX_ITEMS, members: MAX_MEMBERS })
  app.put(
    '/programme',
    {
      bodyLimit: BULK_LIMIT_BYTES,
      config: { isBulk: true },
      schema: {
        operationId: 'putProgramme',
        'x-write': 'many',
        tags: ['Programme'],
        summary: 'Import a programme',
        description: `Imports the talks, sponsors, people, and surveys of a source. Each item is identified by its \`externalId\`: new items are created and changed items are updated. With \`prune\`, objects of the same source that you no longer send are removed. Refused items are listed in the response; all others are applied.

A large programme is applied in several short transactions. The import ends when you disconnect, unless the request has an Idempotency-Key. Send it again to continue, and use the same Idempotency-Key to receive the passwords of new accounts again.

A dry run tries up to ${MAX_DRY_RUN_ITEMS} items together, saves before removals. Larger programmes are tried in groups of ${MAX_DRY_RUN_ITEMS}, each without the changes of the others, unless \`atomic\` is set.`,
        querystring: DryRunQuery,
        body: ref(Programme),
        response: { 200: ref(ProgrammeSaved), ...problems.programme },
      },
    },
    async (request, reply) => {
      refuseConditions(request)
      const isDryRun = request.query.dryRun === true
      const receipts = receiptsOf(request, { isDryRun })
      const { response, isReplay } = await writes.running.run(receipts, () =>
        runUntilUnwanted({ request, reply, isKept: receipts !== undefined }, async (signal) =>
          importProgramme(writes.services, request.caller, {
            items: await itemsOf(request, request.body),
            prune: request.body.prune ? await pruneOf(request, request.body) : undefined,
            isAtomic: request.body.atomic ?? false,
            isDryRun,
            claim: receipts?.claim,
            signal,
          }),
        ),
      )
      if (isReplay) reply.header('Idempotent-Replayed', 'true')
      return response
    },
  )
  done()
}

/** The items of all lists. Each is validated separately; of several with the same identifier, only the first is used. */
async function itemsOf(request: FastifyRequest, { source, ...programme }: Programme): Promise<ImportItem[]> {
  let problems = 0
  const named = new Map(programmeKinds.map((kind) => [kind, new Set<string>()]))
  const commandOf = (kind: ProgrammeKind, item: Item) => {
    const refusal = bodyRefusal(request, kinds[kind].item, item)
    problems += refusal?.detail.errors?.length ?? 0
    if (refusal) throw problems > MAX_LISTED_PROBLEMS ? withoutProblems(refusal) : refusal
    // Checked by the schema of its kind.
    const body = item as never
    const { externalId } = body as { externalId: string }
    if (named.get(kind)?.has(externalId)) throw repeatedIdentifier()
    named.get(kind)?.add(externalId)
    return kinds[kind].save({ reference: `ext:${externalId}`, source, body })
  }
  return mapInSlices(itemsIn(programme), ({ kind, item, pointer }) => ({
    kind,
    pointer,
    command: commandOrRefusal(() => commandOf(kind, item)),
    email: 'email' in item ? String(item.email) : undefined,
  }))
}

const itemsIn = (programme: Pick<Programme, ProgrammeKind>) =>
  programmeKinds.flatMap((kind) =>
    (programme[kind] ?? []).map((item, place) => ({ kind, item, pointer: `/${kind}/${place}` })),
  )

const withoutProblems = ({ code, detail: { errors: _errors, ...detail }, message }: Refusal) =>
  new Refusal(code, { ...detail, message })

type Item = NonNullable<Programme[ProgrammeKind]>[number]

const repeatedIdentifier = () =>
  invalidData([{ pointer: '/externalId', code: 'unique', message: 'must be unique in its list' }])

const Identified = Type.Object({ externalId: externalId() })

/**
 * Keeps everything that the lists name, even if it is refused. Refuses an item whose identifier cannot be read, because
 * its object would be removed by mistake.
 */
async function pruneOf(request: FastifyRequest, programme: Programme): Promise<PruneInput> {
  const { source, confirm = false, maxRemovedShare = LARGEST_SHARE } = programme
  const kept: { [kind in ProgrammeKind]?: string[] } = {}
  for (const kind of programmeKinds) if (programme[kind]) kept[kind] = []
  const problems: Problem[] = []
  await mapInSlices(itemsIn(programme), ({ kind, item, pointer }) => {
    const refusal = problems.length < MAX_PROBLEMS ? bodyRefusal(request, Identified, item) : undefined
    if (!refusal) kept[kind]?.push((item as Static<typeof Identified>).externalId)
    for (const error of refusal?.detail.errors ?? []) {
      const message = `${error.message}, because pruning needs it`
      problems.push({ ...error, pointer: `${pointer}${error.pointer}`, message })
    }
  })
  if (problems.length > 0) throw invalidData(problems)
  return { source, kept, maxRemovedShare: confirm ? 1 : maxRemovedShare }
}
