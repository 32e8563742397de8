// Talks: saving with their people, deleting, and restoring.

import { type DeleteRequest, executeCommand, type SaveRequest } from '../../kernel/changes/commands.ts'
import { newObject } from '../../kernel/changes/creation.ts'
import { invalidData } from '../../kernel/changes/errors.ts'
import { operationHooks } from '../../kernel/changes/features.ts'
import type { Precondition } from '../../kernel/changes/preconditions.ts'
import { optionalReference, requireReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { parseInstant } from '../../kernel/lib/time/instants.ts'
import type { Deleted, Notice } from '../../kernel/schema/problems.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { fileIdsOf } from '../files/file-uses.ts'
import type { WithInvitations } from '../people/new-accounts/new-invitations.ts'
import { addTags } from '../platforms/tags-store.ts'
import { talkContent } from './present-talk.ts'
import { deleteOperation, restoreOperation } from './saved-objects/deletion.ts'
import {
  type AttachedIds,
  accountIds,
  type SavedKind,
  saveOperation,
  type Unannounced,
} from './saved-objects/save-with-people.ts'
import {
  hasRoom,
  needsVideo,
  type TalkBody,
  TalkCreate,
  type TalkSaved,
  type TalkType,
  talkFields,
} from './schema.ts'
import { importedIntoTalk, talkObjects } from './store.ts'
import type { TalkRow } from './tables.ts'
import { setTalkTags } from './tags-store.ts'
import { setTalkFiles } from './talk-files-store.ts'
import { attachedToTalk, keepTalkPeople, restoreTalkPeople, setTalkPeople } from './talk-people-store.ts'
import { textsOfTalks } from './talk-texts-store.ts'
import { isFittingVideo, videoFor } from './videos.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeatureOperations {
    /** Keeps what else belongs to a deleted talk, such as its stars, with its row in `deleted_objects`. */
    keptWithTalks?: {
      keep(talk: { id: string }): Write
      restore(talk: { id: string; platformId: string }): Write
    }
  }
}

const talkKind: SavedKind<TalkRow, TalkBody, TalkSaved> = {
  name: 'talk',
  objects: talkObjects,
  importedInto: importedIntoTalk,
  required: ({ kind }) => (kind === 'break' ? TalkCreate.required : [...TalkCreate.required, 'speakers']),
  empty: (ctx) => ({ ...newObject(ctx), ...talkFields.initial, startAt: 0, endAt: 0, recordedAt: null }),
  fileUses: ({ image, files = [] }) => ({
    '/image': image,
    ...Object.fromEntries(files.map(({ url }, index) => [`/files/${index}/url`, url])),
  }),
  merge,
  nameOf: ({ title }) => title,
  content: (talk, people) => ({ ...talkContent(talk), ...people }),
  listsOfNew: {},
  // A break has nobody to name, unless the request says so.
  losesPeople: ({ kind }) => kind === 'break',
  // A video goes with the type that its import has sent or inferred.
  unfitting: ({ type }, { video }, kept) =>
    kept.includes('/type') && video != null && !isFittingVideo(type, video) ? ['/video'] : [],
  checkPeople: requireSpeakers,
  attachedTo: attachedToTalk,
  setPeople: (talk, { speakers, moderators }) => [
    ...(speakers ? setTalkPeople(talk.id, 'speaker', accountIds(speakers)) : []),
    ...(moderators ? setTalkPeople(talk.id, 'moderator', accountIds(moderators)) : []),
  ],
  keepPeople: ({ id }) => [
    keepTalkPeople({ id }),
    ...operationHooks.of('keptWithTalks').map(({ keep }) => keep({ id })),
  ],
  restorePeople: ({ id, platformId }) => [
    restoreTalkPeople({ id }),
    ...operationHooks.of('keptWithTalks').map(({ restore }) => restore({ id, platformId })),
  ],
  tagWrites: ({ platformId }, { tags = [], hiddenTags = [] }) =>
    addTags(platformId, [...tags, ...hiddenTags]),
  setFinders: (talk, before) => [
    ...setTalkTags(talk, before),
    ...(before ? textsOfTalks.update(talk, before) : textsOfTalks.add([talk])),
  ],
  leaveUnannounced: ({ id, version, updatedAt }) =>
    operationHooks
      .of('leaveUnannounced')
      .map((leave) => leave({ talkId: id, version, changedAt: updatedAt })),
  setFiles: ({ id, files }, sent) =>
    sent.files ? setTalkFiles(id, fileIdsOf(files.map(({ url }) => url))) : [],
  respond: ({ id }, message, people, warnings) => ({
    code: 'ok',
    message,
    id,
    ...people,
    ...(warnings.length > 0 ? { warnings } : {}),
  }),
  warnings: ({ type, video }, { body }) => [
    ...(needsVideo(type) && video === null ? [videoMissing(type)] : []),
    ...(hasRoom(type) && body.video != null ? [VIDEO_IGNORED] : []),
  ],
}

export const saveTalkOperation = saveOperation('saveTalk', talkKind)

/** People who paid for the talk were refunded, and pay again. */
export const restoreTalkOperation = restoreOperation('restoreTalk', talkKind)

export const deleteTalkOperation = deleteOperation('deleteTalk', talkKind)

/** Creates a talk (reference null), updates one, or creates one under an externalId. */
export function saveTalkCommand(
  request: SaveRequest<TalkBody> & WithInvitations & Unannounced,
): Command<Saved<TalkSaved>> {
  const reference = optionalReference(request.reference, 'talk_not_found')
  return command(saveTalkOperation, { ...request, reference })
}

export function deleteTalkCommand(request: DeleteRequest): Command<Saved<Deleted>> {
  const reference = requireReference(request.reference, 'talk_not_found')
  return command(deleteTalkOperation, { ...request, reference })
}

export const saveTalk = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: TalkBody,
  precondition: Precondition = {},
) => executeCommand(services, caller, saveTalkCommand({ reference, body, precondition }))

export const deleteTalk = (services: Services, caller: Caller, reference: string) =>
  executeCommand(services, caller, deleteTalkCommand({ reference }))

const videoMissing = (type: TalkType): Notice => ({
  code: 'video_missing',
  message: `The talk has type ${type} but no video yet.`,
  pointer: '/video',
})

const VIDEO_IGNORED: Notice = {
  code: 'video_ignored',
  message: 'A talk of type embedded takes place in a room of the platform. The video was ignored.',
  pointer: '/video',
}

/** Only breaks have no speakers. A talk that lost them for another reason can still be changed. */
function requireSpeakers({ kind }: TalkRow, body: TalkBody, { speakers }: AttachedIds): void {
  if (kind === 'break' || speakers.length > 0) return
  if (body.kind) throw invalidData([{ pointer: '/speakers', code: 'required', message: 'is required' }])
}

/** Replaces the attributes that were sent; all others stay. */
function merge(talk: TalkRow, body: TalkBody): TalkRow {
  const { start, video } = body
  const merged = talkFields.merge(talk, body)
  const startAt = start === undefined ? talk.startAt : (parseInstant(start) ?? talk.startAt)
  return {
    ...merged,
    startAt,
    endAt: startAt + Math.round(merged.duration * 60_000),
    video: videoFor(merged.type, video, talk.video),
  }
}
