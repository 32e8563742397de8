// Routes of sponsors.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import type { CachedReads } from '../../kernel/http/api/cached-reads.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import { listSponsors, readSponsor } from './read-sponsors.ts'
import * as schemas from './schema.ts'
import { Sponsor, SponsorCreate, SponsorListQuery, SponsorSaved, SponsorUpdate } from './schema.ts'
import { deleteSponsorCommand, saveSponsorCommand } from './sponsors.ts'

const tags = ['Sponsors']

/** Needs `request.caller`. */
const sponsorRoutes: FastifyPluginCallbackTypebox<{ reads: CachedReads; writes: WriteRoutes }> = (
  app,
  { reads, writes },
  done,
) => {
  const { services } = writes
  app.get(
    '/sponsors',
    {
      schema: {
        operationId: 'listSponsors',
        tags,
        summary: 'List sponsors',
        description: 'Returns the sponsors of the platform. Use the query parameters to filter them.',
        querystring: SponsorListQuery,
        response: { 200: listOf(ref(Sponsor)), ...problems.list },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => listSponsors(services, request.caller, request.query)),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/sponsors',
    schema: {
      operationId: 'createSponsor',
      tags,
      summary: 'Create a sponsor',
      description:
        'Creates accounts for unknown e-mails. Only this response contains their passwords; they cannot be retrieved later.',
      body: ref(SponsorCreate),
      response: { 201: ref(SponsorSaved), ...problems.create },
    },
    command: saveSponsorCommand,
  })

  app.get(
    '/sponsors/:id',
    {
      schema: {
        operationId: 'readSponsor',
        tags,
        summary: 'Get a sponsor',
        description: 'Returns one sponsor.',
        params: IdParams,
        response: { 200: ref(Sponsor), ...problems.read },
      },
    },
    (request, reply) =>
      reads.respond(request, reply, () => readSponsor(services, request.caller, request.params.id)),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/sponsors/:id',
    schema: {
      operationId: 'updateSponsor',
      tags,
      summary: 'Update a sponsor, or create it with your own identifier',
      description:
        'Changes only the attributes you send: objects are merged, lists are replaced, and null clears an attribute. If no sponsor has the `ext:` identifier, the sponsor is created.',
      params: IdParams,
      body: ref(SponsorUpdate),
      response: { 200: ref(SponsorSaved), 201: ref(SponsorSaved), ...problems.update },
    },
    command: saveSponsorCommand,
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/sponsors/:id',
    schema: {
      operationId: 'deleteSponsor',
      tags,
      summary: 'Delete a sponsor',
      description: 'The accounts of its speakers are kept.',
      params: IdParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: ({ reference, precondition }) =>
      deleteSponsorCommand({ reference: reference ?? '', precondition }),
  })
  done()
}

export const sponsorsApi: ApiPart = {
  tags: [{ name: 'Sponsors', description: 'Sponsors and their speakers.' }],
  schemas: [schemas],
  routes: sponsorRoutes,
}
