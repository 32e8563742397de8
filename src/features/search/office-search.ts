// The search across everything in the Back Office.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { readSorted } from '../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../kernel/lib/text/best-matches.ts'
import { searchWords } from '../../kernel/lib/text/search-keys.ts'
import { findPeople } from '../people/lists.ts'
import type { UserRow } from '../people/tables.ts'
import { sponsorList } from '../sponsors/lists.ts'
import type { SponsorRow } from '../sponsors/tables.ts'
import { surveyList } from '../surveys/office/list-surveys.ts'
import type { SurveyRow } from '../surveys/tables.ts'
import { talkList } from '../talks/lists.ts'
import type { TalkRow } from '../talks/tables.ts'

export type FoundObjects = {
  talks: TalkRow[]
  people: UserRow[]
  sponsors: SponsorRow[]
  surveys: SurveyRow[]
}

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
    talks: bestMatches(q, talks.items, ({ title }) => [title]),
    people,
    sponsors: bestMatches(q, sponsors.items, ({ name }) => [name]),
    surveys: bestMatches(q, surveys.items, ({ title }) => [title]),
  }
}
