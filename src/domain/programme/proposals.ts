// Speakers and moderators change the texts of their talks: at once, or as a proposal that staff approves or rejects.
import { type TalkTexts, textAttributes } from '../../schema/programme/talks.ts'
import type { Operation } from '../../store/changes/operation.ts'
import { command } from '../../store/changes/transaction.ts'
import { releaseFiles } from '../../store/files/files.ts'
import { type AttachedId, attachedIds } from '../../store/people/attached-people.ts'
import type { OwnTalk } from '../../store/people/memberships.ts'
import { userObjects } from '../../store/people/users.ts'
import { platformById } from '../../store/platforms/platforms.ts'
import {
  openProposals,
  proposalOf,
  proposalsForTalksOf,
  proposalWrites,
} from '../../store/programme/proposals.ts'
import { talkObjects } from '../../store/programme/talks.ts'
import type { FileRow, PlatformRow, ProposalRow, TalkRow, UserRow } from '../../store/sql/tables.ts'
import { actionEvent } from '../changes/change-events.ts'
import { execute, executeAll, requireAllDone } from '../changes/commands.ts'
import { Refusal } from '../changes/errors.ts'
import { type Precondition, requirePrecondition } from '../changes/preconditions.ts'
import { type FileUses, fileIdsOf, fileUseWrites, loadFiles } from '../files/file-uses.ts'
import { speaksAt } from '../live/live-state.ts'
import type { Caller, Services } from '../services.ts'
import { isVisibleTo } from './talk-states.ts'
import { saveTalk, saveTalkCommand } from './talks.ts'

const MAX_LISTED = 200

type SignedIn = Caller & { platform: PlatformRow; user: UserRow }

/** Whether a person may change the texts of a talk. Moderators need a role that lets them moderate. */
const mayEditTexts = (
  { settings }: Pick<PlatformRow, 'settings'>,
  { user, talk, attached }: { user: UserRow; talk: TalkRow; attached: readonly AttachedId[] },
): boolean =>
  settings.talkEditing !== 'off' &&
  isVisibleTo(talk, user) &&
  (speaksAt(user, attached) ||
    (user.role !== 'attendee' &&
      attached.some(({ kind, userId }) => kind === 'moderator' && userId === user.id)))

export const textsOf = (talk: TalkRow): Required<TalkTexts> => ({
  title: talk.title,
  description: talk.description,
  details: talk.details,
  language: talk.language,
  image: talk.image,
  files: talk.files,
})

export type EditableTalk = { talk: TalkRow; proposal: ProposalRow | undefined }

/** A talk of the caller, and what was proposed for it. Throws `talk_not_found` unless the caller may change its texts. */
export async function readEditableTalk(
  { store }: Services,
  { platform, user }: SignedIn,
  id: string,
): Promise<EditableTalk> {
  const reference = { by: 'id', value: id } as const
  const [talk, attached, proposal] = await Promise.all([
    store.read(talkObjects.find(platform.id, reference)),
    store.read(attachedIds('talk', platform.id, reference)),
    store.read(proposalOf(platform.id, id)),
  ])
  if (!talk || !mayEditTexts(platform, { user, talk, attached })) throw new Refusal('talk_not_found')
  return { talk, proposal }
}

/**
 * Changes the texts of a talk of the caller, or proposes to. The body must be valid, and the precondition name the version
 * that the caller has seen: people who are removed from the talk change its version, too.
 */
export async function changeTexts(
  services: Services,
  caller: SignedIn,
  { talk, texts, precondition }: { talk: TalkRow; texts: TalkTexts; precondition: Precondition },
): Promise<void> {
  await readEditableTalk(services, caller, talk.id)
  if (caller.platform.settings.talkEditing === 'direct')
    await saveTalk(services, caller, talk.id, texts, precondition)
  else
    await execute(services, caller, proposeOperation, {
      talkId: talk.id,
      userId: caller.user.id,
      texts,
      precondition,
    })
}

type ProposeState = {
  talk: TalkRow | undefined
  attached: AttachedId[]
  user: UserRow | undefined
  platform: PlatformRow | undefined
  proposal: ProposalRow | undefined
  files?: FileRow[]
}
type ProposeInput = { talkId: string; userId: string; texts: TalkTexts; precondition: Precondition }

/** Replaces an earlier proposal. Without any change, it is withdrawn. */
export const proposeOperation: Operation<ProposeState, ProposeInput, null> = {
  name: 'proposeTexts',
  load: ({ platformId }, { talkId, userId, texts }) => ({
    talk: talkObjects.findForChange(platformId, { by: 'id', value: talkId }),
    attached: attachedIds('talk', platformId, { by: 'id', value: talkId }),
    user: userObjects.find(platformId, { by: 'id', value: userId }),
    platform: platformById(platformId),
    proposal: proposalOf(platformId, talkId),
    ...loadFiles(platformId, Object.values(fileUses(texts))),
  }),
  decide({ talk, attached, user, platform, proposal, files }, ctx, { texts, precondition }) {
    if (!talk || !user || !platform || !mayEditTexts(platform, { user, talk, attached }))
      throw new Refusal('talk_not_found')
    requirePrecondition(talk, precondition)
    const changes = changedTexts(talk, texts)
    const isEmpty = Object.keys(changes).length === 0
    if (isEmpty && !proposal) return { writes: [], events: [], answer: null }
    const next: ProposalRow = {
      id: ctx.newId(),
      platformId: ctx.platformId,
      talkId: talk.id,
      userId: user.id,
      talkVersion: talk.version,
      changes,
      files: fileIdsOf(Object.values(fileUses(changes))),
      state: 'open',
      reason: null,
      proposedAt: ctx.now,
    }
    const before = { ...usesOf(textsOf(talk), 'talk'), ...usesOf(proposal?.changes ?? {}, 'proposal') }
    const after = { ...usesOf(textsOf(talk), 'talk'), ...fileUses(changes) }
    return {
      writes: [
        ...(proposal ? [proposalWrites.remove(proposal)] : []),
        ...(isEmpty ? [] : [proposalWrites.insert(next)]),
        ...fileUseWrites(files, { before, after, now: ctx.now }),
      ],
      events: isEmpty ? [] : [actionEvent('talk', talk, 'change_proposed')],
      answer: null,
    }
  },
}

/** Where texts refer to files, as in the body of the form. */
const fileUses = ({ image, files = [] }: TalkTexts): FileUses => ({
  '/image': image,
  ...Object.fromEntries(files.map(({ url }, index) => [`/files/${index}/url`, url])),
})

/** The same under other places, so that those of a talk and of a proposal can be combined. */
const usesOf = (texts: TalkTexts, place: string): FileUses =>
  Object.fromEntries(Object.entries(fileUses(texts)).map(([pointer, url]) => [`/${place}${pointer}`, url]))

/** The texts that differ from those of the talk. */
const changedTexts = (talk: TalkRow, texts: TalkTexts): TalkTexts => {
  const current = textsOf(talk)
  return Object.fromEntries(
    textAttributes
      .filter(
        (name) => texts[name] !== undefined && JSON.stringify(texts[name]) !== JSON.stringify(current[name]),
      )
      .map((name) => [name, texts[name]]),
  )
}

export type Decided = { talkId: string; proposalId: string }

/**
 * Saves what was proposed, if the talk still has the version that the caller has compared it with
 * (`precondition_failed`). Throws `not_found` if the proposal was decided or replaced meanwhile.
 */
export async function approveProposal(
  services: Services,
  caller: Caller,
  { talkId, proposalId }: Decided,
  precondition: Precondition,
): Promise<void> {
  const proposal = await services.store.read(proposalOf(caller.platform.id, talkId))
  if (proposal?.id !== proposalId || proposal.state !== 'open') throw new Refusal('not_found')
  const save = saveTalkCommand({ reference: talkId, body: proposal.changes, precondition })
  const close = command(decideProposalOperation, { talkId, proposalId, reason: null })
  const { outcomes } = await executeAll<unknown>(services, caller, [save, close], { isAtomic: true })
  requireAllDone(outcomes)
}

/** Rejects a proposal. Its author sees the reason. Throws `not_found` if it was decided or replaced meanwhile. */
export const rejectProposal = (services: Services, caller: Caller, input: Decided & { reason: string }) =>
  execute(services, caller, decideProposalOperation, input)

type DecideState = { talk: TalkRow | undefined; proposal: ProposalRow | undefined }

/** Without a reason, the proposal has been approved. */
export const decideProposalOperation: Operation<DecideState, Decided & { reason: string | null }, null> = {
  name: 'decideProposal',
  load: ({ platformId }, { talkId }) => ({
    talk: talkObjects.findForChange(platformId, { by: 'id', value: talkId }),
    proposal: proposalOf(platformId, talkId),
  }),
  decide({ talk, proposal }, ctx, { proposalId, reason }) {
    if (!talk || proposal?.id !== proposalId || proposal.state !== 'open') throw new Refusal('not_found')
    if (reason === null)
      return {
        writes: [proposalWrites.remove(proposal), ...releaseWrites(proposal, ctx.now)],
        events: [],
        answer: null,
      }
    return {
      writes: [proposalWrites.replace({ ...proposal, state: 'rejected', reason })],
      events: [actionEvent('talk', talk, 'change_rejected')],
      answer: null,
    }
  },
}

const releaseWrites = ({ files }: ProposalRow, now: number) =>
  files.length > 0 ? [releaseFiles(files, now)] : []

export const listOpenProposals = ({ store }: Services, { platform }: Caller) =>
  store.read(openProposals(platform.id, MAX_LISTED))

/** A proposal that waits. Throws `not_found` if there is none for the talk. */
export async function readOpenProposal(services: Services, caller: Caller, talkId: string) {
  const { store } = services
  const { id } = caller.platform
  const [talk, proposal] = await Promise.all([
    store.read(talkObjects.find(id, { by: 'id', value: talkId })),
    store.read(proposalOf(id, talkId)),
  ])
  if (!talk || proposal?.state !== 'open') throw new Refusal('not_found')
  return { talk, proposal }
}

/** Which talks of a person they may edit, and what was proposed for them, by talk. */
export type TalkEditing = { editable: ReadonlySet<string>; proposals: ReadonlyMap<string, ProposalRow> }

export async function readTalkEditing(
  { store }: Services,
  { platform, user }: SignedIn,
  talks: readonly OwnTalk[],
): Promise<TalkEditing> {
  const editable = talks.filter(({ kind, talk }) =>
    mayEditTexts(platform, { user, talk, attached: [{ kind, userId: user.id }] }),
  )
  const proposals = editable.length === 0 ? [] : await store.read(proposalsForTalksOf(user.id))
  return {
    editable: new Set(editable.map(({ talk }) => talk.id)),
    proposals: new Map(proposals.map((proposal) => [proposal.talkId, proposal])),
  }
}
