// The routes of surveys in the Back Office: their list, and the pages that edit, delete, and show the history of one.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allFound } from '../../../kernel/changes/sorted-lists.ts'
import { sendListPage } from '../../../kit/lists/list-page.tsx'
import { readChoices, readListQuery } from '../../../kit/lists/list-query.ts'
import { Consequence, DeletePage } from '../../../kit/office/delete-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { queryOf } from '../../../kit/office/query-string.ts'
import { tableFileRoutes } from '../../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { ifFound, sendHistory } from '../../audit/office-object-history.tsx'
import { readSurvey } from '../read-surveys.ts'
import { deleteSurvey } from '../surveys.ts'
import { listOfficeSurveys, type OfficeSurveyQuery } from './list-surveys.ts'
import { saveSurveyForm, sendSurveyForm } from './office-edit-page.tsx'
import { surveyFile, surveyFilters, surveyList } from './office-list.tsx'
import { newSurveyValues, surveyValues } from './office-values.ts'

type Ids = { Params: { id: string } }

export const surveyRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const read = (request: FastifyRequest<Ids>) => readSurvey(services, callerOf(request), request.params.id)

  office.get('/surveys', { config: { operation: 'officeSurveys' } }, async (request, reply) => {
    const { choices, query } = readSurveyQuery(request)
    const found = await listOfficeSurveys(services, callerOf(request), query)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendListPage(request, reply, { list: surveyList(messagesOf(request)), found, choices, view })
  })

  tableFileRoutes(office, services, { path: '/surveys', operation: 'exportSurveys' }, (request) => {
    const list = (page: OfficeSurveyQuery) => listOfficeSurveys(services, callerOf(request), page)
    return { name: 'surveys', columns: surveyFile, pages: allFound(list, readSurveyQuery(request).query) }
  })

  office.get('/surveys/new', { config: { operation: 'newSurveyPage' } }, (request, reply) => {
    const state = { values: newSurveyValues, version: null, problems: [] }
    return sendSurveyForm({ options, request, reply, survey: null, state })
  })

  office.post('/surveys/new', { config: { operation: 'createSurveyByForm' } }, (request, reply) =>
    saveSurveyForm({ options, request, reply, survey: null }),
  )

  office.get<Ids>('/surveys/:id', { config: { operation: 'officeSurvey' } }, async (request, reply) => {
    const survey = await read(request)
    const state = { values: surveyValues(survey), version: survey.version, problems: [] }
    return sendSurveyForm({ options, request, reply, survey, state })
  })

  office.post<Ids>('/surveys/:id', { config: { operation: 'updateSurveyByForm' } }, async (request, reply) =>
    saveSurveyForm({ options, request, reply, survey: await read(request) }),
  )

  office.get<Ids>(
    '/surveys/:id/history',
    { config: { operation: 'surveyHistory' } },
    async (request, reply) => {
      const survey = await ifFound(read(request))
      const id = survey?.id ?? request.params.id
      return sendHistory(options, request, reply, { area: 'surveys', id, title: survey?.title })
    },
  )

  office.get<Ids>(
    '/surveys/:id/delete',
    { config: { operation: 'deleteSurveyPage' } },
    async (request, reply) => {
      const { id, title } = await read(request)
      const { objects, surveys } = messagesOf(request).office
      return sendOfficePage(request, reply, { title: objects.deleteTitle({ name: title }) }, (csrf) => (
        <DeletePage area="surveys" id={id} title={title} csrf={csrf}>
          <Consequence title={objects.willBeDeleted} items={[surveys.deletion.survey]} />
        </DeletePage>
      ))
    },
  )

  office.post<Ids>(
    '/surveys/:id/delete',
    { config: { operation: 'deleteSurveyByForm' } },
    async (request, reply) => {
      await deleteSurvey(services, callerOf(request), request.params.id)
      return reply.redirect('/backoffice/surveys?done=deleted', 303)
    },
  )
}

function readSurveyQuery(request: FastifyRequest) {
  const query = queryOf(request)
  const choices = readChoices(query, surveyFilters(messagesOf(request)))
  return { choices, query: { ...readListQuery(request), ...choices } }
}
