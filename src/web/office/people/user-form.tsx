// The form of an account: everything that the API takes.
import { userStatuses } from '../../../schema/people/users.ts'
import { Check, Choice, Field } from '../../components/form-fields.tsx'
import { EditForm } from '../shared/edit-form.tsx'
import type { EditState } from '../shared/edit-state.ts'
import { isOn } from '../shared/form-values.ts'
import { socials } from './user-values.ts'

type UserFormProps = {
  action: string
  csrf: string
  state: EditState
  cancel: string
  /** Whether the account may be highlighted: all but attendees. */
  canHighlight: boolean
}

export function UserForm({ action, csrf, state, cancel, canHighlight }: UserFormProps) {
  const { values, problems } = state
  const isNew = state.version === null
  const at = (name: string) => ({ name, value: values[name] ?? '', problems })
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
      <div class="field-row">
        <Field label="First name" isRequired={isNew} {...at('firstName')} />
        <Field label="Last name" isRequired={isNew} {...at('lastName')} />
        <Field label="E-mail" type="email" isRequired {...at('email')} />
        <Field
          label="Username"
          {...at('username')}
          {...(isNew ? { hint: 'Made from the name where it is empty.' } : {})}
        />
      </div>
      {isNew ? (
        <fieldset>
          <legend>Registration</legend>
          <Choice
            label="Type"
            {...at('type')}
            options={[
              ['Attendee', 'Attendee'],
              ['Speaker', 'Speaker'],
            ]}
            hint="Other roles are given afterwards, under Access."
          />
          <Check
            name="options/endRegistration"
            label="Skip the review"
            hint="Otherwise a new attendee waits under Registrations."
            isOn={isOn(values, 'options/endRegistration')}
          />
        </fieldset>
      ) : null}
      <fieldset>
        <legend>About the person</legend>
        <div class="field-row">
          <Field label="Job" {...at('job')} />
          <Field label="Company" {...at('company')} />
        </div>
        <Field label="Description" rows={5} hint="Up to 800 characters." {...at('description')} />
        <Field label="Picture (https address)" type="url" {...at('avatar')} />
        <div class="field-row">
          <Field label="Tags" rows={3} hint="One a line." {...at('tags')} />
          <Choice
            label="Status"
            {...at('status')}
            options={[['', '–'], ...userStatuses.map((status) => [status, status] as const)]}
          />
        </div>
        {canHighlight ? (
          <Check
            name="options/highlight"
            label="Highlighted"
            hint="Among those whom the Highlighted filter of the speakers page shows."
            isOn={isOn(values, 'options/highlight')}
          />
        ) : null}
      </fieldset>
      <fieldset>
        <legend>Where to find the person</legend>
        <div class="field-row">
          <Field label="City" {...at('city')} />
          <Field label="Country" {...at('country')} />
          <Field label="Time zone" list="zones" hint="Such as Europe/Paris." {...at('timezone')} />
          <Field label="Website (https address)" type="url" {...at('website')} />
          {socials.map((network) => (
            <Field label={networks[network]} type="url" {...at(`socials/${network}`)} />
          ))}
        </div>
      </fieldset>
      <Field
        label="Your own identifier (externalId)"
        hint="By which another system finds this account, as ext:…"
        {...at('externalId')}
      />
    </EditForm>
  )
}

const networks: Record<(typeof socials)[number], string> = {
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  youtube: 'YouTube',
}
