// Surveys in the Back Office: their list, and the talks that a survey can be about.

import { filtersOf, ifSent } from '../../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import {
  created,
  named,
  type OfficeQuery,
  readSorted,
  type Sorts,
  timesOf,
  updated,
} from '../../../kernel/changes/sorted-lists.ts'
import { equals } from '../../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../../kernel/store/sql/sorted-lists.ts'
import type { SurveyState } from '../schema.ts'
import { presentSurvey } from '../state.ts'
import { type TalkTitle, talkTitles, titlesOfTalks } from '../store.ts'
import { type SurveyRow, surveys } from '../tables.ts'

export const surveyList = {
  rows: sortedLists(surveys),
  searchedIn: null,
  sorts: {
    default: '-created',
    ofSearch: 'title',
    byName: { title: named(surveys.derived.search_key), created, updated },
  } satisfies Sorts<'surveys', SurveyRow>,
}

export type OfficeSurveyQuery = OfficeQuery & { state?: SurveyState | undefined }

/** Surveys with the titles of their talks; null for the whole event. */
export async function listOfficeSurveys(services: Services, caller: Caller, query: OfficeSurveyQuery) {
  const filters = filtersOf([ifSent(query.state, (state) => equals(surveys, 'state', state))])
  const list = await readSorted(services, caller, surveyList, query, filters)
  const talkIds = list.items.flatMap(({ talkId }) => talkId ?? [])
  const titles = await services.store.read(titlesOfTalks({ ids: talkIds }))
  return {
    ...list,
    items: list.items.map((survey) => ({
      survey: {
        ...presentSurvey(survey),
        ...timesOf(survey),
        openedAt: survey.openedAt,
        closedAt: survey.closedAt,
      },
      talkTitle: titles.get(survey.talkId ?? '') ?? null,
    })),
  }
}

const MAX_TALKS = 2_000

/** The talks of the platform by start, at most 2,000. The talk of the survey is always among them. */
export async function listTalkChoices(
  { store }: Pick<Services, 'store'>,
  { platform }: Caller,
  talkId: string | null,
): Promise<TalkTitle[]> {
  const choices = await store.read(talkTitles({ platformId: platform.id, limit: MAX_TALKS }))
  if (talkId === null || choices.some(({ id }) => id === talkId)) return choices
  const own = await store.read(titlesOfTalks({ ids: [talkId] }))
  return [...choices, ...[...own].map(([id, title]) => ({ id, title }))]
}
