// The search across everything in the Back Office.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { foldText, searchWords } from '../../kernel/lib/text/search-keys.ts'
import type { UserRow } from '../people/tables.ts'
import type { SponsorRow } from '../sponsors/tables.ts'
import type { SurveyRow } from '../surveys/tables.ts'
import { readSorted, sponsorList, surveyList, talkList, userList } from '../talks/lists.ts'
import type { TalkRow } from '../talks/tables.ts'

export type FoundObjects = {
  talks: TalkRow[]
  people: UserRow[]
  sponsors: SponsorRow[]
  surveys: SurveyRow[]
}

/** Number of matches shown of each kind. The lists show the rest. */
const SHOWN = 6

/** The best matches of each kind; none without a word to search for. */
export async function searchOffice(services: Services, caller: Caller, q: string): Promise<FoundObjects> {
  if (searchWords(q).length === 0) return { talks: [], people: [], sponsors: [], surveys: [] }
  const [talks, people, sponsors, surveys] = await Promise.all([
    readSorted(services, caller, talkList, { q }, []),
    findPeople(services, caller, q),
    readSorted(services, caller, sponsorList, { q }, []),
    readSorted(services, caller, surveyList, { q }, []),
  ])
  return {
    talks: best(q, talks.items, ({ title }) => [title]),
    people,
    sponsors: best(q, sponsors.items, ({ name }) => [name]),
    surveys: best(q, surveys.items, ({ title }) => [title]),
  }
}

/** The accounts that match a name, e-mail, or username best. */
export async function findPeople(services: Services, caller: Caller, q: string): Promise<UserRow[]> {
  if (searchWords(q).length === 0) return []
  const { items } = await readSorted(services, caller, userList, { q }, [])
  return best(q, items, ({ firstName, lastName, email, username }) => [firstName, lastName, email, username])
}

/** Ranks names that start with the text first, then names with parts that start with each word, then the rest. */
function best<Row>(q: string, rows: readonly Row[], namesOf: (row: Row) => (string | null)[]): Row[] {
  const words = searchWords(q)
  const rank = (row: Row): number => {
    const names = foldText(namesOf(row).join(' '))
    if (names.startsWith(words.join(' '))) return 0
    const parts = names.split(/[^a-z0-9]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
  }
  const byRank = Map.groupBy(rows, rank)
  return [0, 1, 2].flatMap((at) => byRank.get(at) ?? []).slice(0, SHOWN)
}
