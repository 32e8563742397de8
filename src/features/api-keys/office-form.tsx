// The form that creates an API key, and its values.
import type { Problem } from '../../kernel/changes/errors.ts'
import { startOfDay } from '../../kernel/lib/time/calendar-days.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { CurrentPassword } from '../../kit/components/current-password.tsx'
import { Choice, Field, Form } from '../../kit/components/form-fields.tsx'
import { Group } from '../../kit/components/form-layout.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'

export type KeyFields = { name: string; level: string; expiresAt: string; allowedAddresses: string }

export const emptyKeyForm: KeyFields = { name: '', level: 'standard', expiresAt: '', allowedAddresses: '' }

export const keyFieldsOf = (field: (name: string) => string): KeyFields => ({
  name: field('name'),
  level: field('level'),
  expiresAt: field('expiresAt'),
  allowedAddresses: field('allowedAddresses'),
})

export type Expiry = { at: number | null; instant: string | null; problems: Problem[] }

type ExpiryDay = { date: string; zone: string; now: number }

/** The end of the day in a date field, in a time zone; no expiry if the field is empty. */
export function expiryOf({ date, zone, now }: ExpiryDay, { office }: Messages): Expiry {
  if (date === '') return { at: null, instant: null, problems: [] }
  const { notADate, inThePast } = office.apiKeys.form
  const at = startOfDay(date, zone, 1)
  const message = at === undefined ? notADate : at <= now ? inThePast : undefined
  const problems = message ? [{ pointer: '/expiresAt', code: 'date', message }] : []
  return { at: at ?? null, instant: at === undefined ? null : formatInstant(at), problems }
}

type KeyFormProps = {
  csrf: string
  fields: KeyFields
  problems: readonly Problem[]
  /** Whether the viewer may create privileged keys. */
  canBePrivileged: boolean
  zone: string
  now: number
}

export function KeyForm({ csrf, fields, problems, canBePrivileged, zone, now }: KeyFormProps) {
  const { office, time } = useMessages()
  const texts = office.apiKeys.form
  const levels = canBePrivileged ? (['standard', 'privileged'] as const) : (['standard'] as const)
  const at = (name: keyof KeyFields) => ({ name, value: fields[name], problems })
  return (
    <Form action="/backoffice/settings/keys" csrf={csrf}>
      <Group>
        <Field label={texts.name} hint={texts.nameHint} isRequired maxLength={255} {...at('name')} />
        <Choice
          label={texts.level}
          options={levels.map((level) => [level, texts.levels[level]] as const)}
          hint={canBePrivileged ? texts.levelHint : texts.standardOnly}
          {...at('level')}
        />
        <Field
          label={texts.expiresAt}
          type="date"
          hint={texts.expiresAtHint({ zone: time.zone(now, zone) })}
          {...at('expiresAt')}
        />
        <Field
          label={texts.allowedAddresses}
          rows={3}
          hint={texts.allowedAddressesHint}
          {...at('allowedAddresses')}
        />
        {canBePrivileged ? (
          <CurrentPassword hint={texts.passwordHint} isRequired={false} problems={problems} />
        ) : null}
      </Group>
      <div class="actions">
        <button class="primary" type="submit">
          {texts.create}
        </button>
      </div>
    </Form>
  )
}
