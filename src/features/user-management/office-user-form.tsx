// The form of an account, with everything that the API accepts.

import type { Problem } from '../../kernel/changes/errors.ts'
import { ChipsField } from '../../kit/components/chips-field.tsx'
import { Choice, Field, type FieldProps, Switch } from '../../kit/components/form-fields.tsx'
import { FoldedGroup, FormColumns, Group } from '../../kit/components/form-layout.tsx'
import { ZoneField } from '../../kit/components/time-zone-options.tsx'
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
      <div class="field-row">
        <Field label={forms.firstName} isRequired={isNew} {...at('firstName')} />
        <Field label={forms.lastName} isRequired={isNew} {...at('lastName')} />
      </div>
      <Field label={forms.email} type="email" isRequired {...at('email')} />
    </>
  )
  if (isNew)
    return (
      <EditForm action={action} csrf={csrf} state={state} cancel={cancel}>
        <Group title={texts.identity}>
          {names}
          <RoleChoice at={at} canAddStaff={canAddStaff} />
        </Group>
      </EditForm>
    )
  return (
    <EditForm action={action} csrf={csrf} state={state} cancel={cancel} hasFiles>
      <FormColumns
        first={<Group title={texts.identity}>{names}</Group>}
        side={
          <>
            <Profile at={at} />
            <Group title={texts.avatar}>
              <PictureField label={texts.avatar} kind="avatar" isInGroup {...at('avatar')} />
            </Group>
          </>
        }
      >
        <Group title={texts.profile}>
          <About at={at} values={values} canHighlight={canHighlight} />
        </Group>
        <Contact at={at} problems={problems} values={values} />
        <FoldedGroup
          title={texts.advanced}
          set={[values.username, values.externalId].filter(Boolean).join(', ')}
          isOpen={problems.some(({ pointer }) => pointer === '/externalId' || pointer === '/username')}
        >
          <Field label={forms.username} {...at('username')} />
          <Field label={office.forms.externalId} hint={texts.externalIdHint} {...at('externalId')} />
        </FoldedGroup>
      </FormColumns>
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

function About({ at, values, canHighlight }: { at: FieldAt; values: Values; canHighlight: boolean }) {
  const texts = useMessages().office.users.form
  return (
    <>
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
      {canHighlight ? (
        <Switch
          name="options/highlight"
          label={texts.highlight}
          hint={texts.highlightHint}
          isOn={isOn(values, 'options/highlight')}
        />
      ) : null}
    </>
  )
}

/** What other people find an account by. */
function Profile({ at }: { at: FieldAt }) {
  const { names, office } = useMessages()
  const texts = office.users.form
  return (
    <Group title={texts.marks}>
      <ChipsField label={texts.tags} {...at('tags')} />
      <Choice
        label={texts.status}
        {...at('status')}
        options={[
          ['', texts.noStatus],
          ...userStatuses.map((status) => [status, names.userStatuses[status]] as const),
        ]}
      />
    </Group>
  )
}

const contactFields = ['city', 'country', 'timezone', 'website'] as const

type ContactProps = { at: FieldAt; values: Values; problems: readonly Problem[] }

function Contact({ at, values, problems }: ContactProps) {
  const { names, office } = useMessages()
  const texts = office.users.form
  const fields = [...contactFields, ...socials.map((network) => `socials/${network}` as const)]
  const set = fields.flatMap((field) => values[field] || [])
  return (
    <FoldedGroup
      title={texts.contact}
      set={set.join(', ')}
      isOpen={fields.some((field) => problems.some(({ pointer }) => pointer === `/${field}`))}
    >
      <div class="field-row">
        <Field label={texts.city} {...at('city')} />
        <Field label={texts.country} {...at('country')} />
        <ZoneField hint={texts.timeZoneHint} {...at('timezone')} />
        <Field label={texts.website} type="url" {...at('website')} />
        {socials.map((network) => (
          <Field label={names.networks[network]} type="url" {...at(`socials/${network}`)} />
        ))}
      </div>
    </FoldedGroup>
  )
}
