// The form of a profile: its fields, and the way from a row to the fields and from the fields to a body of the API.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../domain/changes/errors.ts'
import { userStatuses } from '../../schema/people/users.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { CurrentPassword } from '../components/current-password.tsx'
import { Choice, Field, Form, ProblemSummary } from '../components/form-fields.tsx'
import { zoneOptions } from '../components/time-zone-options.tsx'
import { linesOf } from '../forms/forms.ts'
import { Done } from './account-layout.tsx'

/** The value of a field, by its name; '' where there is none. */
export type ProfileValues = (name: string) => string

const clearables = [
  'avatar',
  'description',
  'job',
  'company',
  'timezone',
  'country',
  'city',
  'status',
  'website',
] as const
const networks = ['facebook', 'linkedin', 'twitter', 'youtube'] as const

/** An account as the fields show it. */
export function valuesOf(user: UserRow): ProfileValues {
  const socials = networks.map((name) => [`socials/${name}`, user.socials[name]] as const)
  const values = new Map<string, unknown>([
    ...Object.entries(user),
    ...socials,
    ['tags', user.tags.join('\n')],
  ])
  return (name) => String(values.get(name) ?? '')
}

/** The fields as a body of PUT /users: what was emptied is cleared. Who had no name need not say one. */
export function bodyOf(field: ProfileValues, user: UserRow) {
  const orNull = (name: string) => field(name) || null
  const names = (['firstName', 'lastName'] as const).filter(
    (name) => field(name) !== '' || user[name] !== null,
  )
  return {
    email: field('email'),
    username: field('username'),
    ...Object.fromEntries(names.map((name) => [name, field(name)])),
    ...Object.fromEntries(clearables.map((name) => [name, orNull(name)])),
    tags: linesOf(field('tags')),
    socials: Object.fromEntries(networks.map((name) => [name, orNull(`socials/${name}`)])),
  }
}

type Props = { request: FastifyRequest; values: ProfileValues; problems: readonly Problem[]; csrf: string }

export function ProfileForm({ request, values, problems, csrf }: Props) {
  return (
    <>
      <Done request={request} messages={{ saved: 'Your profile is saved.' }} />
      <ProblemSummary
        message={problems.length > 0 ? 'Nothing is saved yet. Please look at these:' : undefined}
        problems={problems}
      >
        <Form action="/account/profile" csrf={csrf}>
          <Names values={values} problems={problems} />
          <About values={values} problems={problems} />
          <Place values={values} problems={problems} eventZone={request.visit.platform.settings.timezone} />
          <Links values={values} problems={problems} />
          <div class="actions">
            <button class="primary" type="submit">
              Save
            </button>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

type Part = { values: ProfileValues; problems: readonly Problem[] }

function Names({ values, problems }: Part) {
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>Who you are</legend>
      <div class="field-pair">
        <Field {...text('firstName')} label="First name" autocomplete="given-name" />
        <Field {...text('lastName')} label="Last name" autocomplete="family-name" />
      </div>
      <Field {...text('username')} label="Username" autocomplete="username" isRequired />
      <Field {...text('email')} label="E-mail" type="email" autocomplete="email" isRequired />
      <CurrentPassword hint="Only where you change the e-mail." isRequired={false} problems={problems} />
    </fieldset>
  )
}

function About({ values, problems }: Part) {
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>About you</legend>
      <Field {...text('description')} label="Description" rows={5} hint="Up to 800 characters." />
      <div class="field-pair">
        <Field {...text('job')} label="Job" autocomplete="organization-title" />
        <Field {...text('company')} label="Company" autocomplete="organization" />
      </div>
      <Choice
        {...text('status')}
        label="Status"
        options={[['', '—'], ...userStatuses.map((status) => [status, status] as const)]}
      />
      <Field {...text('tags')} label="Tags" rows={3} hint="One a line." />
      <Field {...text('avatar')} label="Picture" type="url" hint="The https address of a picture." />
    </fieldset>
  )
}

function Place({ values, problems, eventZone }: Part & { eventZone: string }) {
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>Where you are</legend>
      <Choice
        {...text('timezone')}
        label="Time zone"
        options={zoneOptions(values('timezone'), `That of the event (${eventZone})`)}
      />
      <div class="field-pair">
        <Field {...text('city')} label="City" autocomplete="address-level2" />
        <Field {...text('country')} label="Country" autocomplete="country-name" />
      </div>
    </fieldset>
  )
}

function Links({ values, problems }: Part) {
  const address = (name: string, label: string) => (
    <Field name={name} label={label} type="url" value={values(name)} problems={problems} />
  )
  return (
    <fieldset>
      <legend>Where else to find you</legend>
      {address('website', 'Website')}
      {address('socials/linkedin', 'LinkedIn')}
      {address('socials/twitter', 'Twitter')}
      {address('socials/youtube', 'YouTube')}
      {address('socials/facebook', 'Facebook')}
    </fieldset>
  )
}
