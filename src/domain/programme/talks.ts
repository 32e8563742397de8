// Talks: saving with their people, and deleting.
import { parseInstant } from '../../lib/time/instants.ts'
import type { Deleted, Notice } from '../../schema/problems.ts'
import {
  type TalkBody,
  TalkCreate,
  type TalkFeatures,
  type TalkSaved,
  type TalkType,
} from '../../schema/programme/talks.ts'
import { setTalkPeople } from '../../store/people/attached-people.ts'
import { addTags } from '../../store/programme/tags.ts'
import { talkObjects } from '../../store/programme/talks.ts'
import type { TalkRow } from '../../store/sql/tables.ts'
import { type DecideContext, step } from '../../store/store.ts'
import { type Asked, type AskedDeletion, type Command, execute } from '../changes/commands.ts'
import type { Seen } from '../changes/preconditions.ts'
import { optionalReference, requireReference } from '../changes/references.ts'
import { everyone } from '../people/attached-people.ts'
import type { Caller, Services } from '../services.ts'
import { talkContent } from './present-talk.ts'
import { accountIds, deleteOperation, type Saved, type SavedKind, saveOperation } from './save-with-people.ts'
import { videoFor } from './videos.ts'

const talkKind: SavedKind<TalkRow, TalkBody, TalkSaved> = {
  name: 'talk',
  objects: talkObjects,
  required: TalkCreate.required,
  empty: emptyTalk,
  merge,
  content: (talk, people) => ({ ...talkContent(talk), ...people }),
  listsOfNew: {},
  setPeople: (talk, { speakers, moderators }) => [
    ...(speakers ? setTalkPeople(talk.id, 'speaker', accountIds(speakers)) : []),
    ...(moderators ? setTalkPeople(talk.id, 'moderator', accountIds(moderators)) : []),
  ],
  tagWrites: ({ platformId }, { tags = [], hiddenTags = [] }) =>
    addTags(platformId, [...tags, ...hiddenTags]),
  answer: ({ id }, message, people, warnings) => ({
    code: 'ok',
    message,
    id,
    ...people,
    ...(warnings.length > 0 ? { warnings } : {}),
  }),
  warnings: ({ type, video }) => (type !== 'embedded' && video === null ? [videoMissing(type)] : []),
}

export const saveTalkOperation = saveOperation('saveTalk', talkKind)
export const deleteTalkOperation = deleteOperation('deleteTalk', talkKind)

/** Creates a talk (reference null), updates one, or creates one under the caller's own identifier. */
export function saveTalkCommand(asked: Asked<TalkBody>): Command<Saved<TalkSaved>> {
  const input = { ...asked, reference: optionalReference(asked.reference, 'object', 'talk_not_found') }
  return {
    people: everyone(asked.body),
    step: (provisions) => step(saveTalkOperation, { ...input, provisions }),
  }
}

export function deleteTalkCommand({ reference, ...asked }: AskedDeletion): Command<Saved<Deleted>> {
  const input = { ...asked, reference: requireReference(reference, 'object', 'talk_not_found') }
  return { people: [], step: () => step(deleteTalkOperation, input) }
}

export const saveTalk = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: TalkBody,
  seen: Seen = {},
) => execute(services, caller, saveTalkCommand({ reference, body, seen }))

export const deleteTalk = (services: Services, caller: Caller, reference: string) =>
  execute(services, caller, deleteTalkCommand({ reference }))

const videoMissing = (type: TalkType): Notice => ({
  code: 'video_missing',
  message: `A talk of type ${type} has no video yet.`,
  pointer: '/video',
})

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

function emptyTalk(ctx: DecideContext): TalkRow {
  return {
    id: ctx.newId(),
    platformId: ctx.platformId,
    externalId: null,
    source: null,
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
  }
}

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
