// The form of an account, with everything that the API accepts.

import { Check, Choice, Field, type FieldProps } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { EditForm } from '../../kit/office/edit-form.tsx'
import type { EditState } from '../../kit/office/edit-state.ts'
import { isOn, type Values } from '../../kit/office/form-values.ts'
import { PictureField } from '../files/page-upload-fields.tsx'
import { type User, type UserBody, userStatuses, userTypes } from '../people/schema.ts'
import { socials } from './office-user-values.ts'

type UserFormProps = {
  action: string
  csrf: string
  state: EditState
  cancel: string
  /** Whether the account may be highlighted. Only speakers may. */
  canHighlight: boolean
  /** Whether a new account can be an admin or owner. */
  canAddStaff: boolean
}

/** The roles of staff. Only owners may grant them. */
export const staffRoles = ['admin', 'owner'] as const

export function UserForm({ action, csrf, state, cancel, canHighlight, canAddStaff }: UserFormProps) {
  const { forms, office } = useMessages()
  const texts = office.users.form
  const { values, problems } = state
  const isNew = state.version === null
  const at: FieldAt = (name) => ({ name, value: values[name] ?? '', problems })
  const names = (
    <>
      <Field label={forms.firstName} isRequired={isNew} {...at('firstName')} />
      <Field label={forms.lastName} isRequired={isNew} {...at('lastName')} />
      <Field label={forms.email} type="email" isRequired {...at('email')} />
    </>
  )
  if (isNew)
    return (
      <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
        <div class="field-row">
          {names}
          <RoleChoice at={at} canAddStaff={canAddStaff} />
        </div>
      </EditForm>
    )
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel} hasFiles>
      <div class="field-row">
        {names}
        <Field label={forms.username} {...at('username')} />
      </div>
      <Profile at={at} values={values} canHighlight={canHighlight} />
      <Contact at={at} />
      <Field label={office.forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
    </EditForm>
  )
}

type FieldAt = (
  name: keyof UserBody | `socials/${keyof User['socials']}`,
) => Pick<FieldProps, 'name' | 'problems'> & { value: string }

/** Who is invited needs no review. */
function RoleChoice({ at, canAddStaff }: { at: FieldAt; canAddStaff: boolean }) {
  const { names, office } = useMessages()
  const { users, userAccess } = office
  const texts = users.form
  return (
    <>
      <input type="hidden" name="options/endRegistration" value="on" />
      <Choice
        label={texts.type}
        {...at('type')}
        options={[
          ...userTypes.map((type) => [type, names.userTypes[type]] as const),
          ...(canAddStaff ? staffRoles.map((role) => [role, userAccess.roles[role]] as const) : []),
        ]}
        hint={texts.typeHint}
      />
    </>
  )
}

function Profile({ at, values, canHighlight }: { at: FieldAt; values: Values; canHighlight: boolean }) {
  const { names, office } = useMessages()
  const texts = office.users.form
  return (
    <fieldset>
      <legend>{texts.profile}</legend>
      <div class="field-row">
        <Field label={texts.job} {...at('job')} />
        <Field label={texts.company} {...at('company')} />
      </div>
      <Field
        label={texts.description}
        rows={5}
        limit={800}
        preview="markdown"
        hint={texts.descriptionHint}
        {...at('description')}
      />
      <PictureField label={texts.avatar} kind="avatar" {...at('avatar')} />
      <div class="field-row">
        <Field label={texts.tags} rows={3} hint={texts.tagsHint} {...at('tags')} />
        <Choice
          label={texts.status}
          {...at('status')}
          options={[
            ['', texts.noStatus],
            ...userStatuses.map((status) => [status, names.userStatuses[status]] as const),
          ]}
        />
      </div>
      {canHighlight ? (
        <Check
          name="options/highlight"
          label={texts.highlight}
          hint={texts.highlightHint}
          isOn={isOn(values, 'options/highlight')}
        />
      ) : null}
    </fieldset>
  )
}

function Contact({ at }: { at: FieldAt }) {
  const { forms, names, office } = useMessages()
  const texts = office.users.form
  return (
    <fieldset>
      <legend>{texts.contact}</legend>
      <div class="field-row">
        <Field label={texts.city} {...at('city')} />
        <Field label={texts.country} {...at('country')} />
        <Field label={forms.timeZone} list="zones" hint={texts.timeZoneHint} {...at('timezone')} />
        <Field label={texts.website} type="url" {...at('website')} />
        {socials.map((network) => (
          <Field label={names.networks[network]} type="url" {...at(`socials/${network}`)} />
        ))}
      </div>
    </fieldset>
  )
}
