// Announcements of changed talks, for people who have starred them or take part in them. A change itself only records
// its event, which is read later: changes in quick succession become one e-mail, and a change that is reverted becomes
// none.

import { execute } from '../../kernel/changes/commands.ts'
import { type Caller, type Services, systemCaller } from '../../kernel/changes/services.ts'
import type { ValueChange } from '../../kernel/lib/data/diff.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { EMAIL_LIFETIME_MS } from '../../kernel/limits.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import type { SlotChange } from '../talks/announcements.ts'
import type { TalkSlot } from '../talks/tables.ts'
import { countPeopleOfTalks } from './audience-store.ts'
import { isWantedByDefault } from './email-choices.ts'
import { MAX_AGE_MS, MAX_WAIT_MS, QUIET_MS } from './limits.ts'
import { newMailing } from './mailings.ts'
import { insertMailingTalks, mailingInPreparation, mailingsInPreparation, mailingWrites } from './store.ts'
import type { MailingRow, MailingTalkRow, TalkAnnouncementRow } from './tables.ts'
import {
  type AnnouncedTalk,
  announcedTalks,
  announcementsOf,
  feedPosition,
  hasUnreadUpdate,
  moveFeedPosition,
  notedChanges,
  openAnnouncements,
  platformsToAnnounce,
  putAnnouncements,
  removeAnnouncements,
  type TalkUpdate,
  talkUpdates,
} from './talk-announcements-store.ts'

type AnnouncingServices = Pick<Services, 'store' | 'clock'>

const EVENTS_PER_STEP = 100
/** Number of event numbers that one step reads, however few of them are updates of talks. */
const LOOKED_AT = 5_000
const TALKS_PER_STEP = 100

/**
 * Notes changes up to the high-water mark, and queues a mailing for each platform that has been quiet since. Uses short
 * transactions, because other changes wait for each of them.
 */
export async function announceTalkChanges(
  services: AnnouncingServices,
  /** The origin of the site of a platform; undefined if it is unknown. */
  originOf: (platformId: string) => Promise<string | undefined>,
): Promise<void> {
  await noteTalkChanges(services)
  const now = services.clock.now()
  const times = { changedBefore: now - QUIET_MS, notedBefore: now - MAX_WAIT_MS }
  for (const mailing of await services.store.read(mailingsInPreparation({})))
    await announceChanges(services, mailing.platformId, { origin: mailing.data.origin, mailing })
  for (const id of await services.store.read(platformsToAnnounce(times)))
    await announceChanges(services, id, { origin: (await originOf(id)) ?? null, mailing: undefined })
}

async function announceChanges(
  services: AnnouncingServices,
  platformId: string,
  input: AnnounceInput,
): Promise<void> {
  const caller = systemCaller({ id: platformId })
  let rest: AnnounceRest | null = input
  while (rest) {
    rest = await execute(services, caller, announceChangesOperation, { ...input, ...rest })
    if (rest) await noteTalkChanges(services)
  }
}

async function noteTalkChanges(services: AnnouncingServices): Promise<void> {
  const { store } = services
  const mark = await store.highWaterMark()
  for (let from = await store.read(feedPosition({})); from < mark; ) {
    const upTo = Math.min(mark, from + LOOKED_AT)
    const events = await store.read(talkUpdates({ after: from, upTo, limit: EVENTS_PER_STEP }))
    const to = events.length === EVENTS_PER_STEP ? (events.at(-1)?.seq ?? upTo) : upTo
    const notes = events.flatMap(noteOf)
    await execute(services, systemCaller(), noteTalkChangesOperation, { from, to, notes })
    from = to
  }
}

type Note = Pick<TalkAnnouncementRow, 'id' | 'platformId' | 'before'> & { at: number; isUnannounced: boolean }

/** The part of an event that concerns the time and place of a talk. */
function noteOf({ objectId: id, platformId, at, changes, isUnannounced }: TalkUpdate): Note[] {
  const before: Partial<TalkSlot> = Object.assign({}, ...changes.map(slotBefore))
  return Object.keys(before).length === 0 ? [] : [{ id, platformId, at, before, isUnannounced }]
}

/** The event contains the values of the API. */
function slotBefore({ pointer, before }: ValueChange): Partial<TalkSlot> {
  if (pointer === '/state') return { state: before as TalkSlot['state'] }
  if (pointer === '/start') return { startAt: Date.parse(String(before)) }
  if (pointer === '/duration') return { duration: Number(before) }
  if (pointer === '/room') return { room: before as TalkSlot['room'] }
  return {}
}

type NoteState = { position: number; known: TalkAnnouncementRow[] }
type NoteInput = { from: number; to: number; notes: readonly Note[] }

/** Does nothing if another process has already read these events. */
export const noteTalkChangesOperation: Operation<NoteState, NoteInput, null> = {
  name: 'noteTalkChanges',
  load: (_ctx, { notes }) => ({
    position: feedPosition({}),
    known: announcementsOf({ ids: [...new Set(notes.map(({ id }) => id))].sort() }),
  }),
  decide({ position, known }, { now }, { from, to, notes }) {
    if (position !== from) return { writes: [], events: [], answer: null }
    const rows = new Map(known.map((row) => [row.id, row]))
    for (const { isUnannounced, ...note } of notes.filter(({ at }) => at > now - MAX_AGE_MS)) {
      const { id, platformId, at, before } = note
      const earlier = rows.get(id)
      // Earlier changes are announced all the same, with what has changed in total, unless they were waiting for this
      // publication of a draft.
      if (isUnannounced && (!earlier || before.state === 'draft')) {
        rows.delete(id)
        continue
      }
      rows.set(id, {
        id,
        platformId,
        before: { ...before, ...earlier?.before },
        notedAt: earlier?.notedAt ?? at,
        changedAt: at,
        isHeld: false,
      })
    }
    return {
      writes: [
        ...removeAnnouncements(known.flatMap(({ id }) => (rows.has(id) ? [] : [id]))),
        ...putAnnouncements([...rows.values()]),
        moveFeedPosition({ position: to }),
      ],
      events: [],
      answer: null,
    }
  },
}

type AnnounceState = {
  noted: TalkAnnouncementRow[]
  talks: AnnouncedTalk[]
  mailing: MailingRow | undefined
  hasUnread: boolean
}
/** Includes the mailing in preparation, if there is one. */
type AnnounceRest = { mailing: MailingRow | undefined }
/** `origin` is the origin of the site; null if it is unknown, because nobody could follow links. */
type AnnounceInput = AnnounceRest & { origin: string | null }

/**
 * Adds the next changes of a platform to a mailing, which is queued once it has all of them. Answers with the mailing
 * if this process should continue.
 */
export const announceChangesOperation: Operation<AnnounceState, AnnounceInput, AnnounceRest | null> = {
  name: 'announceChanges',
  load({ platformId }, { mailing }) {
    const page = { after: mailing?.preparedTo ?? '', limit: TALKS_PER_STEP }
    return {
      noted: openAnnouncements({ platformId, ...page }),
      talks: announcedTalks({ platformId, ...page }),
      mailing: mailingInPreparation({ platformId }),
      hasUnread: hasUnreadUpdate({ platformId }),
    }
  },
  decide({ noted, talks, mailing, hasUnread }, ctx, input) {
    const isOurs = mailing?.preparedTo === input.mailing?.preparedTo
    // The announcement must match the noted changes, or the next e-mail would repeat it.
    if (!isOurs || hasUnread || (!mailing && noted.length === 0))
      return { writes: [], events: [], answer: null }
    const byId = new Map(talks.map((talk) => [talk.id, talk]))
    const held = noted.filter(({ id }) => byId.get(id)?.state === 'draft')
    const id = mailing?.id ?? ctx.newId()
    const rows = noted.flatMap(({ id: talkId, before }): MailingTalkRow[] => {
      const talk = byId.get(talkId)
      if (!talk) return []
      const { title, timezone, state, startAt, duration, room } = talk
      const after = { state, startAt, duration, room }
      const slots = { before: { ...after, ...before }, after }
      return isNews(slots, ctx.now) ? [{ mailingId: id, talkId, title, timezone, ...slots }] : []
    })
    const done = noted.filter((row) => !held.includes(row)).map((row) => row.id)
    const settling = [
      ...removeAnnouncements(done),
      ...putAnnouncements(held.map((row) => ({ ...row, isHeld: true }))),
    ]
    const isLast = noted.length < TALKS_PER_STEP
    if (input.origin === null || (!mailing && rows.length === 0))
      return { writes: settling, events: [], answer: isLast ? null : { mailing } }
    const lastEnds = rows.map((row) => Math.min(ctx.now + EMAIL_LIFETIME_MS, lastEnd(row)))
    const next = {
      ...(mailing ??
        newMailing(ctx, { id, kind: 'talk_changes', data: { origin: input.origin }, expiresAt: 0 })),
      expiresAt: Math.max(mailing?.expiresAt ?? 0, ...lastEnds),
      isQueued: !isLast,
      preparedTo: isLast ? null : (noted.at(-1)?.id ?? null),
    }
    const save = mailing ? mailingWrites.replace : mailingWrites.insert
    return {
      writes: [save(next), ...insertMailingTalks(rows), ...settling],
      events: [],
      answer: isLast ? null : { mailing: next },
    }
  },
}

type Slots = Pick<MailingTalkRow, 'before' | 'after'>

export const endOf = ({ startAt, duration }: TalkSlot): number => startAt + duration * MINUTE_MS
const lastEnd = ({ before, after }: Slots): number => Math.max(endOf(before), endOf(after))

/** Nobody has seen a draft, and the former place of a canceled talk is of no interest. */
function isNews({ before, after }: Slots, now: number): boolean {
  if (before.state === 'draft' || after.state === 'draft' || lastEnd({ before, after }) <= now) return false
  if (before.state !== after.state) return true
  const isMoved =
    before.startAt !== after.startAt || before.duration !== after.duration || before.room !== after.room
  return isMoved && after.state === 'published'
}

/** The number of people who would get e-mails about these changes, together with those that wait to be announced. */
export async function countTold(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { platform }: Caller,
  changes: readonly SlotChange[],
): Promise<number> {
  const noted = await store.read(notedChanges({ ids: changes.map(({ id }) => id) }))
  const known = new Map(noted.map((row) => [row.id, row.before]))
  const now = clock.now()
  const talkIds = changes.flatMap(({ id, before, after }) => {
    const announced = { ...before, ...known.get(id) }
    const isTold = after
      ? isNews({ before: announced, after }, now)
      : announced.state !== 'draft' && endOf(before) > now
    return isTold ? [id] : []
  })
  if (talkIds.length === 0) return 0
  const isDefault = isWantedByDefault.talk_changes
  return store.read(countPeopleOfTalks({ platformId: platform.id, talkIds, isDefault }))
}
