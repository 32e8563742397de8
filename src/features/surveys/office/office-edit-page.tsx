// The page that edits a survey, and the results of saving its form.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { statusOf } from '../../../kernel/http/problems/catalog.ts'
import type { EditState } from '../../../kit/office/edit-state.ts'
import { sentValues, touched } from '../../../kit/office/form-values.ts'
import { DoneNotice, NewHead, ObjectHead } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { doneOf } from '../../../kit/office/query-string.ts'
import { saveForm } from '../../../kit/office/save.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { redirectToSaved } from '../../access/invitations/office-saved-page.tsx'
import { listTalkTitles } from '../../talks/lists.ts'
import { type Survey, type SurveyBody, SurveyCreate, SurveyUpdate } from '../schema.ts'
import { saveSurvey } from '../surveys.ts'
import { SurveyForm } from './office-form.tsx'
import { surveyBody, surveyValues } from './office-values.ts'

const PATH = '/backoffice/surveys'

type SurveyEdit = {
  options: WebOptions
  request: FastifyRequest
  reply: FastifyReply
  /** Null for a new survey. */
  survey: Survey | null
}

export async function saveSurveyForm({ options, request, reply, survey }: SurveyEdit) {
  const { services } = options
  const messages = messagesOf(request)
  const values = sentValues(request)
  const isNew = survey === null
  const shown = survey === null ? {} : surveyBody(surveyValues(survey), { isNew })
  try {
    const outcome = await saveForm({
      current: survey,
      values,
      lists: ['questions'],
      body: touched(surveyBody(values, { isNew }), shown),
      schema: isNew ? SurveyCreate : SurveyUpdate,
      messages,
      // The schema has accepted the body.
      save: (body, precondition) =>
        saveSurvey(services, callerOf(request), survey?.id ?? null, body as SurveyBody, precondition),
    })
    if (outcome.status === 'saved')
      return redirectToSaved({ options, request, reply, area: 'surveys', saved: outcome.saved })
    return sendSurveyForm({ options, request, reply: reply.code(outcome.code), survey, state: outcome.state })
  } catch (error) {
    if (survey === null || !(error instanceof Refusal) || error.code !== 'survey_in_use') throw error
    const message = messages.office.surveys.form.inUse
    const state = { values, version: survey.version, problems: [], message }
    return sendSurveyForm({ options, request, reply: reply.code(statusOf(error)), survey, state })
  }
}

export async function sendSurveyForm({
  options,
  request,
  reply,
  survey,
  state,
}: SurveyEdit & { state: EditState }) {
  const { surveys } = messagesOf(request).office
  const talks = await listTalkTitles(options.services, callerOf(request), survey?.talkId ?? null)
  const title = survey?.title ?? surveys.form.new
  const action = `${PATH}/${survey?.id ?? 'new'}`
  return sendOfficePage(request, reply, { title, scripts: ['forms.js'] }, (csrf) => (
    <>
      {survey ? (
        <ObjectHead
          area="surveys"
          id={survey.id}
          title={title}
          current="edit"
          page={{ href: `/surveys/${survey.id}`, text: surveys.view }}
        />
      ) : (
        <NewHead area="surveys" title={title} />
      )}
      <DoneNotice what={doneOf(request)} />
      <SurveyForm action={action} csrf={csrf} state={state} cancel={PATH} talks={talks} />
    </>
  ))
}
