// The page that edits a talk, and the results of saving its form.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../../kernel/changes/commands.ts'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { pageHooks } from '../../../kernel/changes/features.ts'
import type { MoreLink } from '../../../kit/components/more-menu.tsx'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { sentValues, touched, type Values } from '../../../kit/office/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { doneOf } from '../../../kit/office/query-string.ts'
import { saveForm } from '../../../kit/office/save.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { draftFor, newEmailsIn } from '../../access/invitations/office-new-people.ts'
import { redirectToSaved } from '../../access/invitations/office-saved-page.tsx'
import { uploadAssets } from '../../files/page-upload-fields.tsx'
import { storeUploads } from '../../files/page-uploads.ts'
import {
  type PeopleEditState,
  pickPeople,
  recognizePeople,
} from '../../people/attached/office-known-people.ts'
import { avatarFields } from '../../people/attached/office-person-values.ts'
import { type DraftedInvitation, draftsOf } from '../../people/new-accounts/new-invitations.ts'
import type { PlatformSettings } from '../../platforms/schema.ts'
import { countTold, isUnannounced, slotOf } from '../announcements.ts'
import { readConflicts } from '../checks/conflicts.ts'
import { ConflictNotice } from '../checks/office-conflict-notice.tsx'
import { listTalkChoices } from '../lists.ts'
import { needsVideo, type Talk, type TalkBody, TalkCreate, TalkUpdate } from '../schema.ts'
import { saveTalkCommand } from '../talks.ts'
import { TalkForm } from './office-form.tsx'
import { removesPeople, talkBody, talkValues } from './office-values.ts'

declare module '../../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** A link in the menu of a talk. */
    talkLink?(talk: Talk, page: { settings: PlatformSettings; messages: Messages }): MoreLink | null
  }
}

const PATH = '/backoffice/talks'
const LISTS = ['speakers', 'moderators', 'links', 'files']
const PEOPLE = ['speakers', 'moderators']

type TalkEdit = {
  options: WebOptions
  request: FastifyRequest
  reply: FastifyReply
  /** Null for a new talk. */
  talk: Talk | null
}

export async function saveTalkForm({ options, request, reply, talk }: TalkEdit) {
  const { services } = options
  const caller = callerOf(request)
  const pictures = ['image', ...avatarFields(request.body, PEOPLE)]
  const fileProblems = await storeUploads(options, request, { pictures, documents: 'files' })
  const zone = caller.platform.settings.timezone
  const picked = await pickPeople(services, caller, sentValues(request), PEOPLE)
  const values = await recognizePeople(services, caller, picked.values, PEOPLE)
  const isNew = talk === null
  const shown = talk === null ? {} : talkBody(talkValues(talk, zone), { isNew, zone })
  const body = talkBody(values, { isNew, zone })
  let invited: ReadonlyMap<string, DraftedInvitation> | undefined
  const outcome = await saveForm({
    current: talk,
    values,
    lists: LISTS,
    body: withVideo(touched(body, shown), body),
    schema: isNew ? TalkCreate : TalkUpdate,
    messages: messagesOf(request),
    earlierProblems: [...fileProblems, ...removalProblems(talk, values, messagesOf(request))],
    // The schema has accepted the body.
    save: async (sent, precondition) => {
      invited = await draftFor(options, request, newEmailsIn(values, PEOPLE))
      const [reference, body] = [talk?.id ?? null, sent as TalkBody]
      const save = saveTalkCommand({
        ...{ reference, body, precondition },
        invitations: draftsOf(invited),
        isUnannounced: isUnannounced((name) => values[name]),
      })
      return executeCommand(services, caller, save)
    },
  })
  if (outcome.status === 'saved')
    return redirectToSaved({ options, request, reply, area: 'talks', saved: outcome.saved, invited })
  return sendTalkForm({
    options,
    request,
    reply: reply.code(outcome.code),
    talk,
    state: { ...outcome.state, found: picked.found },
  })
}

/** A talk that becomes a break loses its people, which the user has to confirm. */
function removalProblems(talk: Talk | null, values: Values, { office }: Messages): Problem[] {
  const isAsked = peopleLostBy(talk, values) > 0 && !removesPeople(values)
  const message = office.talks.form.removesPeopleProblem
  return isAsked ? [{ pointer: '/removesPeople', code: 'confirm', message }] : []
}

/** The number of people whom a talk loses because it becomes a break. */
const peopleLostBy = (talk: Talk | null, { kind }: Values): number =>
  talk?.kind === 'talk' && kind === 'break'
    ? new Set([...talk.speakers, ...talk.moderators].map(({ id }) => id)).size
    : 0

/** Sends type and video together, so that the schema finds a mismatch. Clearing the type also clears the shown video. */
const withVideo = (changed: object, { type, video }: ReturnType<typeof talkBody>) =>
  'video' in changed || ('type' in changed && type !== null) ? { ...changed, type, video } : { ...changed }

export async function sendTalkForm({
  options,
  request,
  reply,
  talk,
  state,
}: TalkEdit & { state: PeopleEditState }) {
  const caller = callerOf(request)
  const { settings } = caller.platform
  const zone = settings.timezone
  const choices = await listTalkChoices(options.services, caller)
  const told =
    talk === null ? 0 : await countTold(options.services, caller, [{ id: talk.id, before: slotOf(talk) }])
  const conflicts = talk === null ? [] : await readConflicts(options.services, caller, talk.id)
  const title = talk?.title ?? messagesOf(request).office.talks.form.new
  const action = `${PATH}/${talk?.id ?? 'new'}`
  return sendOfficePage(
    request,
    reply,
    { title, ...uploadAssets(['forms.js', 'people-picker.js']) },
    (csrf) => (
      <>
        {talk ? <TalkHead talk={talk} settings={settings} /> : <NewHead area="talks" title={title} />}
        <DoneNotice what={doneOf(request)} />
        <ConflictNotice conflicts={conflicts} zone={talk?.timezone ?? zone} />
        <TalkForm
          {...{ action, csrf, state, zone, told, choices }}
          lostPeople={peopleLostBy(talk, state.values)}
          cancel={PATH}
        />
      </>
    ),
  )
}

type TalkHeadProps = { talk: Talk; settings: PlatformSettings }

function TalkHead({ talk, settings }: TalkHeadProps) {
  const { id, title, state, type, video } = talk
  const messages = useMessages()
  const { talks, objects } = messages.office
  const links = pageHooks.of('talkLink').flatMap((linkTo) => linkTo(talk, { settings, messages }) ?? [])
  return (
    <ObjectHead
      area="talks"
      id={id}
      title={title}
      current="edit"
      page={{
        href: `/talks/${id}`,
        text: state === 'draft' ? talks.form.preview : objects.viewPublicPage,
      }}
      more={[{ href: `${PATH}/new?from=${id}`, text: objects.duplicate }, ...links]}
    >
      {needsVideo(type) && video === null ? <span class="badge warning">{talks.form.noVideo}</span> : null}
    </ObjectHead>
  )
}
