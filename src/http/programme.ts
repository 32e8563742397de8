// PUT /programme: a whole programme at once.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { invalidData, Refusal } from '../domain/errors.ts'
import type { Prepared } from '../domain/groups.ts'
import type { SavedItem } from '../domain/programme-report.ts'
import { type SyncItem, syncProgramme } from '../domain/programme-sync.ts'
import type { PruneInput } from '../domain/pruning.ts'
import { saveSponsorCommand } from '../domain/sponsors.ts'
import { saveTalkCommand } from '../domain/talks.ts'
import { savePersonCommand } from '../domain/users.ts'
import { ref } from '../schema/common.ts'
import {
  MOST_REHEARSED,
  Programme,
  type ProgrammeKind,
  ProgrammePerson,
  ProgrammeSaved,
  ProgrammeSponsor,
  ProgrammeTalk,
  programmeKinds,
} from '../schema/programme.ts'
import { problems } from './answers.ts'
import { BULK_LIMIT_BYTES } from './batch.ts'
import { receiptsOf } from './idempotency.ts'
import { checkBody } from './validation.ts'
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
        response: { 200: ref(ProgrammeSaved), ...problems.create },
      },
    },
    async (request, reply) => {
      const isDryRun = request.query.dryRun === true
      const receipts = receiptsOf(request, { isDryRun })
      const { answer, isReplay } = await writes.running.run(receipts, () =>
        syncProgramme(writes.services, request.caller, {
          items: programmeKinds.flatMap((kind) => itemsOf(request, request.body, kind)),
          prune: request.body.prune ? pruneOf(request.body) : undefined,
          isAtomic: request.body.atomic ?? false,
          isDryRun,
          claim: receipts?.claim,
        }),
      )
      if (isReplay) reply.header('Idempotent-Replayed', 'true')
      return answer
    },
  )
  done()
}

const schemas: Record<ProgrammeKind, TSchema> = {
  talks: ref(ProgrammeTalk),
  sponsors: ref(ProgrammeSponsor),
  people: ref(ProgrammePerson),
}

type Named = { externalId: string; email?: string }

/** The items of one list; each is checked by itself, and of several with one identifier the first counts. */
function itemsOf(request: FastifyRequest, programme: Programme, kind: ProgrammeKind): SyncItem[] {
  const named = new Set<string>()
  return (programme[kind] ?? []).map((item, place) => {
    const pointer = `/${kind}/${place}`
    try {
      checkBody(request, schemas[kind], item)
      // Checked by the schema of its kind.
      const { externalId, email } = item as Named
      if (named.has(externalId)) throw repeatedIdentifier()
      named.add(externalId)
      const prepared = commandOf(kind, item, `ext:${externalId}`, programme.source)
      return { kind, pointer, prepared, ...(email === undefined ? {} : { email }) }
    } catch (error) {
      if (error instanceof Refusal) return { kind, pointer, prepared: error }
      throw error
    }
  })
}

const repeatedIdentifier = () =>
  invalidData([{ pointer: '/externalId', code: 'unique', message: 'must stand once in its list' }])

function commandOf(
  kind: ProgrammeKind,
  item: object,
  reference: string,
  source: string,
): Prepared<SavedItem> {
  if (kind === 'talks')
    return saveTalkCommand({ reference, source, body: item as Static<typeof ProgrammeTalk> })
  if (kind === 'sponsors')
    return saveSponsorCommand({ reference, source, body: item as Static<typeof ProgrammeSponsor> })
  return savePersonCommand({ reference, source, body: item as Static<typeof ProgrammePerson> })
}

/** What stays is whatever the lists name, also where it is refused: only what is no longer sent is removed. */
function pruneOf(programme: Programme): PruneInput {
  const { source, confirm = false, maxRemovedShare = LARGEST_SHARE } = programme
  const kept: PruneInput['kept'] = {}
  for (const kind of programmeKinds) {
    const list = programme[kind]
    if (list) kept[kind] = list.flatMap((item) => ('externalId' in item ? [String(item.externalId)] : []))
  }
  return { source, kept, maxRemovedShare: confirm ? 1 : maxRemovedShare }
}
