// Everything of one kind on a platform, as the External API returns it, read page by page as it is consumed.
import { surveyObjects } from '../../store/live/surveys.ts'
import { userObjects } from '../../store/people/users.ts'
import { talkObjects } from '../../store/programme/talks.ts'
import { allMessages } from '../live/chat/messages.ts'
import { allQuestions } from '../live/questions/read-questions.ts'
import { allCreditsOf } from '../live/rewards/credits.ts'
import { allPointsOf } from '../live/rewards/points.ts'
import { allSurveyResponses, listSurveys } from '../live/surveys/read-surveys.ts'
import { listAttendance } from '../live/viewers/read-attendance.ts'
import { allObjects, followCursors } from '../pagination.ts'
import { allFavoritesOf } from '../people/favorites.ts'
import { listUsers } from '../people/read-users.ts'
import { listSponsors } from '../programme/read-sponsors.ts'
import { listTalks } from '../programme/read-talks.ts'
import type { Caller, Services } from '../services.ts'

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
