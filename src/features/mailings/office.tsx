// Messages to a group: sent and scheduled ones with their progress, and the form with its preview, a test, and sending.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { bodyStream } from '../../kernel/http/server/body-stream.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { formatInstant, parseInstant, zonedTime } from '../../kernel/lib/time/instants.ts'
import { messageAudiences } from '../../kernel/outbox/schema.ts'
import { email, filledText, line } from '../../kernel/schema/common.ts'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { isEditable, UnusableScope } from '../../kit/lists/bulk-edit.tsx'
import { localTime } from '../../kit/office/local-time.ts'
import { DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { MESSAGES } from '../../kit/office/paths.ts'
import { among, queryOf } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { confirmedOriginOf } from '../platforms/page-platform.ts'
import { findScoped, listOf, peopleLists, peopleScope } from '../user-management/office-people-lists.ts'
import {
  addressesOf,
  cancelMessage,
  countGroup,
  type Group,
  type GroupMessage,
  isScheduled,
  readGroupChoices,
  readMessage,
  readMessages,
  sendMessage,
  sendTestMessage,
} from './group-messages.ts'
import { MAX_AHEAD_MS } from './limits.ts'
import { type Draft, fingerprintOf, MessageForm } from './office-form.tsx'
import { MessageList, SentMessagePage } from './office-list.tsx'
import { type MailingRow, personStates } from './tables.ts'

const groups = messageAudiences.filter((audience) => audience !== 'sender')
/** The groups of people of talks, which a track narrows. */
const talkGroups: readonly Group['audience'][] = ['speakers', 'only_speakers', 'only_moderators', 'stars']

const MessageFields = Type.Object({
  subject: line(200),
  text: filledText(10_000),
  replyTo: Type.Optional(email()),
})

type Ids = { Params: { id: string } }

export const messageRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/messages', { config: { operation: 'messagesPage' } }, async (request, reply) => {
    const sent = await readMessages(services, callerOf(request))
    const { title } = messagesOf(request).office.messages
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendOfficePage(request, reply, { title }, () => <MessageList sent={sent} view={view} />)
  })

  office.get('/messages/new', { config: { operation: 'newMessagePage' } }, (request, reply) =>
    showForm(options, request, reply, { audience: 'everyone', talkId: null, ...EMPTY }),
  )

  office.post('/messages/new', { config: { operation: 'sendMessage' } }, async (request, reply) => {
    const caller = callerOf(request)
    const field = fieldsOf(request)
    const draft = draftOf(field)
    const sendAt = sendAtOf(services, request, draft)
    const problems = problemsIn(request, draft, sendAt)
    if (problems.length > 0 || sendAt === undefined)
      return showForm(options, request, reply.code(422), draft, { problems })
    // What has changed since the preview is shown before it is sent.
    const isSending = services.hasMailer && ['test', 'send'].includes(field('do'))
    const isSeen = field('seen') === fingerprintOf(draft)
    if (!isSending || !isSeen)
      return showForm(options, request, reply, draft, { isPreviewed: true, isHeldBack: isSending })
    const origin = await confirmedOriginOf(services, request)
    const message: GroupMessage = { ...draft, sendAt, origin }
    if (field('do') === 'test') {
      await sendTestMessage(services, caller, message)
      return showForm(options, request, reply, draft, { isPreviewed: true, done: 'email-test' })
    }
    try {
      const id = await sendMessage(services, caller, message)
      if (id === null) return showMessage(options, request, reply.code(409), draft.replaces)
      const done = sendAt === null ? 'message-sent' : 'message-scheduled'
      return reply.redirect(`${MESSAGES}/${id}?done=${done}`, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'talk_not_found') throw error
      return showForm(options, request, reply.code(422), draft, { problems: [talkProblem(request)] })
    }
  })

  for (const list of peopleLists)
    office.get(`/${list}/message`, { config: { operation: 'messagePeoplePage' } }, async (request, reply) => {
      const people = await findScoped(options, request, { list, scope: peopleScope(request, list) })
      if (!isEditable(people.length)) {
        const title = messagesOf(request).office.messages.newMessage
        const page = { list: listOf(request, list), title, count: people.length }
        return sendOfficePage(request, reply, { title }, () => <UnusableScope {...page} />)
      }
      const userIds = people.map(({ id }) => id)
      return showForm(options, request, reply, { audience: 'people', talkId: null, userIds, ...EMPTY })
    })

  // Not below /messages/:id, which is for sent messages.
  office.get('/message-addresses.txt', { config: { operation: 'messageAddresses' } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="addresses.txt"')
      .send(bodyStream(linesOf(addressesOf(services, callerOf(request), groupOf(queryOf(request)))))),
  )

  office.get<Ids>('/messages/:id', { config: { operation: 'messagePage' } }, (request, reply) =>
    showMessage(options, request, reply, request.params.id),
  )

  office.get<Ids>(
    '/messages/:id/edit',
    { config: { operation: 'editMessagePage' } },
    async (request, reply) => {
      const { mailing } = await readMessage(services, callerOf(request), request.params.id)
      if (!isScheduled(mailing, services.clock.now()))
        return showMessage(options, request, reply.code(409), mailing.id)
      return showForm(options, request, reply, draftOfMailing(mailing, platformZone(request)))
    },
  )

  office.post<Ids>(
    '/messages/:id/cancel',
    { config: { operation: 'cancelMessage' } },
    async (request, reply) => {
      const { id } = request.params
      if (!(await cancelMessage(services, callerOf(request), id)))
        return showMessage(options, request, reply.code(409), id)
      return reply.redirect(`${MESSAGES}/${id}?done=message-canceled`, 303)
    },
  )
}

/** Times are typed in the time zone of the event, whatever that of the person is. */
const platformZone = ({ visit }: FastifyRequest): string => visit.platform.settings.timezone

const EMPTY = { subject: '', text: '', replyTo: '', when: 'now', at: '', replaces: '' } as const

const draftOf = (field: (name: string) => string): Draft => ({
  ...groupOf(field),
  ...{ subject: field('subject'), text: field('text'), replyTo: field('replyTo') },
  ...{ when: field('when') === 'at' ? 'at' : 'now', at: field('at'), replaces: field('replaces') },
})

const draftOfMailing = ({ id, audience, talkId, data, sendAt }: MailingRow, zone: string): Draft => ({
  ...EMPTY,
  ...data.message,
  ...{ audience: audience === null || audience === 'sender' ? 'everyone' : audience, talkId },
  ...(data.userIds ? { userIds: data.userIds } : {}),
  ...(data.filter ? { filter: data.filter } : {}),
  ...(sendAt === null ? {} : { when: 'at', at: localTime(formatInstant(sendAt), zone) }),
  replaces: id,
})

/** The time at which a message is sent: null at once, undefined if it is not possible. */
function sendAtOf(
  { clock }: WebOptions['services'],
  request: FastifyRequest,
  { when, at }: Draft,
): number | null | undefined {
  if (when === 'now') return null
  const [now, time] = [clock.now(), parseInstant(zonedTime(at, platformZone(request)))]
  return time !== undefined && time > now && time <= now + MAX_AHEAD_MS ? time : undefined
}

/** A message, with a warning if the answer is that it can no longer be changed. */
async function showMessage(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
) {
  const sent = await readMessage(services, callerOf(request), id)
  const view = { zone: zoneOf(request.visit), now: services.clock.now() }
  const { tooLate } = messagesOf(request).office.messages
  return sendOfficePage(request, reply, { title: sent.mailing.data.message?.subject ?? '' }, (csrf) => (
    <>
      <DoneNotice what={queryOf(request)('done')} />
      {reply.statusCode === 409 ? (
        <p class="notice warning" role="alert">
          {tooLate}
        </p>
      ) : null}
      <SentMessagePage sent={sent} view={view} csrf={csrf} />
    </>
  ))
}

function groupOf(field: (name: string) => string | undefined): Group {
  const audience = among(groups, field('audience')) ?? 'everyone'
  if (audience === 'people')
    return { audience, talkId: null, userIds: (field('people') ?? '').split(' ').filter(isId) }
  const talkId = (audience === 'stars' && field('talk')) || null
  const track = talkGroups.includes(audience) && talkId === null && field('track')
  const [tag, state] = [field('tag'), among(personStates, field('state'))]
  const filter = { ...(track ? { track } : {}), ...(tag ? { tag } : {}), ...(state ? { state } : {}) }
  return { audience, talkId, filter }
}

function problemsIn(
  request: FastifyRequest,
  { audience, talkId, filter, subject, text, replyTo }: Draft,
  sendAt: number | null | undefined,
): Problem[] {
  const messages = messagesOf(request)
  return [
    ...(audience === 'stars' && talkId === null && filter?.track === undefined ? [talkProblem(request)] : []),
    ...check(messages, MessageFields, { subject, text, ...(replyTo === '' ? {} : { replyTo }) }),
    ...(sendAt === undefined
      ? [{ pointer: '/at', code: 'at', message: messages.office.messages.chooseTime }]
      : []),
  ]
}

const talkProblem = (request: FastifyRequest): Problem => ({
  pointer: '/talk',
  code: 'talk',
  message: messagesOf(request).office.messages.chooseTalk,
})

type Shown = {
  problems?: readonly Problem[]
  /** Whether the draft is shown as a message. */
  isPreviewed?: boolean
  /** Whether it was to be sent, but had changed since its preview. */
  isHeldBack?: boolean
  done?: string
}

/** The form with the number of recipients, and the message as the group will get it. */
async function showForm(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  draft: Draft,
  { problems = [], isPreviewed = false, isHeldBack = false, done }: Shown = {},
) {
  const caller = callerOf(request)
  const { hasMailer } = services
  const choices = await readGroupChoices(services, caller, draft.talkId)
  const isGroup = !problems.some(({ pointer }) => pointer === '/talk')
  const count = isGroup ? await countGroup(services, caller, draft) : undefined
  const sendAt = sendAtOf(services, request, draft) ?? null
  const { user, platform } = caller
  const preview = isPreviewed ? { sendAt, user, platform, isHeldBack, done } : undefined
  const zone = platformZone(request)
  const page = {
    title: messagesOf(request).office.messages.newMessage,
    scripts: ['forms.js', 'message-form.js'],
  }
  return sendOfficePage(request, reply, page, (csrf) => (
    <MessageForm {...{ draft, count, preview, hasMailer, choices, zone, problems, csrf }} />
  ))
}

async function* linesOf(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((line) => `${line}\n`).join('')
}
