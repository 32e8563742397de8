// Talks: saving with their people, and deleting.
import { parseInstant } from '../lib/times.ts'
import type { Notice } from '../schema/problem.ts'
import { type TalkBody, TalkCreate, type TalkFeatures, type TalkSaved } from '../schema/talk.ts'
import type { DecideContext, Operation } from '../store/engine.ts'
import type { Reference } from '../store/objects.ts'
import { type AttachedId, attachedIds, setTalkPeople } from '../store/people.ts'
import type { TalkRow, UserRow } from '../store/tables.ts'
import { addTags } from '../store/tags.ts'
import { talkObjects } from '../store/talks.ts'
import type { Provisions } from './accounts.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from './creation.ts'
import { Refusal } from './errors.ts'
import { createdEvent, deletedEvent, updatedEvent } from './history.ts'
import { loadPeople, type PeopleState, type ResolvedPeople, resolvePeople, runWithPeople } from './people.ts'
import { talkContent } from './present-talk.ts'
import { NOBODY, requireReference } from './references.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import { requireSeen, type Seen } from './versions.ts'
import { videoFor } from './videos.ts'

type Saved = { isCreated: boolean; answer: TalkSaved }
/** `reference` is null for a creation without an identifier in the path. */
type SaveInput = { reference: Reference | null; body: TalkBody; provisions: Provisions; seen?: Seen }
type SaveState = PeopleState & {
  talk: TalkRow | undefined
  attached: AttachedId[]
  externalIdHolder: TalkRow | undefined
}

/** Creates a talk (reference null), updates one, or creates one under the caller's own identifier. */
export const saveTalk = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: TalkBody,
  seen: Seen = {},
) =>
  runWithPeople(services, caller, saveTalkOperation, {
    reference: reference === null ? null : requireReference(reference, 'object', 'talk_not_found'),
    body,
    provisions: {},
    seen,
  })

export const saveTalkOperation: Operation<SaveState, SaveInput, Saved> = {
  name: 'saveTalk',
  load: ({ platformId }, { reference, body, provisions }) => ({
    talk: talkObjects.findForChange(platformId, reference ?? NOBODY),
    attached: attachedIds('talk', platformId, reference ?? NOBODY),
    externalIdHolder: talkObjects.find(platformId, { by: 'external_id', value: body.externalId ?? '' }),
    ...loadPeople(platformId, body, provisions),
  }),
  decide(state, ctx, { reference, body, provisions, seen }) {
    if (!state.talk) return create(state, ctx, reference, body, provisions)
    requireSeen(state.talk, seen)
    return update(state.talk, state, ctx, body, provisions)
  },
}

function create(
  state: SaveState,
  ctx: DecideContext,
  reference: Reference | null,
  body: TalkBody,
  provisions: Provisions,
) {
  const externalId = externalIdForCreation(reference, body, 'talk_not_found')
  requireForCreation(TalkCreate.required, body)
  requireFreeExternalId(state.externalIdHolder, undefined)
  const talk = merge({ ...emptyTalk(ctx), externalId }, { ...body, externalId })
  const people = resolvePeople(state, ctx, body, provisions)
  return {
    writes: [
      ...people.writes,
      talkObjects.insert(talk),
      ...peopleWrites(talk, people),
      ...tagWrites(ctx, body),
    ],
    events: [...people.events, createdEvent('talk', talk, withPeople(talk, people, []))],
    answer: { isCreated: true, answer: answerOf(talk, people, 'Talk created.') },
  }
}

function update(talk: TalkRow, state: SaveState, ctx: DecideContext, body: TalkBody, provisions: Provisions) {
  requireFreeExternalId(state.externalIdHolder, talk.id)
  const merged = merge(talk, body)
  const people = resolvePeople(state, ctx, body, provisions)
  const next = { ...merged, version: talk.version + 1, updatedAt: ctx.now }
  const before = withPeople(talk, {}, state.attached)
  const event = updatedEvent('talk', next, before, withPeople(next, people, state.attached))
  if (!event) {
    return {
      writes: [],
      events: [],
      answer: { isCreated: false, answer: answerOf(talk, people, 'Nothing to change: the talk is as sent.') },
    }
  }
  return {
    writes: [
      ...people.writes,
      talkObjects.replace(next),
      ...peopleWrites(next, people),
      ...tagWrites(ctx, body),
    ],
    events: [...people.events, event],
    answer: { isCreated: false, answer: answerOf(next, people, 'Talk updated.') },
  }
}

const peopleWrites = (talk: TalkRow, { speakers, moderators }: ResolvedPeople) => [
  ...(speakers ? setTalkPeople(talk.id, 'speaker', ids(speakers)) : []),
  ...(moderators ? setTalkPeople(talk.id, 'moderator', ids(moderators)) : []),
]

const tagWrites = ({ platformId }: DecideContext, { tags = [], hiddenTags = [] }: TalkBody) =>
  addTags(platformId, [...tags, ...hiddenTags])

const ids = (accounts: readonly UserRow[]) => accounts.map((account) => account.id)

/** The content of a talk with its people as ids, for its history. */
function withPeople(
  talk: TalkRow,
  people: { speakers?: UserRow[] | undefined; moderators?: UserRow[] | undefined },
  attached: readonly AttachedId[],
) {
  const kept = (kind: AttachedId['kind']) =>
    attached.filter((person) => person.kind === kind).map((person) => person.userId)
  return {
    ...talkContent(talk),
    speakers: people.speakers ? ids(people.speakers) : kept('speaker'),
    moderators: people.moderators ? ids(people.moderators) : kept('moderator'),
  }
}

function answerOf(talk: TalkRow, people: ResolvedPeople, message: string): TalkSaved {
  const warnings: Notice[] = [...people.warnings]
  if (talk.type !== 'embedded' && talk.video === null) {
    warnings.push({
      code: 'video_missing',
      message: `A talk of type ${talk.type} has no video yet.`,
      pointer: '/video',
    })
  }
  return { code: 'ok', message, id: talk.id, ...people.answer, ...(warnings.length > 0 ? { warnings } : {}) }
}

const defaultFeatures: TalkFeatures = {
  chat: true,
  questions: true,
  surveys: true,
  viewersCount: true,
  viewersList: true,
  rewardsEarning: true,
  freeLive: false,
  freeReplay: false,
}

const emptyTalk = (ctx: DecideContext): TalkRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  externalId: null,
  title: '',
  description: '',
  startAt: 0,
  endAt: 0,
  timezone: null,
  duration: 60,
  type: 'embedded',
  video: null,
  image: null,
  links: [],
  track: null,
  tags: [],
  hiddenTags: [],
  featured: false,
  recommended: false,
  keynote: false,
  available: false,
  features: defaultFeatures,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

/** What is sent replaces, member by member in features; what is not sent stays. */
function merge(talk: TalkRow, body: TalkBody): TalkRow {
  const {
    start,
    speakers: _speakers,
    moderators: _moderators,
    video,
    features,
    tags,
    hiddenTags,
    ...plain
  } = body
  const merged: TalkRow = {
    ...talk,
    ...plain,
    features: { ...talk.features, ...features },
    startAt: start === undefined ? talk.startAt : (parseInstant(start) ?? talk.startAt),
    tags: tags ? [...new Set(tags)] : talk.tags,
    hiddenTags: hiddenTags ? [...new Set(hiddenTags)] : talk.hiddenTags,
  }
  return {
    ...merged,
    endAt: merged.startAt + merged.duration * 60_000,
    video: videoFor(merged.type, video, talk.video),
  }
}

type DeleteState = { talk: TalkRow | undefined; attached: AttachedId[] }

export const deleteTalkOperation: Operation<DeleteState, { reference: Reference }, { id: string }> = {
  name: 'deleteTalk',
  load: ({ platformId }, { reference }) => ({
    talk: talkObjects.findForChange(platformId, reference),
    attached: attachedIds('talk', platformId, reference),
  }),
  decide({ talk, attached }) {
    if (!talk) throw new Refusal('talk_not_found')
    return {
      writes: [talkObjects.remove(talk)],
      events: [deletedEvent('talk', talk, withPeople(talk, {}, attached))],
      answer: { id: talk.id },
    }
  },
}

export const deleteTalk = (services: Services, caller: Caller, reference: string) =>
  services.store.run(deleteTalkOperation, writeContext(services, caller), {
    reference: requireReference(reference, 'object', 'talk_not_found'),
  })
