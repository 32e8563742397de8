// Speakers and moderators change the texts of their talks: directly, or as a proposal that staff approve or reject.

import { actionEvent } from '../../kernel/changes/change-events.ts'
import { execute, executeAll, requireAllDone } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { EMAIL_LIFETIME_MS } from '../../kernel/limits.ts'
import { queueEmail } from '../../kernel/outbox/emails.ts'
import type { DecideContext, Operation } from '../../kernel/store/changes/operation.ts'
import { command } from '../../kernel/store/changes/transaction.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { type FileUses, fileIdsOf, fileUseWrites, loadFiles, releaseWrites } from '../files/file-uses.ts'
import type { FileRow } from '../files/tables.ts'
import { speaksAt } from '../live/rights.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { OwnTalk } from '../talks/own-talks-store.ts'
import { type TalkTexts, textAttributes } from '../talks/schema.ts'
import { talkObjects } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { attachedToTalk } from '../talks/talk-people-store.ts'
import { isVisibleTo } from '../talks/talk-states.ts'
import { saveTalk, saveTalkCommand } from '../talks/talks.ts'
import { MAX_LISTED } from './limits.ts'
import {
  countOpenProposals,
  openProposals,
  proposalOf,
  proposalsForTalksOf,
  proposalWrites,
} from './store.ts'
import type { ProposalRow } from './tables.ts'

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

/** A talk of the caller, and the proposal for it. Throws `talk_not_found` unless the caller may change its texts. */
export async function readEditableTalk(
  { store }: Services,
  { platform, user }: SignedIn,
  id: string,
): Promise<EditableTalk> {
  const reference = { by: 'id', value: id } as const
  const [talk, attached, proposal] = await Promise.all([
    store.read(talkObjects.find({ platformId: platform.id, ...reference })),
    store.read(attachedToTalk({ platformId: platform.id, ...reference })),
    store.read(proposalOf({ platformId: platform.id, talkId: id })),
  ])
  if (!talk || !mayEditTexts(platform, { user, talk, attached })) throw new Refusal('talk_not_found')
  return { talk, proposal }
}

/**
 * Changes the texts of the caller's talk, or proposes the change. The body must be valid, and the precondition must
 * name the version that the caller has seen, because removing people from the talk changes its version, too.
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

/** Saves a proposal, which replaces an earlier one. A proposal without changes withdraws it. */
export const proposeOperation: Operation<ProposeState, ProposeInput, null> = {
  name: 'proposeTexts',
  load: ({ platformId }, { talkId, userId, texts }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
    attached: attachedToTalk({ platformId, by: 'id', value: talkId }),
    user: userObjects.find({ platformId, by: 'id', value: userId }),
    platform: platformById({ id: platformId }),
    proposal: proposalOf({ platformId, talkId }),
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
      decidedAt: null,
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

/** The file references of texts, as in the body of the form. */
const fileUses = ({ image, files = [] }: TalkTexts): FileUses => ({
  '/image': image,
  ...Object.fromEntries(files.map(({ url }, index) => [`/files/${index}/url`, url])),
})

/** The file references under another prefix, so that those of a talk and of a proposal can be combined. */
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

/** `emailedFrom` is the origin of the site. If it is set, the author gets an e-mail with the decision. */
export type Decided = { talkId: string; proposalId: string; emailedFrom?: string | undefined }

/**
 * Saves a proposal, if the talk still has the version that the caller compared it with (`precondition_failed`). Throws
 * `not_found` if the proposal was decided or replaced in the meantime.
 */
export async function approveProposal(
  services: Services,
  caller: Caller,
  decided: Decided,
  precondition: Precondition,
): Promise<void> {
  const { talkId } = decided
  const { changes, userId } = await readDecided(services, caller, decided)
  const save = saveTalkCommand({ reference: talkId, body: changes, precondition })
  const close = command(decideProposalOperation, { ...decided, userId, reason: null })
  const { outcomes } = await executeAll<unknown>(services, caller, [save, close], { isAtomic: true })
  requireAllDone(outcomes)
}

/** Rejects a proposal. Its author sees the reason. Throws `not_found` if it was decided or replaced in the meantime. */
export async function rejectProposal(
  services: Services,
  caller: Caller,
  decided: Decided & { reason: string },
): Promise<void> {
  const { userId } = await readDecided(services, caller, decided)
  await execute(services, caller, decideProposalOperation, { ...decided, userId })
}

async function readDecided({ store }: Services, { platform }: Caller, { talkId, proposalId }: Decided) {
  const proposal = await store.read(proposalOf({ platformId: platform.id, talkId }))
  if (proposal?.id !== proposalId || proposal.state !== 'open') throw new Refusal('not_found')
  return proposal
}

type DecideState = {
  talk: TalkRow | undefined
  proposal: ProposalRow | undefined
  author: UserRow | undefined
}
/** `userId` is the author. Without a reason, the proposal was approved. */
type DecideInput = Decided & { userId: string; reason: string | null }

export const decideProposalOperation: Operation<DecideState, DecideInput, null> = {
  name: 'decideProposal',
  load: ({ platformId }, { talkId, userId }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
    proposal: proposalOf({ platformId, talkId }),
    author: userObjects.find({ platformId, by: 'id', value: userId }),
  }),
  decide({ talk, proposal, author }, ctx, { proposalId, reason, emailedFrom }) {
    if (!talk || !author || proposal?.id !== proposalId || proposal.state !== 'open')
      throw new Refusal('not_found')
    const writes =
      reason === null
        ? removeProposal(proposal, ctx.now)
        : [proposalWrites.replace({ ...proposal, state: 'rejected', reason, decidedAt: ctx.now })]
    const email = emailedFrom && queueDecision(ctx, { author, talk, reason, origin: emailedFrom })
    return {
      writes: [...writes, ...(email ? [email] : [])],
      events: reason === null ? [] : [actionEvent('talk', talk, 'change_rejected')],
      answer: null,
    }
  },
}

type Decision = { author: UserRow; talk: TalkRow; reason: string | null; origin: string }

const queueDecision = (ctx: DecideContext, { author, talk: { id, title }, reason, origin }: Decision) =>
  queueEmail(ctx, author, {
    ...(reason === null
      ? { kind: 'proposal_approved', data: { origin, path: `/talks/${id}`, talk: title } }
      : { kind: 'proposal_rejected', data: { origin, path: `/account/talks/${id}`, talk: title, reason } }),
    secret: null,
    expiresAt: ctx.now + EMAIL_LIFETIME_MS,
  })

/** Removes a proposal. Files that nothing else refers to are removed later. */
export const removeProposal = (proposal: ProposalRow, now: number): Write[] => [
  proposalWrites.remove(proposal),
  ...releaseWrites(proposal.files, now),
]

export const countProposals = async ({ store }: Services, { platform }: Caller): Promise<number> =>
  (await store.read(countOpenProposals({ platformId: platform.id }))) ?? 0

export const listOpenProposals = ({ store }: Services, { platform }: Caller) =>
  store.read(openProposals({ platformId: platform.id, limit: MAX_LISTED }))

/** A proposal that waits for a decision. Throws `not_found` if the talk has none. */
export async function readOpenProposal(services: Services, caller: Caller, talkId: string) {
  const { store } = services
  const { id } = caller.platform
  const [talk, proposal] = await Promise.all([
    store.read(talkObjects.find({ platformId: id, by: 'id', value: talkId })),
    store.read(proposalOf({ platformId: id, talkId })),
  ])
  if (!talk || proposal?.state !== 'open') throw new Refusal('not_found')
  return { talk, proposal }
}

/** The talks of a person that they may edit, and the proposals, by talk. */
export type TalkEditing = { editable: ReadonlySet<string>; proposals: ReadonlyMap<string, ProposalRow> }

export async function readTalkEditing(
  { store }: Services,
  { platform, user }: SignedIn,
  talks: readonly OwnTalk[],
): Promise<TalkEditing> {
  const editable = talks.filter(({ kind, talk }) =>
    mayEditTexts(platform, { user, talk, attached: [{ kind, userId: user.id }] }),
  )
  const proposals = editable.length === 0 ? [] : await store.read(proposalsForTalksOf({ userId: user.id }))
  return {
    editable: new Set(editable.map(({ talk }) => talk.id)),
    proposals: new Map(proposals.map((proposal) => [proposal.talkId, proposal])),
  }
}
