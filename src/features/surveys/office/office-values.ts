// A survey as the values of its form, and the form as the body of an API request.

import { linesOf } from '../../../kit/forms/forms.ts'
import { fieldBody, fieldValues } from '../../../kit/office/field-values.ts'
import {
  asFields,
  optionalText,
  type Row,
  rowsOf,
  type Values,
  wholeNumber,
} from '../../../kit/office/form-values.ts'
import { type AskedQuestion, type Survey, surveyFields } from '../schema.ts'

const newQuestion: Row = { kind: 'single', min: '1', max: '5' }

export const newSurveyValues: Values = {
  opens: 'by_hand',
  results: 'after_answering',
  ...fieldsOf([newQuestion]),
}

export const surveyValues = (survey: Survey): Values =>
  asFields({ ...fieldValues(surveyFields, survey), ...fieldsOf(survey.questions.map(rowOf)) })

function rowOf({ kind, text, required, options, scale }: AskedQuestion): Row {
  return {
    kind,
    text,
    ...(required ? { required: 'on' } : {}),
    options: options.join('\n'),
    min: String(scale?.min ?? newQuestion.min),
    max: String(scale?.max ?? newQuestion.max),
    minLabel: scale?.minLabel ?? '',
    maxLabel: scale?.maxLabel ?? '',
  }
}

function fieldsOf(rows: readonly Row[]): Values {
  const fields = rows.flatMap((row, index) =>
    Object.entries(row).map(([member, value]) => [`questions/${index}/${member}`, value] as const),
  )
  return Object.fromEntries(fields)
}

/** The unchecked body of the form. */
export const surveyBody = (values: Values, { isNew }: { isNew: boolean }) => ({
  ...fieldBody(surveyFields, values, { isNew }),
  questions: rowsOf(values, 'questions').map(questionOf),
})

/** Leaves out fields of other kinds of questions, which the form keeps while its user tries kinds. */
function questionOf({ kind = '', text = '', required, options, min, max, minLabel, maxLabel }: Row) {
  return {
    kind,
    text,
    required: required !== undefined,
    options: kind === 'single' || kind === 'multiple' ? linesOf(options) : [],
    scale:
      kind === 'scale'
        ? {
            min: wholeNumber(min),
            max: wholeNumber(max),
            minLabel: optionalText(minLabel),
            maxLabel: optionalText(maxLabel),
          }
        : null,
  }
}
