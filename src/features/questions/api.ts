// Routes of the questions of a talk.

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { ApiPart } from '../../kernel/http/api/api-part.ts'
import { IdParams, problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'
import { listOf, ref } from '../../kernel/schema/common.ts'
import { Deleted } from '../../kernel/schema/problems.ts'
import {
  askQuestionCommand,
  changeQuestionCommand,
  deleteQuestionCommand,
  mergeQuestionsCommand,
} from './commands.ts'
import { listApiQuestions, readApiQuestion } from './read-questions.ts'
import * as schemas from './schema.ts'
import {
  Question,
  QuestionCreate,
  QuestionListQuery,
  QuestionMerge,
  QuestionSaved,
  QuestionUpdate,
} from './schema.ts'

const tags = ['Questions']
const QuestionParams = Type.Object({
  ...IdParams.properties,
  questionId: Type.String({
    description: 'The id of the question, or `ext:` followed by your own identifier.',
    examples: ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11', 'ext:crm-4711'],
  }),
})

/** Needs `request.caller`. */
const questionRoutes: FastifyPluginCallbackTypebox<{ writes: WriteRoutes }> = (app, { writes }, done) => {
  const { services } = writes
  app.get(
    '/talks/:id/questions',
    {
      schema: {
        operationId: 'listQuestions',
        tags,
        summary: 'List the questions of a talk',
        description: 'Returns the questions in the order in which they were asked.',
        params: IdParams,
        querystring: QuestionListQuery,
        response: { 200: listOf(ref(Question)), ...problems.live.list },
      },
    },
    (request) => listApiQuestions(services, request.caller, request.params.id, request.query),
  )

  writes.declare(app, {
    method: 'POST',
    url: '/talks/:id/questions',
    schema: {
      operationId: 'createQuestion',
      tags,
      summary: 'Ask a question',
      description:
        'Asks a question on behalf of an account, or under a label. An account that may not watch the talk, for example because it has not paid for a talk that costs credits, is refused with 403 `watching_restricted`.',
      params: IdParams,
      body: ref(QuestionCreate),
      response: { 201: ref(QuestionSaved), ...problems.live.write },
    },
    command: askQuestionCommand,
  })

  app.get(
    '/talks/:id/questions/:questionId',
    {
      schema: {
        operationId: 'readQuestion',
        tags,
        summary: 'Get a question',
        description: 'Returns one question with its votes, state, and answer.',
        params: QuestionParams,
        response: { 200: ref(Question), ...problems.live.read },
      },
    },
    ({ caller, params }) =>
      readApiQuestion(services, caller, {
        talk: params.id,
        question: params.questionId,
      }),
  )

  writes.declare(app, {
    method: 'PUT',
    url: '/talks/:id/questions/:questionId',
    schema: {
      operationId: 'updateQuestion',
      tags,
      summary: 'Update, answer, or dismiss a question',
      description: 'Changes only the attributes you send. To put a question on stage, send its state.',
      params: QuestionParams,
      body: ref(QuestionUpdate),
      response: { 200: ref(QuestionSaved), ...problems.live.write },
    },
    command: changeQuestionCommand,
  })

  writes.declare(app, {
    method: 'DELETE',
    url: '/talks/:id/questions/:questionId',
    schema: {
      operationId: 'deleteQuestion',
      tags,
      summary: 'Delete a question',
      description: 'Deletes the question and its votes. To keep them, dismiss it instead.',
      params: QuestionParams,
      response: { 200: ref(Deleted), ...problems.live.write },
    },
    command: deleteQuestionCommand,
  })

  writes.declare(app, {
    method: 'POST',
    url: '/talks/:id/questions/:questionId/merge',
    schema: {
      operationId: 'mergeQuestions',
      tags,
      summary: 'Merge duplicates into a question',
      description:
        'Adds the votes of the duplicates to the question, each person once, and dismisses the duplicates.',
      params: QuestionParams,
      body: ref(QuestionMerge),
      response: { 200: ref(QuestionSaved), ...problems.live.write },
    },
    command: mergeQuestionsCommand,
  })
  done()
}

export const questionsApi: ApiPart = {
  tags: [{ name: 'Questions', description: 'Questions to the speakers of a talk, and their votes.' }],
  schemas: [schemas],
  routes: questionRoutes,
}
