// Presents a talk in responses.
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { AttachedByObject, TalkPersonKind } from '../people/attached/attached-people-store.ts'
import { type Talk, talkFields, type UpcomingTalk } from './schema.ts'
import type { TalkRow } from './tables.ts'

/** A talk without its people. */
export const talkContent = (row: TalkRow) => ({
  ...talkFields.present(row),
  start: formatInstant(row.startAt),
})

const ofKind = (kind: TalkPersonKind, { id }: TalkRow, people: AttachedByObject) =>
  (people.get(id) ?? []).filter((one) => one.kind === kind).map(({ person }) => person)

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
