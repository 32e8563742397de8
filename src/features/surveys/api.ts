// Routes of surveys.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import { closeSurveyCommand, openSurveyCommand } from './lifecycle.ts'
import { listSurveyResponses, listSurveys, readSurvey, readSurveyResults } from './read-surveys.ts'
import * as schemas from './schema.ts'
import {
  Survey,
  SurveyCreate,
  SurveyListQuery,
  SurveyResponseList,
  SurveyResponseQuery,
  SurveyResults,
  SurveySaved,
  SurveyUpdate,
} from './schema.ts'
import { deleteSurveyCommand, saveSurveyCommand } from './surveys.ts'

const tags = ['Surveys']

/** Needs `request.caller`. */
const surveyRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  const { services } = writes
  app.get(
    '/surveys',
    {
      schema: {
        operationId: 'listSurveys',
        tags,
        summary: 'List surveys',
        description: 'Returns the surveys of the platform. Use the query parameters to filter them.',
        querystring: SurveyListQuery,
        response: { 200: listOf(ref(Survey)), ...problems.list },
      },
    },
    (request) => listSurveys(services, request.caller, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/surveys',
    schema: {
      operationId: 'createSurvey',
      tags,
      summary: 'Create a survey',
      description:
        'Creates a draft, for a talk or for the whole event. Open it with `POST /surveys/{id}/open`, or let it open by itself (`opens`).',
      body: ref(SurveyCreate),
      response: { 201: ref(SurveySaved), ...problems.create },
    },
    command: saveSurveyCommand,
  })

  app.get(
    '/surveys/:id',
    {
      schema: {
        operationId: 'readSurvey',
        tags,
        summary: 'Get a survey',
        description: 'Returns one survey.',
        params: IdParams,
        response: { 200: ref(Survey), ...problems.read },
      },
    },
    (request) => readSurvey(services, request.caller, request.params.id),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/surveys/:id',
    schema: {
      operationId: 'updateSurvey',
      tags,
      summary: 'Update a survey, or create it with your own identifier',
      description:
        'Changes only the attributes you send: lists are replaced, and null clears an attribute. If no survey has the `ext:` identifier, the survey is created. Once there is a response, the questions, the talk, and the anonymity are fixed.',
      params: IdParams,
      body: ref(SurveyUpdate),
      response: { 200: ref(SurveySaved), 201: ref(SurveySaved), ...problems.update },
    },
    command: saveSurveyCommand,
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/surveys/:id',
    schema: {
      operationId: 'deleteSurvey',
      tags,
      summary: 'Delete a survey',
      description: 'Its responses are deleted with it.',
      params: IdParams,
      response: { 200: ref(Deleted), ...problems.remove },
    },
    command: ({ reference, precondition }) =>
      deleteSurveyCommand({ reference: reference ?? '', precondition }),
  })

  writes.declare(app, {
    method: 'POST',
    url: '/surveys/:id/open',
    schema: {
      operationId: 'openSurvey',
      tags,
      summary: 'Open a survey',
      description:
        'People can answer it from now on. A closed survey is opened again, unless it is anonymous. Nothing changes if it is open.',
      params: IdParams,
      response: { 200: ref(SurveySaved), ...problems.live.write },
    },
    command: ({ reference, precondition }) => openSurveyCommand({ reference: reference ?? '', precondition }),
  })

  writes.declare(app, {
    method: 'POST',
    url: '/surveys/:id/close',
    schema: {
      operationId: 'closeSurvey',
      tags,
      summary: 'Close a survey',
      description:
        'Nobody can answer it any more. If it is anonymous, who took part is erased. Nothing changes if it is closed.',
      params: IdParams,
      response: { 200: ref(SurveySaved), ...problems.live.write },
    },
    command: ({ reference, precondition }) =>
      closeSurveyCommand({ reference: reference ?? '', precondition }),
  })

  app.get(
    '/surveys/:id/results',
    {
      schema: {
        operationId: 'readSurveyResults',
        tags,
        summary: 'Get the results of a survey',
        description: 'Returns how often each choice was made. Texts are part of the responses.',
        params: IdParams,
        response: { 200: ref(SurveyResults), ...problems.read },
      },
    },
    (request) => readSurveyResults(services, request.caller, request.params.id),
  )

  app.get(
    '/surveys/:id/responses',
    {
      schema: {
        operationId: 'listSurveyResponses',
        tags,
        summary: 'List the responses to a survey',
        description:
          'Returns what each person has answered. Those to an anonymous survey are in a random order and name nobody.',
        params: IdParams,
        querystring: SurveyResponseQuery,
        response: { 200: SurveyResponseList, ...problems.list, ...problems.read },
      },
    },
    (request) => listSurveyResponses(services, request.caller, request.params.id, request.query),
  )
  done()
}

export const surveysApi: ApiPart = {
  tags: [{ name: 'Surveys', description: 'Surveys of talks and of the whole event, and their results.' }],
  schemas: [schemas],
  routes: surveyRoutes,
}
