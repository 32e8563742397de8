// The routes of sponsors in the Back Office: their list, and the pages that edit, delete, and show the history of one.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { allFound } from '../../kernel/changes/sorted-lists.ts'
import { sendListPage } from '../../kit/lists/list-page.tsx'
import { readChoices, readListQuery } from '../../kit/lists/list-query.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Consequence, DeletePage } from '../../kit/office/delete-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { ifFound, sendHistory } from '../audit/office-object-history.tsx'
import { listOfficeSponsors, type OfficeSponsorQuery } from './lists.ts'
import { saveSponsorForm, sendSponsorForm } from './office-edit-page.tsx'
import { sponsorFile, sponsorFilters, sponsorList } from './office-list.tsx'
import { newSponsorValues, sponsorValues } from './office-values.ts'
import { levelNames } from './page-sponsor-levels.ts'
import { readSponsor } from './read-sponsors.ts'
import type { Sponsor } from './schema.ts'
import { deleteSponsor } from './sponsors.ts'

type Ids = { Params: { id: string } }

export const sponsorRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const read = (request: FastifyRequest<Ids>) =>
    readSponsor(options.services, callerOf(request), request.params.id)

  office.get('/sponsors', { config: { operation: 'officeSponsors' } }, (request, reply) =>
    sendSponsorList(options, request, reply),
  )

  tableFileRoutes(office, options.services, { path: '/sponsors', operation: 'exportSponsors' }, (request) => {
    const caller = callerOf(request)
    const list = (page: OfficeSponsorQuery) => listOfficeSponsors(options.services, caller, page)
    const { query } = readSponsorQuery(request)
    return { name: 'sponsors', columns: sponsorFile, pages: allFound(list, query) }
  })

  office.get('/sponsors/new', { config: { operation: 'newSponsorPage' } }, async (request, reply) => {
    const from = queryOf(request)('from')
    const copied = from === undefined ? null : await readSponsor(options.services, callerOf(request), from)
    // Another sponsor needs another external ID.
    const values = copied ? sponsorValues({ ...copied, externalId: null }) : newSponsorValues
    const state = { values, version: null, problems: [] }
    return sendSponsorForm({ request, reply, sponsor: null, state })
  })

  office.post(
    '/sponsors/new',
    { config: { operation: 'createSponsorByForm', acceptsUploads: true } },
    (request, reply) => saveSponsorForm({ options, request, reply, sponsor: null }),
  )

  office.get<Ids>('/sponsors/:id', { config: { operation: 'officeSponsor' } }, async (request, reply) => {
    const sponsor = await read(request)
    const state = { values: sponsorValues(sponsor), version: sponsor.version, problems: [] }
    return sendSponsorForm({ request, reply, sponsor, state })
  })

  office.post<Ids>(
    '/sponsors/:id',
    { config: { operation: 'updateSponsorByForm', acceptsUploads: true } },
    async (request, reply) => saveSponsorForm({ options, request, reply, sponsor: await read(request) }),
  )

  office.get<Ids>(
    '/sponsors/:id/history',
    { config: { operation: 'sponsorHistory' } },
    async (request, reply) => {
      const sponsor = await ifFound(read(request))
      const id = sponsor?.id ?? request.params.id
      return sendHistory(options, request, reply, { area: 'sponsors', id, title: sponsor?.name })
    },
  )

  office.get<Ids>(
    '/sponsors/:id/delete',
    { config: { operation: 'deleteSponsorPage' } },
    async (request, reply) => sendSponsorDeletion(request, reply, await read(request)),
  )

  office.post<Ids>(
    '/sponsors/:id/delete',
    { config: { operation: 'deleteSponsorByForm' } },
    async (request, reply) => {
      const { response } = await deleteSponsor(options.services, callerOf(request), request.params.id)
      return reply.redirect(`/backoffice/sponsors?deleted=${response.id}`, 303)
    },
  )
}

function readSponsorQuery(request: FastifyRequest) {
  const messages = messagesOf(request)
  const query = queryOf(request)
  const levels = levelNames(messages, request.visit.platform.settings)
  const choices = readChoices(query, sponsorFilters(messages, levels))
  const level = choices.level ? Number(choices.level) : undefined
  return { levels, choices, query: { ...readListQuery(request), level } }
}

async function sendSponsorList({ services }: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const messages = messagesOf(request)
  const { levels, choices, query } = readSponsorQuery(request)
  const found = await listOfficeSponsors(services, callerOf(request), query)
  const view = { zone: zoneOf(request.visit), now: services.clock.now() }
  return sendListPage(request, reply, { list: sponsorList(messages, levels), found, choices, view })
}

function sendSponsorDeletion(request: FastifyRequest, reply: FastifyReply, sponsor: Sponsor) {
  const { id, name } = sponsor
  const { deleteTitle } = messagesOf(request).office.objects
  return sendOfficePage(request, reply, { title: deleteTitle({ name }) }, (csrf) => (
    <DeletePage area="sponsors" id={id} title={name} csrf={csrf} isRestorable>
      <SponsorConsequences sponsor={sponsor} />
    </DeletePage>
  ))
}

function SponsorConsequences({ sponsor: { hasPage, speakers } }: { sponsor: Sponsor }) {
  const { objects, sponsors } = useMessages().office
  const { sponsor, sponsorWithPage, accounts } = sponsors.deletion
  const emails = speakers.map(({ email }) => email)
  return (
    <>
      <Consequence title={objects.willBeDeleted} items={[hasPage ? sponsorWithPage : sponsor]} />
      <Consequence title={objects.willBeKept} items={emails.length > 0 ? [accounts({ emails })] : []} />
    </>
  )
}
