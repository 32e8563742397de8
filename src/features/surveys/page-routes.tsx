// The routes of surveys on the public site: answering, and moderating.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute, executeCommand } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { displayName } from '../../kit/components/person.tsx'
import { fieldsOf, valuesOf } from '../../kit/forms/forms.ts'
import { MAX_TEXT_BYTES } from '../../kit/limits.ts'
import { fragmentHtml } from '../../kit/pages/fragment.tsx'
import { queryOf } from '../../kit/pages/query.ts'
import { type FileColumn, tableFileRoutes, timeCell } from '../../kit/pages/table-files.ts'
import { callerOf, requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { answer, limitActions } from '../live/page-request.ts'
import { changeLiveOperation } from '../live/settings.ts'
import { answerSurvey, type SentAnswers } from './answers/answers.ts'
import { closeSurveyCommand, openSurveyCommand } from './lifecycle.ts'
import { readEventSurveys } from './live/event-surveys.ts'
import { sendSurveysPage } from './live/page.tsx'
import { SurveyItem } from './live/page-section.tsx'
import { sendMissingPage, sendResponsesPage, sendSurveyPage } from './page-survey.tsx'
import {
  allSurveyResponses,
  answerTexts,
  listMissingPeople,
  listSurveyResponses,
  readModeratedSurvey,
  readSurveyForPerson,
} from './read-surveys.ts'
import type { SurveyResponse } from './schema.ts'
import type { SurveyRow } from './tables.ts'

type OfSurvey = { Params: { id: string } }

export const surveyRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  const read = (request: FastifyRequest<OfSurvey>) =>
    readSurveyForPerson(services, request.visit, request.params.id)
  const readModerated = (request: FastifyRequest<OfSurvey>) => {
    const { user } = callerOf(request)
    return readModeratedSurvey(services, { ...request.visit, user }, request.params.id)
  }
  const cursorOf = (request: FastifyRequest) => queryOf(request)('cursor') || undefined

  site.get('/surveys', { config: { operation: 'surveysPage' } }, async (request, reply) =>
    sendSurveysPage(request, reply, await readEventSurveys(services, request.visit)),
  )

  site.get<OfSurvey>('/surveys/:id', { config: { operation: 'surveyPage' } }, async (request, reply) =>
    sendSurveyPage(request, reply, await read(request)),
  )

  await site.register(async (own) => {
    own.addHook('onRequest', requireUser)
    own.addHook('preHandler', async (request) => {
      if (request.method !== 'GET') await limitActions(options, request)
    })

    own.post<OfSurvey>(
      '/surveys/:id/answers',
      { config: { operation: 'answerSurvey' }, bodyLimit: MAX_TEXT_BYTES },
      async (request, reply) => {
        const { survey } = await read(request)
        const sent = survey.questions.map((_, index) => valuesOf(request, `answers/${index}`))
        try {
          await answerSurvey(services, callerOf(request), { surveyId: survey.id, sent })
        } catch (error) {
          return showRefused(request, reply, error, sent)
        }
        const found = await read(request)
        const shown = { ...found, isModerator: false }
        const item = <SurveyItem shown={shown} talkId={survey.talkId ?? ''} csrf="" />
        const html = fragmentHtml(item, request.visit.language)
        return answer(request, reply, `/surveys/${survey.id}`, {
          items: found.isModerator ? [] : [{ kind: 'survey', id: survey.id, html }],
        })
      },
    )

    /** Without a script, the page shows the form again with the sent values. */
    const showRefused = async (
      request: FastifyRequest<OfSurvey>,
      reply: FastifyReply,
      error: unknown,
      sent: SentAnswers,
    ) => {
      const wantsPage = request.headers.accept?.includes('text/html') ?? false
      if (!wantsPage || !(error instanceof Refusal) || error.code !== 'invalid_data') throw error
      const problems = error.detail.errors ?? []
      return sendSurveyPage(request, reply.code(statusOf(error)), await read(request), { sent, problems })
    }

    own.post<OfSurvey>(
      '/surveys/:id/moderate',
      { config: { operation: 'moderateSurvey' } },
      async (request, reply) => {
        const { survey } = await readModerated(request)
        const caller = callerOf(request)
        const field = fieldsOf(request)
        const talkId = field('talk')
        switch (field('do')) {
          case 'open':
            await executeCommand(services, caller, openSurveyCommand({ reference: survey.id }))
            break
          case 'close':
            await executeCommand(services, caller, closeSurveyCommand({ reference: survey.id }))
            break
          case 'show':
            await execute(services, caller, changeLiveOperation, {
              talk: { by: 'id', value: survey.talkId ?? talkId },
              change: { stage: { kind: 'survey', id: survey.id } },
            })
            break
          default:
            throw new Refusal('bad_request')
        }
        return answer(request, reply, `/surveys/${survey.id}`)
      },
    )

    own.get<OfSurvey>(
      '/surveys/:id/responses',
      { config: { operation: 'surveyResponsesPage', parameters: ['cursor'] } },
      async (request, reply) => {
        const found = await readModerated(request)
        const query = { cursor: cursorOf(request) }
        const page = await listSurveyResponses(services, callerOf(request), found.survey.id, query)
        return sendResponsesPage(request, reply, found, page)
      },
    )

    own.get<OfSurvey>(
      '/surveys/:id/people',
      { config: { operation: 'surveyPeoplePage', parameters: ['cursor'] } },
      async (request, reply) => {
        const found = await readModerated(request)
        const missing = await listMissingPeople(services, found.survey, cursorOf(request))
        return sendMissingPage(request, reply, found, missing)
      },
    )

    tableFileRoutes(
      own,
      services,
      { path: '/surveys/:id/responses', operation: 'exportSurveyResponses' },
      async (request) => {
        const { survey } = await readModerated(request)
        return {
          name: `survey-${survey.id}`,
          columns: responseFile(survey),
          pages: allSurveyResponses(services, survey),
        }
      },
    )
  })
}

/** One column per question. Anonymous responses have neither names nor times. */
const responseFile = ({ anonymous, questions }: SurveyRow): FileColumn<SurveyResponse>[] => [
  ['id', ({ id }) => id],
  ...(anonymous ? [] : authorColumns),
  ...questions.map(
    ({ text }, index): FileColumn<SurveyResponse> => [
      text,
      (response) => answerTexts(response)[index] ?? null,
    ],
  ),
]

const authorColumns: readonly FileColumn<SurveyResponse>[] = [
  ['userId', ({ user }) => user?.id ?? null],
  ['name', ({ user }) => user && displayName(user)],
  ['email', ({ user }) => user?.email ?? null],
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]
