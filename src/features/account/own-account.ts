// The caller's own account: its talks and sponsors, whether it can be deleted, and the export of its data.

import { findRefusal } from '../../kernel/changes/commands.ts'
import { collect } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { EventRow } from '../../kernel/store/tables.ts'
import { identitiesOf } from '../access/identities-store.ts'
import { passkeysOf } from '../access/passkeys-store.ts'
import { sessionsOf } from '../access/sessions-store.ts'
import type { IdentityRow, PasskeyRow, SessionRow } from '../access/tables.ts'
import { allChanges } from '../audit/audit.ts'
import type { EventFilter } from '../audit/store.ts'
import { messagesByUser, muteOf, reactionsOfUser, reportsOfUser } from '../chat/store.ts'
import type { ChatMessageRow, ChatMuteRow } from '../chat/tables.ts'
import { allFavoritesOf } from '../favorites/favorites.ts'
import { readEmailChoices } from '../mailings/email-choices.ts'
import { type OwnTalk, sponsorsWith, talksWith } from '../people/memberships-store.ts'
import { presentUser } from '../people/present-user.ts'
import type { UserRow } from '../people/tables.ts'
import { deleteUserOperation } from '../people/users.ts'
import { proposalsBy } from '../proposals/store.ts'
import type { ProposalRow } from '../proposals/tables.ts'
import { questionsAskedBy, questionVotesOf } from '../questions/store.ts'
import type { QuestionRow } from '../questions/tables.ts'
import { allCreditsOf } from '../rewards/credits.ts'
import { allPointsOf } from '../rewards/points.ts'
import type { SponsorRow } from '../sponsors/tables.ts'
import { ownSurveyResponses } from '../surveys/read-surveys.ts'
import { isVisibleTo } from '../talks/talk-states.ts'
import { attendanceOfUser } from '../viewers/attendance-store.ts'
import { watchedTime } from '../viewers/read-attendance.ts'
import type { AttendanceRow } from '../viewers/tables.ts'
import { isListed } from '../viewers/viewers.ts'

export type OwnMemberships = { talks: OwnTalk[]; sponsors: SponsorRow[] }

/** Leaves out drafts that the person must not see. */
export async function readOwnMemberships({ store }: Services, user: UserRow): Promise<OwnMemberships> {
  const [talks, sponsors] = await Promise.all([
    store.read(talksWith({ userId: user.id })),
    store.read(sponsorsWith({ userId: user.id })),
  ])
  return { talks: talks.filter(({ talk }) => isVisibleTo(talk, user)), sponsors }
}

/** The reason the account cannot be deleted now; undefined if it can. */
export const deletionRefusal = (services: Services, caller: Caller & { user: UserRow }) =>
  findRefusal(services, caller, deleteUserOperation, { reference: { by: 'id', value: caller.user.id } })

/**
 * All data about the caller (GDPR, article 20): account, talks, sponsors, answers to surveys, activity in chats,
 * attendance, sessions, questions, votes, points, credits, favorites, choices of e-mails, proposals, and every change
 * of the account. Contains no passwords, hashes, or TOTP secrets, and no answers to anonymous surveys.
 */
export async function exportOwnData(services: Services, caller: Caller & { user: UserRow }) {
  const { user } = caller
  const { talks, sponsors } = await readOwnMemberships(services, user)
  const { store } = services
  const [sessions, questions, votes, reports, mute] = await Promise.all([
    store.read(sessionsOf({ userId: user.id })),
    store.read(questionsAskedBy({ userId: user.id })),
    store.read(questionVotesOf({ userId: user.id })),
    store.read(reportsOfUser({ userId: user.id })),
    store.read(muteOf({ platformId: user.platformId, by: 'id', value: user.id })),
  ])
  return {
    exportedAt: formatInstant(services.clock.now()),
    account: { ...presentUser(user), language: user.language, hasSecondFactor: user.totpSecret !== null },
    talks: talks.map(presentOwnTalk),
    sponsors: sponsors.map(({ id, externalId, name, level }) => ({ id, externalId, name, level })),
    surveys: await ownSurveyResponses(services, user.id),
    messages: (await services.store.read(messagesByUser({ userId: user.id }))).map(presentOwnMessage),
    reactions: await store.read(reactionsOfUser({ userId: user.id })),
    reports: reports.map(presentOwnReport),
    mute: mute ? presentMute(mute) : null,
    isListedAsViewer: await isListed(services, user.id),
    attendance: (await services.store.read(attendanceOfUser({ userId: user.id }))).map(presentOwnAttendance),
    sessions: sessions.map(presentSession),
    passkeys: (await store.read(passkeysOf({ userId: user.id }))).map(presentPasskey),
    identities: (await store.read(identitiesOf({ userId: user.id }))).map(presentIdentity),
    questions: questions.map(presentOwnQuestion),
    questionVotes: votes.map(({ questionId, createdAt }) => ({
      question: questionId,
      at: formatInstant(createdAt),
    })),
    points: await collect(allPointsOf(services, user.id)),
    credits: await collect(allCreditsOf(services, user.id)),
    favorites: await collect(allFavoritesOf(services, user.id)),
    emailChoices: await readEmailChoices(services, user.id),
    proposals: (await store.read(proposalsBy({ userId: user.id }))).map(presentOwnProposal),
    changes: await changesOf(services, caller),
  }
}

const presentOwnTalk = ({ kind, talk }: OwnTalk) => ({
  id: talk.id,
  externalId: talk.externalId,
  role: kind,
  title: talk.title,
  description: talk.description,
  start: formatInstant(talk.startAt),
  duration: talk.duration,
  track: talk.track,
  tags: talk.tags,
})

const presentOwnAttendance = ({ title, ...row }: AttendanceRow & { title: string }) => ({
  talkId: row.talkId,
  title,
  live: watchedTime(row, 'live'),
  replay: watchedTime(row, 'replay'),
  lastSeenAt: formatInstant(row.seenAt),
})

const presentOwnQuestion = ({ id, talkId, text, state, isAnonymous, createdAt }: QuestionRow) => ({
  id,
  talk: talkId,
  text,
  state,
  anonymous: isAnonymous,
  askedAt: formatInstant(createdAt),
})

const presentOwnMessage = ({
  id,
  talkId,
  title,
  text,
  state,
  createdAt,
}: ChatMessageRow & { title: string }) => ({
  id,
  talkId,
  title,
  text,
  state,
  writtenAt: formatInstant(createdAt),
})

const presentOwnReport = ({ createdAt, ...report }: { createdAt: number }) => ({
  ...report,
  reportedAt: formatInstant(createdAt),
})

/** Leaves out the moderator who muted the person. */
const presentMute = ({ until, reason, createdAt }: ChatMuteRow) => ({
  until: until === null ? null : formatInstant(until),
  reason,
  mutedAt: formatInstant(createdAt),
})

const presentOwnProposal = ({ talkId, changes, state, reason, proposedAt }: ProposalRow) => ({
  talk: talkId,
  changes,
  state,
  reason,
  proposedAt: formatInstant(proposedAt),
})

const presentPasskey = ({ name, createdAt, usedAt }: PasskeyRow) => ({
  name,
  addedAt: formatInstant(createdAt),
  lastUsedAt: usedAt === null ? null : formatInstant(usedAt),
})

const presentIdentity = ({ issuer, subject, email, createdAt, usedAt }: IdentityRow) => ({
  issuer,
  subject,
  email,
  addedAt: formatInstant(createdAt),
  lastUsedAt: formatInstant(usedAt),
})

const presentSession = ({ address, agent, createdAt, seenAt }: SessionRow) => ({
  address,
  agent,
  startedAt: formatInstant(createdAt),
  lastSeenAt: formatInstant(seenAt),
})

/** Shows only the kind of other actors, because the rest is their data. */
const presentChange = ({ at, type, actorKind, actorId, objectId, changes }: EventRow) => ({
  at: formatInstant(at),
  type,
  by: actorId === objectId ? 'yourself' : actorKind,
  changes,
})

async function changesOf(services: Services, caller: Caller & { user: UserRow }) {
  const { id: objectId } = caller.user
  const own: EventFilter = { actor: null, objectKind: 'user', action: null, objectId, from: null, to: null }
  const changes: ReturnType<typeof presentChange>[] = []
  for await (const events of allChanges(services, caller, own)) changes.push(...events.map(presentChange))
  return changes
}
