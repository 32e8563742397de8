// Sponsors in the Back Office: the list, the form, what deletion takes along.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { listOfficeSponsors } from '../../../domain/office/lists.ts'
import { readSponsor } from '../../../domain/programme/read-sponsors.ts'
import { deleteSponsor, saveSponsor } from '../../../domain/programme/sponsors.ts'
import {
  type Sponsor,
  type SponsorBody,
  SponsorCreate,
  SponsorUpdate,
} from '../../../schema/programme/sponsors.ts'
import { callerOf, zoneOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { ifThere, sendHistory } from '../logs/object-history.tsx'
import { DeletePage } from '../shared/delete-page.tsx'
import type { EditState } from '../shared/edit-state.ts'
import { sentValues, touched } from '../shared/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { among, queryOf } from '../shared/query-string.ts'
import { saveForm } from '../shared/save.ts'
import { answerSaved } from '../shared/saved-page.tsx'
import { recognizePeople } from './people-of-form.ts'
import { SponsorForm } from './sponsor-form.tsx'
import { SponsorList } from './sponsor-list.tsx'
import { newSponsorValues, sponsorBody, sponsorValues } from './sponsor-values.ts'

type Ids = { Params: { id: string } }
const PATH = '/backoffice/sponsors'
const LISTS = ['speakers']

export const officeSponsorRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/sponsors', { config: { operation: 'officeSponsors' } }, async (request, reply) => {
    const query = queryOf(request)
    const level = among(['1', '2', '3', '4', '5'], query('level'))
    const q = query('q')
    const { items, ...list } = await listOfficeSponsors(services, callerOf(request), {
      q,
      sort: query('sort'),
      after: query('after'),
      before: query('before'),
      level: level && Number(level),
    })
    return sendOfficePage(request, reply, { title: 'Sponsors' }, () => (
      <SponsorList
        state={{ path: PATH, q, filters: { level }, ...list }}
        sponsors={items}
        zone={zoneOf(request.visit)}
        done={query('done')}
      />
    ))
  })

  office.get('/sponsors/new', { config: { operation: 'newSponsorPage' } }, async (request, reply) =>
    sendSponsorForm(request, reply, null, { values: newSponsorValues, version: null, problems: [] }),
  )

  office.post('/sponsors/new', { config: { operation: 'createSponsorByForm' } }, (request, reply) =>
    saveSponsorForm(options, request, reply, null),
  )

  office.get<Ids>('/sponsors/:id', { config: { operation: 'officeSponsor' } }, async (request, reply) => {
    const sponsor = await readSponsor(services, callerOf(request), request.params.id)
    const values = sponsorValues(sponsor)
    return sendSponsorForm(request, reply, sponsor, { values, version: sponsor.version, problems: [] })
  })

  office.post<Ids>(
    '/sponsors/:id',
    { config: { operation: 'updateSponsorByForm' } },
    async (request, reply) => {
      const sponsor = await readSponsor(services, callerOf(request), request.params.id)
      return saveSponsorForm(options, request, reply, sponsor)
    },
  )

  office.get<Ids>(
    '/sponsors/:id/history',
    { config: { operation: 'sponsorHistory' } },
    async (request, reply) => {
      const { id } = request.params
      const sponsor = await ifThere(readSponsor(services, callerOf(request), id))
      const shown = { area: 'sponsors', id: sponsor?.id ?? id, title: sponsor?.name } as const
      return sendHistory(options, request, reply, shown)
    },
  )

  office.get<Ids>(
    '/sponsors/:id/delete',
    { config: { operation: 'deleteSponsorPage' } },
    async (request, reply) => {
      const sponsor = await readSponsor(services, callerOf(request), request.params.id)
      return sendOfficePage(request, reply, { title: `Delete ${sponsor.name}` }, (csrf) => (
        <DeletePage area="sponsors" id={sponsor.id} title={sponsor.name} csrf={csrf}>
          <Consequences sponsor={sponsor} />
        </DeletePage>
      ))
    },
  )

  office.post<Ids>(
    '/sponsors/:id/delete',
    { config: { operation: 'deleteSponsorByForm' } },
    async (request, reply) => {
      await deleteSponsor(services, callerOf(request), request.params.id)
      return reply.redirect(`${PATH}?done=deleted`, 303)
    },
  )
}

async function saveSponsorForm(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  current: Sponsor | null,
) {
  const caller = callerOf(request)
  const values = await recognizePeople(services, caller, sentValues(request), LISTS)
  const isNew = current === null
  const shown = current === null ? {} : sponsorBody(sponsorValues(current), { isNew })
  const outcome = await saveForm(
    {
      current,
      values,
      lists: LISTS,
      body: touched(sponsorBody(values, { isNew }), shown),
      schema: isNew ? SponsorCreate : SponsorUpdate,
    },
    // The schema has taken it.
    (checked, seen) => saveSponsor(services, caller, current?.id ?? null, checked as SponsorBody, seen),
  )
  if (outcome.status === 'again')
    return sendSponsorForm(request, reply.code(outcome.code), current, outcome.state)
  return answerSaved(request, reply, outcome.saved, { path: PATH, name: 'Sponsor' })
}

function sendSponsorForm(
  request: FastifyRequest,
  reply: FastifyReply,
  sponsor: Sponsor | null,
  state: EditState,
) {
  const title = sponsor?.name ?? 'New sponsor'
  const action = `${PATH}/${sponsor?.id ?? 'new'}`
  return sendOfficePage(request, reply, { title, scripts: ['office-forms.js'] }, (csrf) => (
    <>
      {sponsor ? (
        <ObjectHead area="sponsors" id={sponsor.id} title={title} current="edit">
          <a href={sponsor.hasPage ? `/sponsors/${sponsor.id}` : '/sponsors'}>See it as visitors do</a>
        </ObjectHead>
      ) : (
        <NewHead area="sponsors" title={title} />
      )}
      <DoneNotice what={queryOf(request)('done')} />
      <SponsorForm action={action} csrf={csrf} state={state} cancel={PATH} />
    </>
  ))
}

function Consequences({ sponsor: { hasPage, speakers } }: { sponsor: Sponsor }) {
  return (
    <>
      <h2>What goes</h2>
      <ul>
        <li>the sponsor, its logo on the wall{hasPage ? ' and its page with all content' : ''}</li>
      </ul>
      {speakers.length > 0 ? (
        <>
          <h2>What stays</h2>
          <ul>
            <li>the accounts of its speakers: {speakers.map(({ email }) => email).join(', ')}</li>
          </ul>
        </>
      ) : null}
    </>
  )
}
