// A talk as the values of its form, and the form as the body of an API request.
import { isTimeZone, zonedTime } from '../../../kernel/lib/time/instants.ts'
import { linesOf } from '../../../kit/forms/forms.ts'
import {
  asFields,
  decimalNumber,
  isOn,
  optionalText,
  requiredText,
  rowsOf,
  shownSwitches,
  switches,
  type Values,
  withRows,
} from '../../../kit/office/form-values.ts'
import { localTime } from '../../../kit/office/local-time.ts'
import { personOf, withPeople } from '../../people/attached/office-person-values.ts'
import type { Talk } from '../schema.ts'

export const labels = ['featured', 'recommended', 'keynote', 'available'] as const
export const features = [
  'chat',
  'questions',
  'surveys',
  'viewersCount',
  'viewersList',
  'rewardsEarning',
  'freeLive',
  'freeReplay',
] as const

/** The form of a new talk, with the defaults of the API. */
export const newTalkValues: Values = {
  kind: 'talk',
  state: 'published',
  duration: '60',
  type: '',
  ...Object.fromEntries(features.slice(0, 6).map((feature) => [`features/${feature}`, 'on'])),
}

export function talkValues(talk: Talk, platformZone: string): Values {
  const { featured, recommended, keynote, available } = talk
  const values: Values = {
    kind: talk.kind,
    state: talk.state,
    title: talk.title,
    description: talk.description,
    details: talk.details ?? '',
    start: localTime(talk.start, talk.timezone ?? platformZone),
    timezone: talk.timezone ?? '',
    duration: String(talk.duration),
    type: talk.type ?? '',
    video: talk.video ?? '',
    image: talk.image ?? '',
    room: talk.room ?? '',
    track: talk.track ?? '',
    language: talk.language ?? '',
    tags: talk.tags.join('\n'),
    hiddenTags: talk.hiddenTags.join('\n'),
    externalId: talk.externalId ?? '',
    ...shownSwitches('', { featured, recommended, keynote, available }),
    ...shownSwitches('features/', talk.features),
  }
  const withLinks = withRows(withRows(values, 'links', talk.links), 'files', talk.files)
  return asFields(withPeople(withPeople(withLinks, 'speakers', talk.speakers), 'moderators', talk.moderators))
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
export function talkBody(values: Values, { isNew, zone }: { isNew: boolean; zone: string }) {
  const { start } = values
  // An unknown time zone is a problem of the time zone field, not of the start.
  const startZone = isTimeZone(values.timezone ?? '') ? (values.timezone ?? zone) : zone
  return {
    kind: values.kind,
    state: values.state,
    title: requiredText(values.title, isNew),
    description: values.description ?? '',
    details: optionalText(values.details),
    ...peopleOf(values),
    start: start ? zonedTime(start, startZone) : requiredText(start, isNew),
    timezone: optionalText(values.timezone),
    duration: decimalNumber(values.duration),
    type: optionalText(values.type),
    video: optionalText(values.video),
    image: optionalText(values.image),
    links: rowsOf(values, 'links').map(({ label, url }) => ({ label: label ?? '', url: url ?? '' })),
    files: rowsOf(values, 'files').map(({ label, url }) => ({ label: label ?? '', url: url ?? '' })),
    room: optionalText(values.room),
    track: optionalText(values.track),
    language: optionalText(values.language),
    tags: linesOf(values.tags),
    hiddenTags: linesOf(values.hiddenTags),
    externalId: optionalText(values.externalId),
    ...Object.fromEntries(labels.map((label) => [label, isOn(values, label)])),
    features: switches(values, 'features/', features),
  }
}
