// Surveys in the search of the Back Office.
import { readSorted, SEARCHED } from '../../../kernel/changes/sorted-lists.ts'
import { bestMatches } from '../../../kernel/lib/text/best-matches.ts'
import type { FindInOffice } from '../../../kit/office/search.ts'
import { surveyList } from './list-surveys.ts'

export const findSurveys: FindInOffice = async (services, caller, q, { messages }) => {
  const { search: texts } = messages.office
  const { items } = await readSorted(services, caller, surveyList, { q, ...SEARCHED }, [])
  return {
    place: 40,
    icon: 'clipboard-list',
    title: texts.surveys,
    all: texts.all.surveys,
    list: '/backoffice/surveys',
    hits: bestMatches(q, items, ({ title }) => [title]).map(({ id, title }) => ({
      href: `/backoffice/surveys/${id}`,
      title,
    })),
  }
}
