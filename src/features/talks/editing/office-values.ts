// A talk as the values of its form, and the form as the body of an API request.
import { isTimeZone, zonedTime } from '../../../kernel/lib/time/instants.ts'
import { fieldBody, fieldValues } from '../../../kit/office/field-values.ts'
import { asFields, isOn, requiredText, rowsOf, type Values } from '../../../kit/office/form-values.ts'
import { localTime } from '../../../kit/office/local-time.ts'
import { personOf, withPeople } from '../../people/attached/office-person-values.ts'
import type { EventFormat } from '../../platforms/schema.ts'
import { type Talk, talkFields } from '../schema.ts'

/** The form of a new talk, with the defaults of the API. Talks of online events are watched on the site. */
export const newTalkValues = (format: EventFormat): Values => ({
  ...fieldValues(talkFields, talkFields.initial),
  ...(format === 'online' ? { type: 'embedded' } : {}),
})

export function talkValues(talk: Talk, platformZone: string): Values {
  const start = localTime(talk.start, talk.timezone ?? platformZone)
  const values = withPeople({ ...fieldValues(talkFields, talk), start }, 'speakers', talk.speakers)
  return asFields(withPeople(values, 'moderators', talk.moderators))
}

/** A break without speakers leaves out their list. One that a talk becomes leaves out all people, so that they are removed. */
function peopleOf(values: Values) {
  const [speakers, moderators] = [rowsOf(values, 'speakers'), rowsOf(values, 'moderators')]
  const isBreak = values.kind === 'break'
  return {
    speakers:
      isBreak && (speakers.length === 0 || removesPeople(values)) ? undefined : speakers.map(personOf),
    moderators: isBreak && removesPeople(values) ? undefined : moderators.map(personOf),
  }
}

/** Whether the user has confirmed that a talk that becomes a break loses its people. */
export const removesPeople = (values: Values): boolean => isOn(values, 'removesPeople')

/** The unchecked body of the form. */
export function talkBody(
  values: Values,
  { isNew, zone }: { isNew: boolean; zone: string },
): Record<string, unknown> {
  const { start } = values
  // An unknown time zone is a problem of the time zone field, not of the start.
  const startZone = isTimeZone(values.timezone ?? '') ? (values.timezone ?? zone) : zone
  return {
    ...fieldBody(talkFields, values, { isNew }),
    ...peopleOf(values),
    start: start ? zonedTime(start, startZone) : requiredText(start, isNew),
  }
}
