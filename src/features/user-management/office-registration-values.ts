// The settings of the registration as the values of their form, and the form as a change of settings.
import { randomBytes } from 'node:crypto'
import { slugify } from '../../kernel/lib/text/slugs.ts'
import { linesOf } from '../../kit/forms/forms.ts'
import {
  asFields,
  isOn,
  type Row,
  rowsOf,
  type Values,
  wholeNumber,
  wordsOf,
} from '../../kit/office/form-values.ts'
import type { PlatformSettings, RegistrationQuestion } from '../platforms/schema.ts'

const MAX_SLUG_LENGTH = 30

export const registrationValues = ({ hasSignUp, registration }: PlatformSettings): Values =>
  asFields({
    ...(hasSignUp ? { hasSignUp: 'on' } : {}),
    acceptance: registration.acceptance,
    domains: registration.domains.join('\n'),
    capacity: registration.capacity === null ? '' : String(registration.capacity),
    ...(registration.hasSummary ? { hasSummary: 'on' } : {}),
    ...Object.fromEntries(
      registration.questions.flatMap((question, index) =>
        Object.entries(rowOf(question)).map(
          ([member, value]) => [`questions/${index}/${member}`, value] as const,
        ),
      ),
    ),
  })

const rowOf = ({ id, kind, label, choices, isRequired }: RegistrationQuestion): Row => ({
  ...{ id, kind, label, choices: choices.join('\n') },
  ...(isRequired ? { isRequired: 'on' } : {}),
})

/** The unchecked body of the form. */
export function registrationBody(values: Values) {
  const rows = rowsOf(values, 'questions').filter(({ label }) => label !== '')
  return {
    hasSignUp: isOn(values, 'hasSignUp'),
    registration: {
      // The schema checks this.
      acceptance: values.acceptance as PlatformSettings['registration']['acceptance'],
      domains: [
        ...new Set(wordsOf((values.domains ?? '').toLowerCase()).map((domain) => domain.replace(/^@/, ''))),
      ],
      // The schema refuses text.
      capacity: wholeNumber(values.capacity) as number | null,
      questions: rows.map(questionOf),
      hasSummary: isOn(values, 'hasSummary'),
    },
  }
}

function questionOf({ id, kind, label = '', choices, isRequired }: Row): RegistrationQuestion {
  return {
    id: id || newQuestionId(label),
    // The schema checks this.
    kind: kind as RegistrationQuestion['kind'],
    label,
    choices: kind === 'choice' ? [...new Set(linesOf(choices))] : [],
    isRequired: isRequired !== undefined,
  }
}

/** Says what the question is about in exports, and differs from the ids of deleted questions with the same label. */
const newQuestionId = (label: string): string =>
  `${slugify(label, MAX_SLUG_LENGTH) || 'question'}-${randomBytes(4).toString('hex')}`
