// An account as the values of its form, and the form as the body of an API request.

import { linesOf } from '../../kit/forms/forms.ts'
import {
  asFields,
  isOn,
  optionalText,
  requiredText,
  shownSwitches,
  type Values,
} from '../../kit/office/form-values.ts'
import type { User } from '../people/schema.ts'

export const socials = ['facebook', 'linkedin', 'twitter', 'youtube'] as const

export const userValues = (user: User): Values =>
  asFields({
    email: user.email,
    username: user.username,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    avatar: user.avatar ?? '',
    description: user.description ?? '',
    job: user.job ?? '',
    company: user.company ?? '',
    tags: user.tags.join('\n'),
    timezone: user.timezone ?? '',
    country: user.country ?? '',
    city: user.city ?? '',
    status: user.status ?? '',
    website: user.website ?? '',
    externalId: user.externalId ?? '',
    ...Object.fromEntries(socials.map((network) => [`socials/${network}`, user.socials[network] ?? ''])),
    ...shownSwitches('options/', user.options),
  })

/** The unchecked body of the form. Only new accounts have a type and a review. */
export const userBody = (values: Values, { isNew }: { isNew: boolean }) => ({
  email: requiredText(values.email, isNew),
  ...(isNew ? { type: values.type } : {}),
  firstName: requiredText(values.firstName, isNew),
  lastName: requiredText(values.lastName, isNew),
  username: requiredText(values.username, isNew),
  avatar: optionalText(values.avatar),
  description: optionalText(values.description),
  job: optionalText(values.job),
  company: optionalText(values.company),
  tags: linesOf(values.tags),
  timezone: optionalText(values.timezone),
  country: optionalText(values.country),
  city: optionalText(values.city),
  status: optionalText(values.status),
  website: optionalText(values.website),
  socials: Object.fromEntries(
    socials.map((network) => [network, optionalText(values[`socials/${network}`])]),
  ),
  options: {
    highlight: isOn(values, 'options/highlight'),
    ...(isNew ? { endRegistration: isOn(values, 'options/endRegistration') } : {}),
  },
  externalId: optionalText(values.externalId),
})
