// The form of a webhook, and its body.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { askedTypes } from '../../kernel/changes/events-schema.ts'
import { hasMaskedQuery } from '../../kernel/lib/text/redaction.ts'
import { Check, Field, Radio, usePlace } from '../../kit/components/form-fields.tsx'
import { fieldsOf, valuesOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Webhook, WebhookCreate } from './schema.ts'

export type WebhookValues = { url: string; description: string; types: readonly string[]; enabled: boolean }

export const emptyWebhook: WebhookValues = { url: '', description: '', types: ['*'], enabled: true }

export const webhookValues = ({ url, description, types, enabled }: Webhook): WebhookValues => ({
  url,
  description: description ?? '',
  types,
  enabled,
})

type Body = Required<Omit<WebhookCreate, 'types'>> & { types: NonNullable<WebhookCreate['types']> }

/** The form as the body of an API request, and as values to show again. */
export function sentWebhook(request: FastifyRequest): { body: Body; values: WebhookValues } {
  const field = fieldsOf(request)
  const sent =
    field('everything') === 'yes' ? ['*'] : valuesOf(request, 'type').filter((type) => type !== '*')
  const values = {
    url: field('url'),
    description: field('description'),
    types: askedTypes.filter((type) => sent.includes(type)),
    enabled: field('enabled') === 'on',
  }
  return { values, body: { ...values, description: values.description || null } }
}

type FieldsProps = { values: WebhookValues; problems: readonly Problem[] }

export function WebhookFields({ values, problems }: FieldsProps) {
  const texts = useMessages().office.webhooks.form
  return (
    <>
      <Field
        name="url"
        label={texts.url}
        type="url"
        value={values.url}
        hint={hasMaskedQuery(values.url) ? texts.maskedUrlHint : texts.urlHint}
        isRequired
        maxLength={2048}
        problems={problems}
      />
      <Field
        name="description"
        label={texts.description}
        value={values.description}
        hint={texts.descriptionHint}
        maxLength={255}
        problems={problems}
      />
      <EventFields chosen={values.types} problems={problems} />
      <Check name="enabled" label={texts.enabled} isOn={values.enabled} hint={texts.enabledHint} />
    </>
  )
}

const kinds = ['talk', 'sponsor', 'user'] as const
const actions = ['created', 'updated', 'deleted'] as const
const isOfTypes = (pointer: string) => pointer === '/types' || pointer.startsWith('/types/')

type EventsProps = { chosen: readonly string[]; problems: readonly Problem[] }

/** All events, or the selected ones. The boxes are shown only if they count. */
function EventFields({ chosen, problems }: EventsProps) {
  const texts = useMessages().office.webhooks.form
  usePlace({ id: 'types', label: texts.events, isOwn: isOfTypes })
  const isEverything = chosen.includes('*')
  return (
    <fieldset id="types" class="event-types">
      <legend>{texts.events}</legend>
      <Radio name="everything" value="yes" label={texts.allEvents} isOn={isEverything} />
      <Radio name="everything" value="no" label={texts.selectedEvents} isOn={!isEverything} />
      {kinds.map((kind) => (
        <fieldset class="event-types-of-kind" aria-label={texts.kinds[kind].legend}>
          <EventType value={`${kind}.*`} label={texts.kinds[kind].all} chosen={chosen} />
          {actions.map((action) => (
            <EventType value={`${kind}.${action}`} label={texts.actions[action]} chosen={chosen} />
          ))}
        </fieldset>
      ))}
      {problems.some(({ pointer }) => isOfTypes(pointer ?? '')) ? (
        <p class="problem">{texts.noEvents}</p>
      ) : null}
    </fieldset>
  )
}

type EventTypeProps = { value: string; label: string; chosen: readonly string[] }

const EventType = ({ value, label, chosen }: EventTypeProps) => (
  <Check name="type" value={value} label={label} isOn={chosen.includes(value)} />
)
