// PUT /programme: imports a whole programme.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { invalidData, type Problem } from '../../domain/changes/errors.ts'
import { commandOrRefusal } from '../../domain/changes/refuse.ts'
import { type ImportItem, importProgramme } from '../../domain/programme/import.ts'
import { kinds } from '../../domain/programme/import-kinds.ts'
import type { PruneInput } from '../../domain/programme/import-pruning.ts'
import { externalId, ref } from '../../schema/common.ts'
import {
  MAX_DRY_RUN_ITEMS,
  Programme,
  type ProgrammeKind,
  ProgrammeSaved,
  programmeKinds,
} from '../../schema/programme/import.ts'
import { receiptsOf } from '../guards/idempotency.ts'
import { refuseConditions } from '../guards/preconditions.ts'
import { bodyRefusal, checkBody } from '../guards/validation.ts'
import { BULK_LIMIT_BYTES } from './batch.ts'
import { problems } from './responses.ts'
import { DryRunQuery, type WriteRoutes } from './writes.ts'

const LARGEST_SHARE = 0.2

/** Needs `request.caller`. */
export const programmeRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (
  app,
  { writes },
  done,
) => {
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
        description: `Imports the talks, sponsors, and people of a source. Each item is identified by its \`externalId\`: new items are created and changed items are updated. With \`prune\`, objects of the same source that you no longer send are removed. Refused items are listed in the response; all others are applied.

A large programme is applied in several short transactions. If the request is interrupted, send it again. Use the same Idempotency-Key to receive the passwords of new accounts again.

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
        importProgramme(writes.services, request.caller, {
          items: programmeKinds.flatMap((kind) => itemsOf(request, request.body, kind)),
          prune: request.body.prune ? pruneOf(request, request.body) : undefined,
          isAtomic: request.body.atomic ?? false,
          isDryRun,
          claim: receipts?.claim,
        }),
      )
      if (isReplay) reply.header('Idempotent-Replayed', 'true')
      return response
    },
  )
  done()
}

/** The items of one list. Each is validated separately; of several with the same identifier, only the first is used. */
function itemsOf(
  request: FastifyRequest,
  { source, ...programme }: Programme,
  kind: ProgrammeKind,
): ImportItem[] {
  const named = new Set<string>()
  const commandOf = (item: Item) => {
    checkBody(request, kinds[kind].item, item)
    // Checked by the schema of its kind.
    const body = item as never
    const { externalId } = body as { externalId: string }
    if (named.has(externalId)) throw repeatedIdentifier()
    named.add(externalId)
    return kinds[kind].save({ reference: `ext:${externalId}`, source, body })
  }
  return (programme[kind] ?? []).map((item, place) => ({
    kind,
    pointer: `/${kind}/${place}`,
    command: commandOrRefusal(() => commandOf(item)),
    email: 'email' in item ? String(item.email) : undefined,
  }))
}

type Item = NonNullable<Programme[ProgrammeKind]>[number]

const repeatedIdentifier = () =>
  invalidData([{ pointer: '/externalId', code: 'unique', message: 'must be unique in its list' }])

const Identified = Type.Object({ externalId: externalId() })

/**
 * Keeps everything that the lists name, even if it is refused. Refuses an item whose identifier cannot be read, because
 * its object would be removed by mistake.
 */
function pruneOf(request: FastifyRequest, programme: Programme): PruneInput {
  const { source, confirm = false, maxRemovedShare = LARGEST_SHARE } = programme
  const kept: PruneInput['kept'] = {}
  const problems: Problem[] = []
  const identifierOf = (item: Item, pointer: string): string[] => {
    const refusal = bodyRefusal(request, Identified, item)
    if (!refusal) return [(item as Static<typeof Identified>).externalId]
    for (const error of refusal.detail.errors ?? []) {
      const message = `${error.message}, because pruning needs it`
      problems.push({ ...error, pointer: `${pointer}${error.pointer}`, message })
    }
    return []
  }
  for (const kind of programmeKinds) {
    const list = programme[kind]
    if (list) kept[kind] = list.flatMap((item, place) => identifierOf(item, `/${kind}/${place}`))
  }
  if (problems.length > 0) throw invalidData(problems)
  return { source, kept, maxRemovedShare: confirm ? 1 : maxRemovedShare }
}
