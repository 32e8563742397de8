// A sponsor as the values of its form, and the form as the body of an API request.

import { fieldBody, fieldValues } from '../../kit/office/field-values.ts'
import { asFields, rowsOf, type Values } from '../../kit/office/form-values.ts'
import { personOf, withPeople } from '../people/attached/office-person-values.ts'
import { type Sponsor, sponsorFields } from './schema.ts'

export const newSponsorValues: Values = { level: '3' }

export const sponsorValues = (sponsor: Sponsor): Values =>
  asFields(withPeople(fieldValues(sponsorFields, sponsor), 'speakers', sponsor.speakers))

/** The unchecked body of the form. */
export const sponsorBody = (values: Values, { isNew }: { isNew: boolean }) => ({
  ...fieldBody(sponsorFields, values, { isNew }),
  speakers: rowsOf(values, 'speakers').map(personOf),
})
