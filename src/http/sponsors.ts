// Routes of sponsors.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { listSponsors, readSponsor } from '../domain/read-sponsors.ts'
import type { Services } from '../domain/services.ts'
import { deleteSponsor, saveSponsor } from '../domain/sponsors.ts'
import { listOf, ref } from '../schema/common.ts'
import { Deleted } from '../schema/problem.ts'
import { Sponsor, SponsorCreate, SponsorListQuery, SponsorSaved, SponsorUpdate } from '../schema/sponsor.ts'
import { IdParams, problems, setSaved } from './answers.ts'

const tags = ['Sponsors']

/** Needs `request.caller`. */
export const sponsorRoutes: FastifyPluginCallbackTypebox<{ services: Services }> = (
  app,
  { services },
  done,
) => {
  app.get(
    '/sponsors',
    {
      schema: {
        operationId: 'listSponsors',
        tags,
        summary: 'List sponsors',
        querystring: SponsorListQuery,
        response: { 200: listOf(ref(Sponsor)), ...problems.list },
      },
    },
    (request) => listSponsors(services, request.caller, request.query),
  )

  app.post(
    '/sponsors',
    {
      schema: {
        operationId: 'createSponsor',
        tags,
        summary: 'Create a sponsor',
        body: ref(SponsorCreate),
        response: { 201: ref(SponsorSaved), ...problems.create },
      },
    },
    async (request, reply) => {
      const { isCreated, answer } = await saveSponsor(services, request.caller, null, request.body)
      setSaved(reply, 'sponsors', isCreated, answer.id)
      return answer
    },
  )

  app.get(
    '/sponsors/:id',
    {
      schema: {
        operationId: 'readSponsor',
        tags,
        summary: 'Read a sponsor',
        params: IdParams,
        response: { 200: ref(Sponsor), ...problems.read },
      },
    },
    (request) => readSponsor(services, request.caller, request.params.id),
  )

  app.put(
    '/sponsors/:id',
    {
      schema: {
        operationId: 'updateSponsor',
        tags,
        summary: 'Update a sponsor, or create it under your own identifier',
        params: IdParams,
        body: ref(SponsorUpdate),
        response: { 200: ref(SponsorSaved), 201: ref(SponsorSaved), ...problems.update },
      },
    },
    async (request, reply) => {
      const { isCreated, answer } = await saveSponsor(
        services,
        request.caller,
        request.params.id,
        request.body,
      )
      setSaved(reply, 'sponsors', isCreated, answer.id)
      return answer
    },
  )

  app.delete(
    '/sponsors/:id',
    {
      schema: {
        operationId: 'deleteSponsor',
        tags,
        summary: 'Delete a sponsor',
        params: IdParams,
        response: { 200: ref(Deleted), ...problems.remove },
      },
    },
    async (request) => {
      const { id } = await deleteSponsor(services, request.caller, request.params.id)
      return { code: 'ok' as const, message: 'Sponsor deleted.', id }
    },
  )
  done()
}
