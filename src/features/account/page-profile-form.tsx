// The form of a profile: its fields, their values from a row, and the API body from the fields.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { ChipsField } from '../../kit/components/chips-field.tsx'
import { CurrentPassword } from '../../kit/components/current-password.tsx'
import { Choice, Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { SaveBar } from '../../kit/components/form-layout.tsx'
import { ZoneField, Zones } from '../../kit/components/time-zone-options.tsx'
import { linesOf } from '../../kit/forms/forms.ts'
import { languageNames } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Done } from '../access/page-account-layout.tsx'
import { PictureField } from '../files/page-upload-fields.tsx'
import { userStatuses } from '../people/schema.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'

/** The value of a field by name; '' if it has none. */
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

/** The values of the fields for an account. */
export function valuesOf(user: UserRow): ProfileValues {
  const socials = networks.map((name) => [`socials/${name}`, user.socials[name]] as const)
  const values = new Map<string, unknown>([
    ...Object.entries(user),
    ...socials,
    ['tags', user.tags.join('\n')],
  ])
  return (name) => String(values.get(name) ?? '')
}

/**
 * The fields as a body of PUT /users. Empty fields clear attributes. A name stays optional for accounts without one.
 */
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
  const { profile: texts } = useMessages().account
  return (
    <>
      <Done
        request={request}
        messages={{ saved: texts.saved, confirm: texts.confirmationSent, email: texts.emailChanged }}
      />
      <ProblemSummary message={problems.length > 0 ? texts.invalid : undefined} problems={problems}>
        <Form action="/account/profile" csrf={csrf} hasFiles>
          <Identity values={values} problems={problems} />
          <About values={values} problems={problems} />
          <Location values={values} problems={problems} platform={request.visit.platform} />
          <Links values={values} problems={problems} />
          <Zones />
          <SaveBar />
        </Form>
      </ProblemSummary>
    </>
  )
}

type SectionProps = { values: ProfileValues; problems: readonly Problem[] }

function Identity({ values, problems }: SectionProps) {
  const { account, forms } = useMessages()
  const { profile: texts } = account
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>{texts.identity}</legend>
      <PictureField {...text('avatar')} label={texts.avatar} kind="avatar" />
      <div class="field-pair">
        <Field {...text('firstName')} label={forms.firstName} autocomplete="given-name" />
        <Field {...text('lastName')} label={forms.lastName} autocomplete="family-name" />
      </div>
      <Field {...text('username')} label={forms.username} autocomplete="username" isRequired />
      <Field {...text('email')} label={forms.email} type="email" autocomplete="email" isRequired />
      <CurrentPassword hint={texts.passwordHint} isRequired={false} problems={problems} />
    </fieldset>
  )
}

function About({ values, problems }: SectionProps) {
  const { account, names } = useMessages()
  const { profile: texts } = account
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>{texts.about}</legend>
      <Field
        {...text('description')}
        label={texts.description}
        rows={5}
        limit={800}
        preview="markdown"
        hint={texts.descriptionHint}
      />
      <div class="field-pair">
        <Field {...text('job')} label={texts.job} autocomplete="organization-title" />
        <Field {...text('company')} label={texts.company} autocomplete="organization" />
      </div>
      <Choice
        {...text('status')}
        label={texts.status}
        options={[['', '—'], ...userStatuses.map((status) => [status, names.userStatuses[status]] as const)]}
      />
      <ChipsField {...text('tags')} label={texts.tags} />
    </fieldset>
  )
}

function Location({ values, problems, platform }: SectionProps & { platform: PlatformRow }) {
  const { profile: texts } = useMessages().account
  const text = (name: string) => ({ name, value: values(name), problems })
  return (
    <fieldset>
      <legend>{texts.location}</legend>
      <Choice
        {...text('language')}
        label={texts.language}
        options={[
          ['', texts.browserLanguage],
          ...offeredLanguages(platform).map((language) => [language, languageNames[language]] as const),
        ]}
      />
      <ZoneField
        {...text('timezone')}
        placeholder={texts.eventTimeZone({ zone: platform.settings.timezone })}
      />
      <div class="field-pair">
        <Field {...text('city')} label={texts.city} autocomplete="address-level2" />
        <Field {...text('country')} label={texts.country} autocomplete="country-name" />
      </div>
    </fieldset>
  )
}

function Links({ values, problems }: SectionProps) {
  const { account, forms, names } = useMessages()
  const address = (name: string, label: string) => (
    <Field name={name} label={label} type="url" value={values(name)} problems={problems} />
  )
  return (
    <fieldset>
      <legend>{account.profile.links}</legend>
      {address('website', forms.website)}
      {address('socials/linkedin', names.networks.linkedin)}
      {address('socials/twitter', names.networks.twitter)}
      {address('socials/youtube', names.networks.youtube)}
      {address('socials/facebook', names.networks.facebook)}
    </fieldset>
  )
}
