// The form that makes a key, and what it says.
import type { Problem } from '../../../domain/changes/errors.ts'
import { startOfDay } from '../../../lib/time/calendar-days.ts'
import { formatInstant } from '../../../lib/time/instants.ts'
import { CurrentPassword } from '../../components/current-password.tsx'
import { Choice, Field, Form } from '../../components/form-fields.tsx'
import { zoneText } from '../../components/time.tsx'

export type KeyFields = { name: string; level: string; expires: string; addresses: string }

export const emptyKeyForm: KeyFields = { name: '', level: 'standard', expires: '', addresses: '' }

export const keyFieldsOf = (field: (name: string) => string): KeyFields => ({
  name: field('name'),
  level: field('level'),
  expires: field('expiresAt'),
  addresses: field('allowedAddresses'),
})

/** One address or range a line, or split by commas. */
export const rangesOf = (text: string): string[] => text.split(/[\s,]+/).filter((range) => range !== '')

export type Expiry = { at: number | null; instant: string | null; problems: Problem[] }

/** The end of the day that a date field names, in this time zone; an empty one never ends. */
export function expiryOf(date: string, zone: string, now: number): Expiry {
  if (date === '') return { at: null, instant: null, problems: [] }
  const at = startOfDay(date, zone, 1)
  const message =
    at === undefined ? 'must be a date, as 2027-12-31' : at <= now ? 'must not be in the past' : undefined
  const problems = message ? [{ pointer: '/expiresAt', code: 'date', message }] : []
  return { at: at ?? null, instant: at === undefined ? null : formatInstant(at), problems }
}

type KeyFormProps = {
  csrf: string
  fields: KeyFields
  problems: readonly Problem[]
  /** Whether the viewer may make privileged keys. */
  canBePrivileged: boolean
  zone: string
  now: number
}

export function KeyForm({ csrf, fields, problems, canBePrivileged, zone, now }: KeyFormProps) {
  return (
    <Form action="/backoffice/settings/keys" csrf={csrf}>
      <Field
        name="name"
        label="Name"
        value={fields.name}
        hint="What the key is for, such as the system that will use it."
        isRequired
        maxLength={255}
        problems={problems}
      />
      <Choice
        name="level"
        label="Level"
        value={fields.level}
        options={[
          ['standard', 'Standard: talks, sponsors and accounts'],
          ...(canBePrivileged
            ? [['privileged', 'Privileged: also owners, and the accounts of admins and owners'] as const]
            : []),
        ]}
        hint={canBePrivileged ? 'Prefer a standard key.' : 'Privileged keys are made by owners.'}
        problems={problems}
      />
      <Field
        name="expiresAt"
        label="Last day"
        type="date"
        value={fields.expires}
        hint={`To the end of that day in ${zoneText(now, zone)}. Empty: it does not end.`}
        problems={problems}
      />
      <Field
        name="allowedAddresses"
        label="Only from these addresses"
        value={fields.addresses}
        rows={3}
        hint="IP addresses and ranges such as 192.0.2.0/24, one a line. Empty: from everywhere."
        problems={problems}
      />
      {canBePrivileged ? (
        <CurrentPassword
          hint="Asked for again only where the key is privileged."
          isRequired={false}
          problems={problems}
        />
      ) : null}
      <div class="actions">
        <button class="primary" type="submit">
          Make the key
        </button>
      </div>
    </Form>
  )
}
