// Messages in exports of a platform, and in what a person downloads about themselves.
import { type ExportedKinds, ofEach } from '../../kernel/changes/exports.ts'
import { allObjects } from '../../kernel/changes/pagination.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import { talkObjects } from '../talks/store.ts'
import { allMessages } from './staff-messages.ts'
import { messagesByUser, muteOf, reactionsOfUser, reportsOfUser } from './store.ts'
import type { ChatMessageRow, ChatMuteRow } from './tables.ts'

export const exportedMessages = {
  messages: (services, caller) =>
    ofEach(allObjects(services, caller, talkObjects), ({ id }) => allMessages(services, id)),
} as const satisfies ExportedKinds

export const ownChatData: PersonalData = async ({ store }, { user: { id, platformId } }) => {
  const [messages, reactions, reports, mute] = await Promise.all([
    store.read(messagesByUser({ userId: id })),
    store.read(reactionsOfUser({ userId: id })),
    store.read(reportsOfUser({ userId: id })),
    store.read(muteOf({ platformId, by: 'id', value: id })),
  ])
  return {
    messages: messages.map(presentOwnMessage),
    reactions,
    reports: reports.map(presentOwnReport),
    mute: mute ? presentMute(mute) : null,
  }
}

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
