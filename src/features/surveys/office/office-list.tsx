// The list of surveys.

import { Day } from '../../../kit/lists/day.tsx'
import type { ListDefinition } from '../../../kit/lists/list-definition.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { type FileColumn, timeCell } from '../../../kit/pages/table-files.ts'
import { surveyStates } from '../schema.ts'
import type { listOfficeSurveys } from './list-surveys.ts'

const PATH = '/backoffice/surveys'

type Listed = Awaited<ReturnType<typeof listOfficeSurveys>>['items'][number]

export const surveyFilters = ({ surveys, office: { surveys: texts } }: Messages) => ({
  state: {
    label: texts.state,
    all: texts.allStates,
    options: surveyStates.map((state) => [state, surveys.states[state]] as const),
  },
})

export function surveyList(messages: Messages): ListDefinition<Listed> {
  const { surveys: texts, lists } = messages.office
  const { states } = messages.surveys
  return {
    path: PATH,
    title: texts.title,
    searchHint: texts.searchHint,
    create: { href: `${PATH}/new`, text: texts.form.new },
    filters: surveyFilters(messages),
    columns: [
      {
        name: texts.name,
        sort: { by: 'title', labels: lists.alphabetical },
        isRowHeader: true,
        cell: ({ survey }) => (
          <a dir="auto" href={`${PATH}/${survey.id}`}>
            {survey.title}
          </a>
        ),
      },
      {
        name: texts.state,
        cell: ({ survey: { state } }) => (
          <span class={state === 'open' ? 'badge success' : 'badge'}>{states[state]}</span>
        ),
      },
      { name: texts.about, cell: ({ talkTitle }) => <bdi>{talkTitle ?? texts.form.wholeEvent}</bdi> },
      { name: texts.questions, cell: ({ survey }) => survey.questions.length },
      {
        name: texts.updated,
        sort: { by: 'updated', labels: lists.byAge, startsDescending: true },
        cell: ({ survey }, { zone }) => <Day at={survey.updatedAt} zone={zone} />,
      },
    ],
    empty: {
      title: texts.noSurveys,
      advice: texts.noSurveysAdvice({ add: (text) => <a href={`${PATH}/new`}>{text}</a> }),
      noMatches: texts.noMatches,
    },
  }
}

export const surveyFile: readonly FileColumn<Listed>[] = [
  ['id', ({ survey }) => survey.id],
  ['externalId', ({ survey }) => survey.externalId],
  ['title', ({ survey }) => survey.title],
  ['description', ({ survey }) => survey.description],
  ['state', ({ survey }) => survey.state],
  ['talkId', ({ survey }) => survey.talkId],
  ['talk', ({ talkTitle }) => talkTitle],
  ['opens', ({ survey }) => survey.opens],
  ['results', ({ survey }) => survey.results],
  ['anonymous', ({ survey }) => survey.anonymous],
  ['editable', ({ survey }) => survey.editable],
  ['questions', ({ survey }) => survey.questions.map(({ text }) => text)],
  ['openedAt', ({ survey }, zone) => timeCell(survey.openedAt, zone)],
  ['closedAt', ({ survey }, zone) => timeCell(survey.closedAt, zone)],
  ['createdAt', ({ survey }, zone) => timeCell(survey.createdAt, zone)],
  ['updatedAt', ({ survey }, zone) => timeCell(survey.updatedAt, zone)],
]
