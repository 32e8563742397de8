// Routes of the ledgers of points and credits, and of the leaderboard.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { problems, UserParams } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { changeCreditsCommand, listCredits } from './credits.ts'
import * as creditsSchemas from './credits-schema.ts'
import { CreditChange, CreditLedger, CreditsSaved } from './credits-schema.ts'
import { grantPointsCommand, listPoints, readLeaderboard } from './points.ts'
import * as pointsSchemas from './points-schema.ts'
import { Leader, LedgerQuery, PointGrant, PointLedger, PointsSaved } from './points-schema.ts'

const tags = ['Points and credits']

/** Needs `request.caller`. */
const ledgerRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  const { services } = writes
  app.get(
    '/users/:param/credits',
    {
      schema: {
        operationId: 'listCredits',
        tags,
        summary: 'Get the credits of a user',
        description: 'Returns the balance and the entries of the ledger, newest first.',
        params: UserParams,
        querystring: LedgerQuery,
        response: { 200: CreditLedger, ...problems.ledger },
      },
    },
    (request) => listCredits(services, request.caller, request.params.param, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/users/:param/credits',
    schema: {
      operationId: 'changeCredits',
      tags,
      summary: 'Grant, debit, or refund credits',
      description:
        'Adds an entry to the ledger. The balance never becomes negative. A debit and a refund for the same talk and mode count once per person.',
      params: UserParams,
      body: ref(CreditChange),
      response: { 200: ref(CreditsSaved), ...problems.entry },
    },
    command: changeCreditsCommand,
  })

  app.get(
    '/users/:param/points',
    {
      schema: {
        operationId: 'listPoints',
        tags,
        summary: 'Get the points of a user',
        description: 'Returns the total and the entries of the ledger, newest first.',
        params: UserParams,
        querystring: LedgerQuery,
        response: { 200: PointLedger, ...problems.ledger },
      },
    },
    (request) => listPoints(services, request.caller, request.params.param, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/users/:param/points',
    schema: {
      operationId: 'grantPoints',
      tags,
      summary: 'Grant points, or take them away',
      description:
        'Adds an entry to the ledger. Points with an `object` are granted to a person only once for each reason.',
      params: UserParams,
      body: ref(PointGrant),
      response: { 200: ref(PointsSaved), ...problems.entry },
    },
    command: grantPointsCommand,
  })

  app.get(
    '/leaderboard',
    {
      schema: {
        operationId: 'readLeaderboard',
        tags,
        summary: 'Get the leaderboard',
        description:
          'Returns the people with the most points. People who chose not to be listed, and those without points, are left out.',
        querystring: LedgerQuery,
        response: { 200: listOf(ref(Leader)), ...problems.leaderboard },
      },
    },
    (request) => readLeaderboard(services, request.caller.platform, request.query),
  )
  done()
}

export const rewardsApi: ApiPart = {
  tags: [{ name: 'Points and credits', description: 'What people have earned, and what they can spend.' }],
  schemas: [creditsSchemas, pointsSchemas],
  routes: ledgerRoutes,
}
