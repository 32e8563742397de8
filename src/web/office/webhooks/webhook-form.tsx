// The form of a webhook, and what it says.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../../domain/changes/errors.ts'
import { askedTypes } from '../../../schema/webhooks/events.ts'
import type { Webhook, WebhookCreate } from '../../../schema/webhooks/webhooks.ts'
import { CurrentPassword } from '../../components/current-password.tsx'
import { Check, Field, Radio, usePlace } from '../../components/form-fields.tsx'

export type WebhookValues = { url: string; description: string; types: readonly string[]; enabled: boolean }

export const emptyWebhook: WebhookValues = { url: '', description: '', types: ['*'], enabled: true }

export const valuesOf = ({ url, description, types, enabled }: Webhook): WebhookValues => ({
  url,
  description: description ?? '',
  types,
  enabled,
})

type Body = Required<Omit<WebhookCreate, 'types'>> & { types: NonNullable<WebhookCreate['types']> }

/** What the form says, as a body of the API and as it is shown again. */
export function bodyOf(
  field: (name: string) => string,
  { body }: Pick<FastifyRequest, 'body'>,
): { body: Body; values: WebhookValues } {
  const { type = [] } = (body ?? {}) as { type?: string | string[] }
  const sent = field('everything') === 'yes' ? ['*'] : [type].flat().filter((one) => one !== '*')
  const values = {
    url: field('url'),
    description: field('description'),
    types: askedTypes.filter((asked) => sent.includes(asked)),
    enabled: field('enabled') === 'on',
  }
  return { values, body: { ...values, description: values.description || null } }
}

const kinds = [
  ['talk', 'Talks'],
  ['sponsor', 'Sponsors'],
  ['user', 'Accounts'],
] as const
const actions = ['created', 'updated', 'deleted'] as const

export function WebhookFields({ values, problems }: { values: WebhookValues; problems: readonly Problem[] }) {
  return (
    <>
      <Field
        name="url"
        label="Address"
        type="url"
        value={values.url}
        hint="https, of a public host. What waits to be delivered goes to the present address."
        isRequired
        maxLength={2048}
        problems={problems}
      />
      <Field
        name="description"
        label="What it is for"
        value={values.description}
        hint="Such as the system that listens there."
        maxLength={255}
        problems={problems}
      />
      <ToldOf asked={values.types} problems={problems} />
      <Check
        name="enabled"
        label="Enabled"
        isOn={values.enabled}
        hint="Nothing is sent while it is not. What happens meanwhile can be sent later, as a time span."
      />
    </>
  )
}

const isOfTypes = (pointer: string) => pointer === '/types' || pointer.startsWith('/types/')

type ToldProps = { asked: readonly string[]; problems: readonly Problem[] }

/** Everything, or what is ticked: the boxes are shown only where they count. */
function ToldOf({ asked, problems }: ToldProps) {
  usePlace({ id: 'types', label: 'What it is told of', isOwn: isOfTypes })
  const isEverything = asked.includes('*')
  return (
    <fieldset id="types" class="told-of">
      <legend>What it is told of</legend>
      <Radio name="everything" value="yes" label="Everything" isOn={isEverything} />
      <Radio name="everything" value="no" label="Only these" isOn={!isEverything} />
      {kinds.map(([kind, name]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would draw another frame.
        <div class="asked-types" role="group" aria-label={name}>
          <Type value={`${kind}.*`} label={`All of ${name.toLowerCase()}`} asked={asked} />
          {actions.map((action) => (
            <Type value={`${kind}.${action}`} label={action} asked={asked} />
          ))}
        </div>
      ))}
      {problems.some(({ pointer }) => isOfTypes(pointer ?? '')) ? (
        <p class="problem">Choose at least one.</p>
      ) : null}
    </fieldset>
  )
}

type TypeProps = { value: string; label: string; asked: readonly string[] }

const Type = ({ value, label, asked }: TypeProps) => (
  <Check name="type" value={value} label={label} isOn={asked.includes(value)} />
)

export function PasswordField({ problems }: { problems: readonly Problem[] }) {
  return <CurrentPassword hint="Asked for again, since a secret will be shown." problems={problems} />
}
