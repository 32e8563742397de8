// PUT /programme: a whole programme at once.
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
  MOST_REHEARSED,
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
import { DryRunQuery, type Writes } from './writes.ts'

const LARGEST_SHARE = 0.2

/** Needs `request.caller`. */
export const programmeRoutes: FastifyPluginCallbackTypebox<{ writes: Writes }> = (app, { writes }, done) => {
  app.put(
    '/programme',
    {
      bodyLimit: BULK_LIMIT_BYTES,
      config: { isBulk: true },
      schema: {
        operationId: 'putProgramme',
        'x-write': 'many',
        tags: ['Programme'],
        summary: 'Bring talks, sponsors and people to where a source has them',
        description: `Everything is named by \`externalId\`: what does not exist is created, what differs is updated, and with \`prune\` what came under the same source and is no longer sent is removed. Items that are refused are listed; the others are done. A long programme is cut into short transactions; one that was cut off can be sent again, with the same Idempotency-Key to be told the passwords again. A dry run rehearses ${MOST_REHEARSED} items together, saves before removals; of more than that, each ${MOST_REHEARSED} without what the others would do, unless \`atomic\`.`,
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

/** The items of one list; each is checked by itself, and of several with one identifier the first counts. */
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
  invalidData([{ pointer: '/externalId', code: 'unique', message: 'must stand once in its list' }])

const Identified = Type.Object({ externalId: externalId() })

/**
 * What stays is whatever the lists name, also where it is refused: only what is no longer sent is removed. Refuses an
 * item whose identifier cannot be read, since what it means would be removed for lack of it.
 */
function pruneOf(request: FastifyRequest, programme: Programme): PruneInput {
  const { source, confirm = false, maxRemovedShare = LARGEST_SHARE } = programme
  const kept: PruneInput['kept'] = {}
  const problems: Problem[] = []
  const identifierOf = (item: Item, pointer: string): string[] => {
    const refusal = bodyRefusal(request, Identified, item)
    if (!refusal) return [(item as Static<typeof Identified>).externalId]
    for (const error of refusal.detail.errors ?? []) {
      const message = `${error.message}: the programme is pruned by it`
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
