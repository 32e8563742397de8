// Settings > Platforms: the platforms of the installation, for its operator.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Choice, Field, Form } from '../../../kit/components/form-fields.tsx'
import { zoneOptions } from '../../../kit/components/time-zone-options.tsx'
import { check, problemsOf } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { PLATFORMS } from '../../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { OwnerCreate } from '../../people/schema.ts'
import { sendSettingsPage } from '../../platforms/office-settings-layout.tsx'
import { PlatformCreate } from '../../platforms/schema.ts'
import { listTenants, type Tenant } from '../../platforms/tenants.ts'
import { showOnce } from '../one-time-pages/office-show-once.ts'
import { createTenant } from './new-platforms.ts'

type Values = Record<'slug' | 'name' | 'timezone' | 'email' | 'firstName' | 'lastName', string>
const noValues: Values = { slug: '', name: '', timezone: '', email: '', firstName: '', lastName: '' }

export const platformRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  office.get('/settings/platforms', { config: { operation: 'platformsPage' } }, (request, reply) =>
    sendPlatforms(services, request, reply),
  )

  office.post('/settings/platforms', { config: { operation: 'createPlatform' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [slug, name, timezone] = [field('slug'), field('name'), field('timezone')]
    const owner = { email: field('email'), firstName: field('firstName'), lastName: field('lastName') }
    const values = { slug, name, timezone, ...owner }
    const problems = [
      ...check(messagesOf(request), PlatformCreate, { slug, name, timezone }),
      ...check(messagesOf(request), OwnerCreate, owner),
    ]
    const refuse = (found: readonly Problem[]) =>
      sendPlatforms(services, request, reply.code(422), { problems: found, values })
    if (problems.length > 0) return refuse(problems)
    try {
      const created = await createTenant(services, callerOf(request), { slug, name, timezone, owner })
      const { id } = created.platform
      const data = { id, name, email: owner.email, password: created.owner.password }
      return await showOnce(options, request, reply, { kind: 'platform', data })
    } catch (error) {
      return refuse(problemsOf(error))
    }
  })
}

type FailedForm = { problems?: readonly Problem[]; values?: Values }

async function sendPlatforms(
  services: WebOptions['services'],
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [], values = noValues }: FailedForm = {},
) {
  const tenants = await listTenants(services, callerOf(request))
  const texts = messagesOf(request).office.platforms
  const page = { tab: 'platforms', failed: texts.notCreated, problems } as const
  return sendSettingsPage(services, request, reply, page, (csrf) => (
    <>
      <Tenants tenants={tenants} ownId={request.visit.platform.id} />
      <h2>{texts.new}</h2>
      <CreateForm csrf={csrf} values={values} problems={problems} />
    </>
  ))
}

function Tenants({ tenants, ownId }: { tenants: readonly Tenant[]; ownId: string }) {
  const texts = useMessages().office.platforms
  const otherHosts = (slug: string) => (slug === 'default' ? texts.otherHosts : texts.noHosts)
  return (
    <div class="panel">
      <ul class="rows tenants">
        {tenants.map(({ id, slug, name, hosts }) => (
          <li>
            <span>
              <strong dir="auto">{name}</strong> <code>{slug}</code>{' '}
              {id === ownId ? <span class="badge accent">{texts.current}</span> : null}
            </span>
            <span class="quiet">{hosts.length > 0 ? hosts.join(', ') : otherHosts(slug)}</span>
            <a class="button" href={`${PLATFORMS}/${id}/hosts`} aria-label={texts.hostsOf({ name })}>
              {texts.hosts}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type CreateProps = { csrf: string; values: Values; problems: readonly Problem[] }

function CreateForm({ csrf, values, problems }: CreateProps) {
  const { forms, office } = useMessages()
  const texts = office.platforms
  const at = (name: keyof Values) => ({ name, value: values[name], problems, isRequired: true })
  return (
    <Form action={PLATFORMS} csrf={csrf}>
      <p>{texts.intro}</p>
      <fieldset>
        <legend>{texts.platform}</legend>
        <Field label={texts.name} maxLength={255} {...at('name')} />
        <Choice
          name="timezone"
          label={forms.timeZone}
          hint={texts.timeZoneHint}
          value={values.timezone}
          problems={problems}
          options={zoneOptions(values.timezone, forms.chooseTimeZone)}
        />
        <Field label={texts.slug} hint={texts.slugHint} maxLength={63} {...at('slug')} />
      </fieldset>
      <fieldset>
        <legend>{texts.owner}</legend>
        <Field label={forms.email} type="email" {...at('email')} />
        <Field label={forms.firstName} {...at('firstName')} />
        <Field label={forms.lastName} {...at('lastName')} />
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          {texts.create}
        </button>
      </div>
    </Form>
  )
}
