// The list of surveys in the Back Office.

import { filtersOf, ifSent } from '../../../kernel/changes/pagination.ts'
import type { Caller, Services } from '../../../kernel/changes/services.ts'
import {
  created,
  named,
  type OfficeQuery,
  readSorted,
  type Sorts,
  updated,
} from '../../../kernel/changes/sorted-lists.ts'
import { equals } from '../../../kernel/store/sql/filters.ts'
import { sortedLists } from '../../../kernel/store/sql/sorted-lists.ts'
import { titlesOfTalks } from '../../talks/choices-store.ts'
import type { SurveyState } from '../schema.ts'
import { type SurveyRow, surveys } from '../tables.ts'

export const surveyList = {
  ...sortedLists(surveys),
  searchedIn: null,
  shown: ({ title }: SurveyRow) => [title],
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
    items: list.items.map((survey) => ({ ...survey, talk: titles.get(survey.talkId ?? '') ?? null })),
  }
}
