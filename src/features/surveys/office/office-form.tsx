// The form of a survey, with everything that the API accepts.

import { Choice, Field, Switch } from '../../../kit/components/form-fields.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { EditForm } from '../../../kit/office/edit-form.tsx'
import type { EditState } from '../../../kit/office/edit-state.ts'
import { isOn, rowsOf } from '../../../kit/office/form-values.ts'
import type { TalkTitle } from '../../talks/choices-store.ts'
import { type SurveyBody, surveyOpenings, surveyVisibilities } from '../schema.ts'
import { SurveyQuestions } from './office-question-rows.tsx'

type SurveyFormProps = {
  action: string
  csrf: string
  state: EditState
  cancel: string
  talks: readonly TalkTitle[]
}

export function SurveyForm({ action, csrf, state, cancel, talks }: SurveyFormProps) {
  const { forms, surveys } = useMessages().office
  const texts = surveys.form
  const { values, problems } = state
  const at = (name: keyof SurveyBody) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
      <Field label={surveys.name} isRequired {...at('title')} />
      <Field label={texts.description} rows={2} {...at('description')} />
      <Choice
        label={texts.talk}
        options={[['', texts.wholeEvent], ...talks.map(({ id, title }) => [id, title] as const)]}
        {...at('talkId')}
      />
      <div class="field-row">
        <Choice
          label={texts.opens}
          options={surveyOpenings.map((opens) => [opens, texts.openings[opens]] as const)}
          {...at('opens')}
        />
        <Choice
          label={texts.results}
          options={surveyVisibilities.map((results) => [results, texts.visibilities[results]] as const)}
          {...at('results')}
        />
      </div>
      <div class="checks">
        <Switch
          name="anonymous"
          label={texts.anonymous}
          hint={texts.anonymousHint}
          isOn={isOn(values, 'anonymous')}
        />
        <Switch
          name="editable"
          label={texts.editable}
          hint={texts.editableHint}
          isOn={isOn(values, 'editable')}
        />
      </div>
      <SurveyQuestions
        rows={rowsOf(values, 'questions')}
        problems={problems}
        isAdding={state.adding === 'questions'}
      />
      <Field label={forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
    </EditForm>
  )
}
