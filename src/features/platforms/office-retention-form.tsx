// The form of the retention settings, and its body.
import type { Problem } from '../../kernel/changes/errors.ts'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { SaveBar } from '../../kit/components/form-layout.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf } from '../../kit/office/form-values.ts'
import { defaultSettings } from './default-settings-schema.ts'
import type { PlatformSettings } from './schema.ts'

type Retention = PlatformSettings['retention']

const kinds = Object.keys(defaultSettings.retention) as (keyof Retention)[]

/** Whether this kind is kept forever unless a number is set. */
const isOptional = (kind: keyof Retention): boolean => defaultSettings.retention[kind] === null

export const retentionOf = (field: (name: string) => string): Retention =>
  Object.fromEntries(
    kinds.map((kind) => {
      const days = field(`retention/${kind}`)
      return [kind, days === '' && isOptional(kind) ? null : numberOf(days)]
    }),
  ) as Retention

type Props = { csrf: string; retention: Retention; problems: readonly Problem[] }

export function RetentionForm({ csrf, retention, problems }: Props) {
  const { office } = useMessages()
  const texts = office.settings.retention
  return (
    <Form action="/backoffice/settings/retention" csrf={csrf}>
      <p class="quiet">{texts.intro}</p>
      <fieldset>
        <legend>{texts.legend}</legend>
        {kinds.map((kind) => (
          <Field
            name={`retention/${kind}`}
            label={texts.kinds[kind]}
            type="number"
            value={retention[kind] || ''}
            hint={texts.hints[kind]}
            isRequired={!isOptional(kind)}
            problems={problems}
          />
        ))}
      </fieldset>
      <SaveBar />
    </Form>
  )
}
