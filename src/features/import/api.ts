// PUT /programme: imports a whole programme.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { problems } from '../../kernel/http/api/responses.ts'
import { DryRunQuery, type WriteRoutes } from '../../kernel/http/api/writes.ts'
import { idempotencyClaimsOf } from '../../kernel/http/guards/idempotency.ts'
import { runUntilUnwanted } from '../../kernel/http/guards/long-requests.ts'
import { refuseConditions } from '../../kernel/http/guards/preconditions.ts'
import { bodyRefusal } from '../../kernel/http/guards/validation.ts'
import type { BodyBudget } from '../../kernel/http/server/body-budget.ts'
import { readLargeJsonBodies } from '../../kernel/http/server/large-bodies.ts'
import { ref } from '../../kernel/schema/common.ts'
import { importProgramme } from './import.ts'
import { importItems, pruneInput, type Validate } from './items.ts'
import { MAX_DRY_RUN_ITEMS, MAX_ITEMS, MAX_MEMBERS, MAX_PROGRAMME_BYTES } from './limits.ts'
import * as schemas from './schema.ts'
import { Programme, ProgrammeSaved } from './schema.ts'

/** Needs `request.caller`. */
const programmeRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes; budget: BodyBudget }> = (
  app,
  { writes, budget },
  done,
) => {
  readLargeJsonBodies(app, { budget, items: MAX_ITEMS, members: MAX_MEMBERS })
  app.put(
    '/programme',
    {
      bodyLimit: MAX_PROGRAMME_BYTES,
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
      const claims = idempotencyClaimsOf(request, { isDryRun })
      const validate: Validate = (schema, value) => bodyRefusal(request, schema, value)
      const { response, isReplay } = await writes.running.run(claims, () =>
        runUntilUnwanted({ request, reply, isKept: claims !== undefined }, async (signal) =>
          importProgramme(writes.services, request.caller, {
            items: await importItems(writes.services, request.caller, { programme: request.body, validate }),
            prune: await pruneInput(request.body, validate),
            isAtomic: request.body.atomic ?? false,
            isDryRun,
            claim: claims?.claim,
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

export const importApi: ApiPart = {
  tags: [{ name: 'Programme', description: 'Import a whole programme in one request.' }],
  schemas: [schemas],
  routes: programmeRoutes,
}
