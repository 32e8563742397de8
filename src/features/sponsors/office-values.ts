// A sponsor as the values of its form, and the form as the body of an API request.

import {
  asFields,
  isOn,
  optionalText,
  requiredText,
  rowsOf,
  shownSwitches,
  switches,
  type Values,
  wholeNumber,
} from '../../kit/office/form-values.ts'
import { personOf, withPeople } from '../people/attached/office-person-values.ts'
import type { Sponsor } from './schema.ts'

export const newSponsorValues: Values = { level: '3' }

export function sponsorValues(sponsor: Sponsor): Values {
  const values: Values = {
    name: sponsor.name,
    logo: sponsor.logo,
    level: String(sponsor.level),
    pageContent: sponsor.pageContent ?? '',
    pageFormat: sponsor.pageFormat,
    website: sponsor.website ?? '',
    icon: sponsor.icon ?? '',
    color: sponsor.color ?? '',
    externalId: sponsor.externalId ?? '',
    ...shownSwitches('', { hasPage: sponsor.hasPage }),
    ...shownSwitches('options/', sponsor.options),
  }
  return asFields(withPeople(values, 'speakers', sponsor.speakers))
}

/** The unchecked body of the form. */
export const sponsorBody = (values: Values, { isNew }: { isNew: boolean }) => ({
  name: requiredText(values.name, isNew),
  logo: requiredText(values.logo, isNew),
  level: values.level ? wholeNumber(values.level) : isNew ? undefined : null,
  hasPage: isOn(values, 'hasPage'),
  pageContent: optionalText(values.pageContent),
  ...(values.pageFormat ? { pageFormat: values.pageFormat } : {}),
  website: optionalText(values.website),
  speakers: rowsOf(values, 'speakers').map(personOf),
  icon: optionalText(values.icon),
  color: optionalText(values.color),
  options: switches(values, 'options/', ['displayInLobby', 'highlight']),
  externalId: optionalText(values.externalId),
})
