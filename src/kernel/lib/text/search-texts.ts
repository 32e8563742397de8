// The texts by which talks and people are found, folded like the words of a query. The part of a text decides who may
// search it.
import { foldText } from './search-keys.ts'

export type SearchText<Name extends string> = { part: Name; text: string }

/** The last part of each type is for staff. Visitors do not search it. */
export type TalkPart = 'programme' | 'description' | 'external_id'
export type UserPart = 'name' | 'company' | 'profile' | 'account'

type SearchedTalk = {
  title: string
  room: string | null
  track: string | null
  tags: readonly string[]
  hiddenTags: readonly string[]
  description: string
  externalId: string | null
}
/** Parts without text are left out. */
export const textsOfTalk = (talk: SearchedTalk): SearchText<TalkPart>[] =>
  folded({
    programme: [talk.title, talk.room, talk.track, ...talk.tags, ...talk.hiddenTags],
    description: [talk.description],
    external_id: [talk.externalId],
  })

type SearchedUser = {
  firstName: string | null
  lastName: string | null
  company: string | null
  job: string | null
  tags: readonly string[]
  email: string
  username: string
  externalId: string | null
}
export const textsOfUser = (user: SearchedUser): SearchText<UserPart>[] =>
  folded({
    name: [user.firstName, user.lastName],
    company: [user.company],
    profile: [user.job, ...user.tags],
    account: [user.email, user.username, user.externalId],
  })

/** Words contain no spaces, so no match spans two lines. */
const folded = <Name extends string>(parts: Record<Name, (string | null)[]>): SearchText<Name>[] =>
  // The keys of an object literal are those of its type.
  (Object.entries(parts) as [Name, (string | null)[]][])
    .map(([part, lines]) => ({ part, text: foldText(lines.filter(Boolean).join('\n')) }))
    .filter(({ text }) => text !== '')

/**
 * The kind of a word decides how it is found. PostgreSQL indexes three consecutive letters or digits. SQLite indexes
 * any three consecutive characters, which also finds shorter words by their prefix.
 */
export type WordKind = 'usual' | 'marks' | 'short'
export function kindOfWord(word: string): WordKind {
  if (/[a-z0-9]{3}/.test(word)) return 'usual'
  return word.length < 3 ? 'short' : 'marks'
}
