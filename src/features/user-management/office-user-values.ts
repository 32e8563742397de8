// An account as the values of its form, and the form as the body of an API request.

import { fieldBody, fieldValues } from '../../kit/office/field-values.ts'
import { asFields, isOn, type Values } from '../../kit/office/form-values.ts'
import { type User, userFields } from '../people/schema.ts'

export const socials = ['facebook', 'linkedin', 'twitter', 'youtube'] as const

export const userValues = (user: User): Values =>
  asFields({
    ...fieldValues(userFields, user),
    ...(user.options.highlight ? { 'options/highlight': 'on' } : {}),
  })

/** The unchecked body of the form. Only new accounts have a type and a review. */
export const userBody = (values: Values, { isNew }: { isNew: boolean }): Record<string, unknown> => ({
  ...fieldBody(userFields, values, { isNew }),
  ...(isNew ? { type: values.type } : {}),
  options: {
    highlight: isOn(values, 'options/highlight'),
    ...(isNew ? { endRegistration: isOn(values, 'options/endRegistration') } : {}),
  },
})
