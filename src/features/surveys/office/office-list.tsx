// The list of surveys.

import { Day } from '../../../kit/lists/day.tsx'
import type { ListDefinition } from '../../../kit/lists/list-definition.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { type FileColumn, plainColumns, timeCell } from '../../../kit/pages/table-files.ts'
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
    count: (count) => lists.counts.surveys({ count }),
    searchHint: texts.searchHint,
    create: { href: `${PATH}/new`, text: texts.form.new },
    filters: surveyFilters(messages),
    columns: [
      {
        name: texts.name,
        sort: { by: 'title', labels: lists.alphabetical },
        isRowHeader: true,
        cell: ({ id, title }) => (
          <a dir="auto" class="row-link" href={`${PATH}/${id}`}>
            {title}
          </a>
        ),
      },
      {
        key: 'state',
        name: texts.state,
        isPlain: true,
        cell: ({ state }) => (
          <span class={state === 'open' ? 'badge success' : 'badge'}>{states[state]}</span>
        ),
      },
      {
        key: 'about',
        name: texts.about,
        isPlain: true,
        cell: ({ talk }) => <bdi>{talk ?? texts.form.wholeEvent}</bdi>,
      },
      { key: 'questions', name: texts.questions, cell: ({ questions }) => questions.length },
      {
        key: 'updated',
        name: texts.updated,
        sort: { by: 'updated', labels: lists.byAge, startsDescending: true },
        cell: ({ updatedAt }, { zone }) => <Day at={updatedAt} zone={zone} />,
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
  ...plainColumns('id', 'externalId', 'title', 'description', 'state', 'talkId', 'talk'),
  ...plainColumns('opens', 'results', 'anonymous', 'editable'),
  ['questions', ({ questions }) => questions.map(({ text }) => text)],
  ['openedAt', ({ openedAt }, zone) => timeCell(openedAt, zone)],
  ['closedAt', ({ closedAt }, zone) => timeCell(closedAt, zone)],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]
