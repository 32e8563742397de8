// The routes of talks in the Back Office: their list, and the pages that edit, delete, and show the history of one.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { hooks } from '../../kernel/changes/features.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { Query } from '../../kernel/store/sql/statements.ts'
import { ALL } from '../../kit/lists/list-definition.ts'
import { sendListPage } from '../../kit/lists/list-page.tsx'
import { readChoices, readListQuery } from '../../kit/lists/list-query.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Consequence, DeletePage } from '../../kit/office/delete-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf } from '../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { ifFound, sendHistory } from '../audit/office-object-history.tsx'
import { saveTalkForm, sendTalkForm } from './editing/office-edit-page.tsx'
import { newTalkValues, talkValues } from './editing/office-values.ts'
import { allOfficeTalks, listOfficeTalks, listTalkChoices, type OfficeTalk } from './lists.ts'
import { talkFile, talkFilters, talkList } from './office-list.tsx'
import { programmeSpan } from './programme/public-talks-store.ts'
import { readTrackColors } from './programme/talk-cards.ts'
import { readTalk } from './read-talks.ts'
import { hasRoom, type Talk } from './schema.ts'
import { deleteTalk } from './talks.ts'

type Ids = { Params: { id: string } }

declare module '../../kernel/changes/features.ts' {
  interface Feature {
    /** The number of people who have starred each talk. */
    countFavorites?(talks: { talkIds: string[] }): Query<ReadonlyMap<string, number>>
    /** The number of changes to talks that wait for approval. */
    countProposals?(services: Services, caller: Caller): Promise<number>
  }
}

export const talkRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const read = (request: FastifyRequest<Ids>) =>
    readTalk(options.services, callerOf(request), request.params.id)
  /** Another talk needs another external ID. */
  const copiedValues = async (request: FastifyRequest, id: string) => {
    const talk = await readTalk(options.services, callerOf(request), id)
    return talkValues({ ...talk, externalId: null }, request.visit.platform.settings.timezone)
  }

  office.get('/talks', { config: { operation: 'officeTalks' } }, (request, reply) =>
    sendTalkList(options, request, reply),
  )

  tableFileRoutes(office, options.services, { path: '/talks', operation: 'exportTalks' }, async (request) => {
    const { query } = await readTalkQuery(options, request)
    const pages = allStarred(options, allOfficeTalks(options.services, callerOf(request), query))
    return { name: 'talks', columns: talkFile, pages }
  })

  office.get('/talks/new', { config: { operation: 'newTalkPage' } }, async (request, reply) => {
    const from = queryOf(request)('from')
    const { format } = callerOf(request).platform.settings
    const values = from === undefined ? newTalkValues(format) : await copiedValues(request, from)
    return sendTalkForm({
      options,
      request,
      reply,
      talk: null,
      state: { values, version: null, problems: [] },
    })
  })

  office.post(
    '/talks/new',
    { config: { operation: 'createTalkByForm', acceptsUploads: true } },
    (request, reply) => saveTalkForm({ options, request, reply, talk: null }),
  )

  office.get<Ids>('/talks/:id', { config: { operation: 'officeTalk' } }, async (request, reply) => {
    const talk = await read(request)
    const values = talkValues(talk, request.visit.platform.settings.timezone)
    const state = { values, version: talk.version, problems: [] }
    return sendTalkForm({ options, request, reply, talk, state })
  })

  office.post<Ids>(
    '/talks/:id',
    { config: { operation: 'updateTalkByForm', acceptsUploads: true } },
    async (request, reply) => saveTalkForm({ options, request, reply, talk: await read(request) }),
  )

  office.get<Ids>('/talks/:id/history', { config: { operation: 'talkHistory' } }, async (request, reply) => {
    const talk = await ifFound(read(request))
    const id = talk?.id ?? request.params.id
    return sendHistory(options, request, reply, { area: 'talks', id, title: talk?.title })
  })

  office.get<Ids>('/talks/:id/delete', { config: { operation: 'deleteTalkPage' } }, async (request, reply) =>
    sendTalkDeletion(request, reply, await read(request)),
  )

  office.post<Ids>(
    '/talks/:id/delete',
    { config: { operation: 'deleteTalkByForm' } },
    async (request, reply) => {
      const { response } = await deleteTalk(options.services, callerOf(request), request.params.id)
      return reply.redirect(`/backoffice/talks?deleted=${response.id}`, 303)
    },
  )
}

async function readTalkQuery({ services }: WebOptions, request: FastifyRequest) {
  const query = queryOf(request)
  const known = await listTalkChoices(services, callerOf(request))
  const choices = readChoices(query, talkFilters(messagesOf(request), known))
  return { known, choices, query: { ...readListQuery(request), ...choices } }
}

async function withStars<Listed extends { id: string }>(
  { services }: WebOptions,
  talks: readonly Listed[],
): Promise<(Listed & { favorites: number })[]> {
  const query = hooks.of('countFavorites')[0]?.({ talkIds: talks.map(({ id }) => id) })
  const counts = query && (await services.store.read(query))
  return talks.map((talk) => ({ ...talk, favorites: counts?.get(talk.id) ?? 0 }))
}

async function* allStarred(options: WebOptions, pages: AsyncIterable<OfficeTalk[]>) {
  for await (const page of pages) yield await withStars(options, page)
}

/** During the event, the list opens with the talks that are not over. */
async function opensWithUpcoming({ services }: WebOptions, request: FastifyRequest): Promise<boolean> {
  const span = await services.store.read(programmeSpan({ platformId: callerOf(request).platform.id }))
  const now = services.clock.now()
  return span !== undefined && span.from < now && now < span.to
}

async function sendTalkList(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const messages = messagesOf(request)
  const { known, ...asked } = await readTalkQuery(options, request)
  const isAsked = Object.keys(request.query ?? {}).length > 0
  const isUpcoming = !isAsked && (await opensWithUpcoming(options, request))
  const shown = isUpcoming ? ({ when: 'upcoming' } as const) : {}
  const [choices, query] = [
    // Links that remove the other filters stay at the same talks.
    { ...(isAsked ? { when: ALL } : {}), ...asked.choices, ...shown },
    { ...asked.query, ...shown },
  ]
  const caller = callerOf(request)
  const [{ items, ...page }, colors, proposals] = await Promise.all([
    listOfficeTalks(services, caller, query),
    readTrackColors(services, caller.platform),
    hooks.of('countProposals')[0]?.(services, caller) ?? 0,
  ])
  const found = { ...page, items: await withStars(options, items) }
  const view = { zone: request.visit.platform.settings.timezone, now: services.clock.now() }
  const isChecked = choices.needs !== undefined
  const list = talkList(messages, {
    ...{ choices: known, colors, proposals, isChecked, hasMailer: services.hasMailer },
    format: caller.platform.settings.format,
  })
  return sendListPage(request, reply, { list, found, choices, view })
}

function sendTalkDeletion(request: FastifyRequest, reply: FastifyReply, talk: Talk) {
  const { id, title } = talk
  const { deleteTitle } = messagesOf(request).office.objects
  return sendOfficePage(request, reply, { title: deleteTitle({ name: title }) }, (csrf) => (
    <DeletePage area="talks" id={id} title={title} csrf={csrf} isRestorable>
      <TalkConsequences talk={talk} />
    </DeletePage>
  ))
}

function TalkConsequences({ talk: { speakers, moderators, type } }: { talk: Talk }) {
  const { objects, talks, deletions } = useMessages().office
  const { talk, room, accounts } = talks.deletion
  const emails = [...speakers, ...moderators].map(({ email }) => email)
  return (
    <>
      <Consequence title={objects.willBeDeleted} items={hasRoom(type) ? [talk, room] : [talk]} />
      <Consequence title={deletions.erasedNow} items={[deletions.live]} />
      <Consequence title={objects.willBeKept} items={[accounts({ count: emails.length, emails })]} />
    </>
  )
}
