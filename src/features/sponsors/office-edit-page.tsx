// The page that edits a sponsor, and the results of saving its form.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import { sentValues, touched } from '../../kit/office/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { doneOf } from '../../kit/office/query-string.ts'
import { saveForm } from '../../kit/office/save.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { draftFor, newEmailsIn } from '../access/invitations/office-new-people.ts'
import { redirectToSaved } from '../access/invitations/office-saved-page.tsx'
import { uploadAssets } from '../files/page-upload-fields.tsx'
import { storeUploads } from '../files/page-uploads.ts'
import { type PeopleEditState, pickPeople, recognizePeople } from '../people/attached/office-known-people.ts'
import { avatarFields } from '../people/attached/office-person-values.ts'
import { type DraftedInvitation, draftsOf } from '../people/new-accounts/new-invitations.ts'
import { SponsorForm } from './office-form.tsx'
import { sponsorBody, sponsorValues } from './office-values.ts'
import { levelNames } from './page-sponsor-levels.ts'
import { type Sponsor, type SponsorBody, SponsorCreate, SponsorUpdate } from './schema.ts'
import { saveSponsorCommand } from './sponsors.ts'

const PATH = '/backoffice/sponsors'
const LISTS = ['speakers']

type SponsorEdit = {
  request: FastifyRequest
  reply: FastifyReply
  /** Null for a new sponsor. */
  sponsor: Sponsor | null
}

export async function saveSponsorForm({
  options,
  request,
  reply,
  sponsor,
}: SponsorEdit & { options: WebOptions }) {
  const { services } = options
  const caller = callerOf(request)
  const pictures = ['logo', 'icon', ...avatarFields(request.body, LISTS)]
  const fileProblems = await storeUploads(options, request, { pictures })
  const picked = await pickPeople(services, caller, sentValues(request), LISTS)
  const values = await recognizePeople(services, caller, picked.values, LISTS)
  const isNew = sponsor === null
  const shown = sponsor === null ? {} : sponsorBody(sponsorValues(sponsor), { isNew })
  let invited: ReadonlyMap<string, DraftedInvitation> | undefined
  const outcome = await saveForm({
    current: sponsor,
    values,
    lists: LISTS,
    body: touched(sponsorBody(values, { isNew }), shown),
    schema: isNew ? SponsorCreate : SponsorUpdate,
    messages: messagesOf(request),
    earlierProblems: fileProblems,
    // The schema has accepted the body.
    save: async (sent, precondition) => {
      invited = await draftFor(options, request, newEmailsIn(values, LISTS))
      const [reference, body] = [sponsor?.id ?? null, sent as SponsorBody]
      const save = saveSponsorCommand({ reference, body, precondition, invitations: draftsOf(invited) })
      return executeCommand(services, caller, save)
    },
  })
  if (outcome.status === 'saved')
    return redirectToSaved({ options, request, reply, area: 'sponsors', saved: outcome.saved, invited })
  return sendSponsorForm({
    request,
    reply: reply.code(outcome.code),
    sponsor,
    state: { ...outcome.state, found: picked.found },
  })
}

export function sendSponsorForm({
  request,
  reply,
  sponsor,
  state,
}: SponsorEdit & { state: PeopleEditState }) {
  const messages = messagesOf(request)
  const { sponsors, objects } = messages.office
  const levels = levelNames(messages, request.visit.platform.settings)
  const title = sponsor?.name ?? sponsors.form.new
  const action = `${PATH}/${sponsor?.id ?? 'new'}`
  return sendOfficePage(
    request,
    reply,
    { title, ...uploadAssets(['forms.js', 'people-picker.js']) },
    (csrf) => (
      <>
        {sponsor ? (
          <ObjectHead
            area="sponsors"
            id={sponsor.id}
            title={title}
            current="edit"
            page={{
              href: sponsor.hasPage ? `/sponsors/${sponsor.id}` : '/sponsors',
              text: objects.viewPublicPage,
            }}
            more={[{ href: `${PATH}/new?from=${sponsor.id}`, text: objects.duplicate }]}
          />
        ) : (
          <NewHead area="sponsors" title={title} />
        )}
        <DoneNotice what={doneOf(request)} />
        <SponsorForm {...{ action, csrf, state, levels }} cancel={PATH} />
      </>
    ),
  )
}
