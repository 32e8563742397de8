// A sponsor as the values of its form, and the form as the body of an API request.

import { fieldBody, fieldValues } from '../../kit/office/field-values.ts'
import { asFields, isOn, rowsOf, type Values } from '../../kit/office/form-values.ts'
import { personOf, withPeople } from '../people/attached/office-person-values.ts'
import { type Sponsor, sponsorFields } from './schema.ts'

/** Organizers write Markdown, as in all other fields. The API starts with HTML. */
export const newSponsorValues: Values = { level: '3', pageFormat: 'markdown' }

export const sponsorValues = (sponsor: Sponsor): Values =>
  asFields({
    ...withPeople(fieldValues(sponsorFields, sponsor), 'speakers', sponsor.speakers),
    ...(sponsor.color === null ? {} : { hasColor: 'on' }),
  })

/** The unchecked body of the form. */
export const sponsorBody = (values: Values, { isNew }: { isNew: boolean }) => ({
  ...fieldBody(sponsorFields, isOn(values, 'hasColor') ? values : { ...values, color: '' }, { isNew }),
  speakers: rowsOf(values, 'speakers').map(personOf),
})
