// Everything of one kind on a platform, as the External API returns it, read page by page as it is consumed.

import { allObjects, followCursors } from '../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { allMessages } from '../chat/staff-messages.ts'
import { allFavoritesOf } from '../favorites/favorites.ts'
import { listUsers } from '../people/read-users.ts'
import { userObjects } from '../people/store.ts'
import { allQuestions } from '../questions/read-questions.ts'
import { allCreditsOf } from '../rewards/credits.ts'
import { allPointsOf } from '../rewards/points.ts'
import { listSponsors } from '../sponsors/read-sponsors.ts'
import { allSurveyResponses, listSurveys } from '../surveys/read-surveys.ts'
import { surveyObjects } from '../surveys/store.ts'
import { listTalks } from '../talks/read-talks.ts'
import { talkObjects } from '../talks/store.ts'
import { listAttendance } from '../viewers/read-attendance.ts'

type Pages = AsyncIterable<readonly object[]>
type Export = (services: Services, caller: Caller) => Pages

/** Features that are off hide nothing here, because content from when they were on is part of the export. */
export const exportedKinds = {
  talks: (services, caller) => allListed((page) => listTalks(services, caller, page)),
  sponsors: (services, caller) => allListed((page) => listSponsors(services, caller, page)),
  users: (services, caller) => allListed((page) => listUsers(services, caller, page)),
  messages: (services, caller) =>
    ofEach(allObjects(services, caller, talkObjects), ({ id }) => allMessages(services, id)),
  questions: (services, caller) =>
    ofEach(allObjects(services, caller, talkObjects), ({ id }) => allQuestions(services, caller, id)),
  surveys: (services, caller) => allListed((page) => listSurveys(services, caller, page)),
  'survey-responses': (services, caller) =>
    ofEach(allObjects(services, caller, surveyObjects), (survey) =>
      withOwner({ surveyId: survey.id }, allSurveyResponses(services, survey)),
    ),
  attendance: (services, caller) => allListed((page) => listAttendance(services, caller, page)),
  points: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allPointsOf(services, id)),
    ),
  credits: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allCreditsOf(services, id)),
    ),
  favorites: (services, caller) =>
    ofEach(allObjects(services, caller, userObjects), ({ id }) =>
      withOwner({ userId: id }, allFavoritesOf(services, id)),
    ),
} as const satisfies Record<string, Export>
export type ExportedKind = keyof typeof exportedKinds

const PAGE = 200

/** All pages of a list of the API. */
const allListed = <Item extends object>(
  list: (page: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next: string | null }>,
): AsyncIterable<Item[]> =>
  followCursors((cursor) => list({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }))

async function* ofEach<Owner>(owners: AsyncIterable<Owner[]>, pagesOf: (owner: Owner) => Pages): Pages {
  for await (const page of owners) for (const owner of page) yield* pagesOf(owner)
}

/** Adds the id of the owner of the items, which is in the path in the API. */
async function* withOwner(owner: object, pages: Pages): Pages {
  for await (const page of pages) yield page.map((item) => ({ ...owner, ...item }))
}
