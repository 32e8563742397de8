// Talks in exports of a platform, and in what a person downloads about themselves.
import { allListed, type ExportedKinds } from '../../kernel/changes/exports.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { PersonalData } from '../people/personal-data.ts'
import type { OwnTalk } from './own-talks-store.ts'
import { listTalks, readOwnTalks } from './read-talks.ts'

export const exportedTalks = {
  talks: (services, caller) => allListed((page) => listTalks(services, caller, page)),
} as const satisfies ExportedKinds

export const ownTalkData: PersonalData = async (services, { user }) => ({
  talks: (await readOwnTalks(services, user)).map(presentOwnTalk),
})

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
