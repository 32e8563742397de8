// Presents a talk in responses.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { presentPerson } from '../people/attached/attached-people.ts'
import type { AttachedByObject, TalkPersonKind } from '../people/attached/attached-people-store.ts'
import type { Talk, UpcomingTalk } from './schema.ts'
import type { TalkRow } from './tables.ts'

/** The attributes of a talk that can be changed, without its people. */
export const talkAttributes = (row: TalkRow) => ({
  externalId: row.externalId,
  kind: row.kind,
  state: row.state,
  title: row.title,
  description: row.description,
  details: row.details,
  start: formatInstant(row.startAt),
  timezone: row.timezone,
  duration: row.duration,
  type: row.type,
  video: row.video,
  image: row.image,
  links: row.links,
  room: row.room,
  files: row.files,
  track: row.track,
  language: row.language,
  tags: row.tags,
  hiddenTags: row.hiddenTags,
  featured: row.featured,
  recommended: row.recommended,
  keynote: row.keynote,
  available: row.available,
  features: row.features,
})

/** A talk without its people. */
const talkContent = (row: TalkRow) => ({
  id: row.id,
  ...talkAttributes(row),
  version: row.version,
  createdAt: formatInstant(row.createdAt),
  updatedAt: formatInstant(row.updatedAt),
})

const ofKind = (kind: TalkPersonKind, { id }: TalkRow, people: AttachedByObject) =>
  (people.get(id) ?? []).filter((one) => one.kind === kind).map(({ person }) => presentPerson(person))

/** For visitors: without moderators and hidden tags. */
export function presentUpcomingTalk(talk: TalkRow, people: AttachedByObject): UpcomingTalk {
  const { hiddenTags: _hiddenTags, ...content } = talkContent(talk)
  return { ...content, speakers: ofKind('speaker', talk, people) }
}

export const presentTalk = (talk: TalkRow, people: AttachedByObject): Talk => ({
  ...talkContent(talk),
  speakers: ofKind('speaker', talk, people),
  moderators: ofKind('moderator', talk, people),
})
