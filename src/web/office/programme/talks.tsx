// Talks in the Back Office: the list, the form, what deletion takes along.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { listOfficeTalks, listTracks } from '../../../domain/office/lists.ts'
import { readTalk } from '../../../domain/programme/read-talks.ts'
import { deleteTalk, saveTalk } from '../../../domain/programme/talks.ts'
import {
  type Talk,
  type TalkBody,
  TalkCreate,
  TalkUpdate,
  talkTypes,
} from '../../../schema/programme/talks.ts'
import { callerOf } from '../../pages/visit.ts'
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
import { ROOMS, TalkForm } from './talk-form.tsx'
import { TalkList } from './talk-list.tsx'
import { newTalkValues, talkBody, talkValues } from './talk-values.ts'

type Ids = { Params: { id: string } }
const PATH = '/backoffice/talks'
const LISTS = ['speakers', 'moderators', 'links']
const PEOPLE = ['speakers', 'moderators']

export const officeTalkRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/talks', { config: { operation: 'officeTalks' } }, async (request, reply) => {
    const query = queryOf(request)
    const asked = {
      q: query('q'),
      sort: query('sort'),
      after: query('after'),
      before: query('before'),
      type: among(talkTypes, query('type')),
      when: among(['upcoming', 'past'], query('when')),
      mark: among(['featured', 'recommended', 'keynote'], query('mark')),
    }
    const { items, ...list } = await listOfficeTalks(services, callerOf(request), asked)
    const { q, type, when, mark } = asked
    const state = { path: PATH, q, filters: { when, type, mark }, ...list }
    return sendOfficePage(request, reply, { title: 'Talks' }, () => (
      <TalkList
        state={state}
        talks={items}
        now={services.clock.now()}
        platformZone={request.visit.platform.settings.timezone}
        done={query('done')}
      />
    ))
  })

  office.get('/talks/new', { config: { operation: 'newTalkPage' } }, async (request, reply) =>
    sendTalkForm(options, request, reply, null, {
      values: newTalkValues,
      version: null,
      problems: [],
      adding: 'speakers',
    }),
  )

  office.post('/talks/new', { config: { operation: 'createTalkByForm' } }, (request, reply) =>
    saveTalkForm(options, request, reply, null),
  )

  office.get<Ids>('/talks/:id', { config: { operation: 'officeTalk' } }, async (request, reply) => {
    const talk = await readTalk(services, callerOf(request), request.params.id)
    const values = talkValues(talk, request.visit.platform.settings.timezone)
    return sendTalkForm(options, request, reply, talk, { values, version: talk.version, problems: [] })
  })

  office.post<Ids>('/talks/:id', { config: { operation: 'updateTalkByForm' } }, async (request, reply) =>
    saveTalkForm(options, request, reply, await readTalk(services, callerOf(request), request.params.id)),
  )

  office.get<Ids>('/talks/:id/history', { config: { operation: 'talkHistory' } }, async (request, reply) => {
    const { id } = request.params
    const talk = await ifThere(readTalk(services, callerOf(request), id))
    return sendHistory(options, request, reply, { area: 'talks', id: talk?.id ?? id, title: talk?.title })
  })

  office.get<Ids>(
    '/talks/:id/delete',
    { config: { operation: 'deleteTalkPage' } },
    async (request, reply) => {
      const talk = await readTalk(services, callerOf(request), request.params.id)
      return sendOfficePage(request, reply, { title: `Delete ${talk.title}` }, (csrf) => (
        <DeletePage area="talks" id={talk.id} title={talk.title} csrf={csrf}>
          <Consequences talk={talk} />
        </DeletePage>
      ))
    },
  )

  office.post<Ids>(
    '/talks/:id/delete',
    { config: { operation: 'deleteTalkByForm' } },
    async (request, reply) => {
      await deleteTalk(services, callerOf(request), request.params.id)
      return reply.redirect(`${PATH}?done=deleted`, 303)
    },
  )
}

async function saveTalkForm(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  current: Talk | null,
) {
  const { services } = options
  const caller = callerOf(request)
  const zone = request.visit.platform.settings.timezone
  const values = await recognizePeople(services, caller, sentValues(request), PEOPLE)
  const isNew = current === null
  const body = talkBody(values, { isNew, zone })
  const shown = current === null ? {} : talkBody(talkValues(current, zone), { isNew, zone })
  const outcome = await saveForm(
    {
      current,
      values,
      lists: LISTS,
      body: touched(body, shown),
      schema: isNew ? TalkCreate : TalkUpdate,
    },
    // The schema has taken it.
    (checked, seen) => saveTalk(services, caller, current?.id ?? null, checked as TalkBody, seen),
  )
  if (outcome.status === 'again')
    return sendTalkForm(options, request, reply.code(outcome.code), current, outcome.state)
  return answerSaved(request, reply, outcome.saved, { path: PATH, name: 'Talk' })
}

async function sendTalkForm(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  talk: Talk | null,
  state: EditState,
) {
  const caller = callerOf(request)
  const hasRooms = caller.platform.settings.roomAddress !== null
  const tracks = await listTracks(services, caller)
  const zone = request.visit.platform.settings.timezone
  const title = talk?.title ?? 'New talk'
  const action = `${PATH}/${talk?.id ?? 'new'}`
  return sendOfficePage(request, reply, { title, scripts: ['office-forms.js'] }, (csrf) => (
    <>
      {talk ? (
        <ObjectHead area="talks" id={talk.id} title={title} current="edit">
          <a href={`/talks/${talk.id}`}>See it as visitors do</a>
          {talk.type !== 'embedded' && talk.video === null ? (
            <span class="badge warn">No video yet</span>
          ) : null}
          {talk.type === 'embedded' && !hasRooms ? (
            <>
              <span class="badge warn">No room yet</span>
              <a href={ROOMS}>Say where rooms are</a>
            </>
          ) : null}
        </ObjectHead>
      ) : (
        <NewHead area="talks" title={title} />
      )}
      <DoneNotice what={queryOf(request)('done')} />
      <TalkForm {...{ action, csrf, state, zone, hasRooms, tracks }} cancel={PATH} />
    </>
  ))
}

function Consequences({ talk: { speakers, moderators, type } }: { talk: Talk }) {
  const people = speakers.length + moderators.length
  return (
    <>
      <h2>What goes</h2>
      <ul>
        <li>the talk with its page, its place in the agenda and in every calendar</li>
        {type === 'embedded' ? <li>the way into its room</li> : null}
      </ul>
      <h2>What stays</h2>
      <ul>
        <li>
          {people === 1 ? 'the account of its one person' : `the accounts of its ${people} people`}:{' '}
          {[...speakers, ...moderators].map(({ email }) => email).join(', ')}
        </li>
      </ul>
    </>
  )
}
