// Settings > Platforms: the tenants of the installation, for those who run it.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../domain/changes/errors.ts'
import {
  claimHosts,
  createTenant,
  listTenants,
  readTenant,
  type Tenant,
} from '../../../domain/platforms/administration.ts'
import { OwnerCreate, type UserCreated } from '../../../schema/people/users.ts'
import { PlatformCreate, PlatformHosts } from '../../../schema/platforms/platforms.ts'
import { Field, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check, problemsOf } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf } from '../../pages/visit.ts'
import { queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { Copyable, Fact } from '../shared/facts.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'
import { hostsOf } from './settings-forms.tsx'
import { SettingsFrame } from './settings-layout.tsx'

const PATH = '/backoffice/settings/platforms'
type Ids = { Params: { id: string } }
type Values = { slug: string; name: string; email: string; firstName: string; lastName: string }
const noValues: Values = { slug: '', name: '', email: '', firstName: '', lastName: '' }
type Failed = { problems?: readonly Problem[]; values?: Values }

export const platformRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const showList = async (request: FastifyRequest, reply: FastifyReply, failed: Failed = {}) => {
    const { problems = [], values = noValues } = failed
    const tenants = await listTenants(services, callerOf(request))
    if (problems.length > 0) reply.code(422)
    return sendOfficePage(request, reply, { title: 'Platforms' }, (csrf) => (
      <SettingsFrame path={PATH} isInstaller done={queryOf(request)('done')}>
        <ProblemSummary
          message={problems.length > 0 ? 'No platform was made. Please look at these:' : undefined}
          problems={problems}
        >
          <Tenants tenants={tenants} ownId={request.visit.platform.id} />
          <h2>Make a platform</h2>
          <CreateForm csrf={csrf} values={values} problems={problems} />
        </ProblemSummary>
      </SettingsFrame>
    ))
  }

  const showHosts = (
    request: FastifyRequest,
    reply: FastifyReply,
    { tenant, hosts, problems = [] }: { tenant: Tenant; hosts: string[]; problems?: readonly Problem[] },
  ) => {
    if (problems.length > 0) reply.code(422)
    return sendOfficePage(request, reply, { title: `Host names of ${tenant.name}` }, (csrf) => (
      <>
        <p class="crumb">
          <a href={PATH}>Platforms</a>
        </p>
        <h1>Host names of {tenant.name}</h1>
        <ProblemSummary message={problems.length > 0 ? 'Nothing was saved.' : undefined} problems={problems}>
          <Form action={`${PATH}/${tenant.id}/hosts`} csrf={csrf}>
            <Field
              name="hosts"
              label="Host names"
              value={hosts.join('\n')}
              rows={4}
              hint="One a line, without https:// and port. The name must lead to this server, and its certificate must cover it."
              problems={problems}
            />
            <div class="actions">
              <button class="primary" type="submit">
                Save
              </button>
            </div>
          </Form>
        </ProblemSummary>
      </>
    ))
  }

  office.get('/settings/platforms', { config: { operation: 'platformsPage' } }, (request, reply) =>
    showList(request, reply),
  )

  office.post('/settings/platforms', { config: { operation: 'createPlatform' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const [slug, name] = [field('slug'), field('name')]
    const owner = { email: field('email'), firstName: field('firstName'), lastName: field('lastName') }
    const values = { slug, name, ...owner }
    const problems = [...check(PlatformCreate, { slug, name }), ...check(OwnerCreate, owner)]
    if (problems.length > 0) return showList(request, reply, { problems, values })
    try {
      const made = await createTenant(services, callerOf(request), { slug, name, owner })
      return sendMade(request, reply, { id: made.platform.id, name, owner: made.owner, email: owner.email })
    } catch (error) {
      return showList(request, reply, { problems: problemsOf(error), values })
    }
  })

  office.get<Ids>(
    '/settings/platforms/:id/hosts',
    { config: { operation: 'platformHostsPage' } },
    async (request, reply) => {
      const tenant = await readTenant(services, callerOf(request), request.params.id)
      return showHosts(request, reply, { tenant, hosts: tenant.hosts })
    },
  )

  office.post<Ids>(
    '/settings/platforms/:id/hosts',
    { config: { operation: 'savePlatformHosts' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const tenant = await readTenant(services, caller, request.params.id)
      const hosts = hostsOf(fieldsOf(request)('hosts'))
      const problems = check(PlatformHosts, { hosts })
      if (problems.length > 0) return showHosts(request, reply, { tenant, hosts, problems })
      const claim = { platformId: tenant.id, hosts, currentHost: request.hostname.toLowerCase() }
      try {
        await claimHosts(services, caller, claim)
      } catch (error) {
        return showHosts(request, reply, { tenant, hosts, problems: problemsOf(error) })
      }
      return reply.redirect(`${PATH}?done=hosts`, 303)
    },
  )
}

function Tenants({ tenants, ownId }: { tenants: readonly Tenant[]; ownId: string }) {
  return (
    <ul class="rows tenants">
      {tenants.map(({ id, slug, name, hosts }) => (
        <li>
          <span>
            <strong>{name}</strong> <code>{slug}</code>{' '}
            {id === ownId ? <span class="badge accent">this one</span> : null}
          </span>
          <span class="quiet">
            {hosts.length > 0
              ? hosts.join(', ')
              : slug === 'default'
                ? 'Every other host name'
                : 'No host name'}
          </span>
          <a class="button" href={`${PATH}/${id}/hosts`} aria-label={`Host names of ${name}`}>
            Host names
          </a>
        </li>
      ))}
    </ul>
  )
}

type CreateProps = { csrf: string; values: Values; problems: readonly Problem[] }

function CreateForm({ csrf, values, problems }: CreateProps) {
  return (
    <Form action={PATH} csrf={csrf}>
      <p>
        A platform has its own talks, sponsors, accounts, keys and settings, and sees nothing of the others.
      </p>
      <fieldset>
        <legend>The platform</legend>
        <Field name="name" label="Name" value={values.name} isRequired maxLength={255} problems={problems} />
        <Field
          name="slug"
          label="Short name"
          value={values.slug}
          hint="Lower-case letters, digits and hyphens; the command line calls it so."
          isRequired
          maxLength={63}
          problems={problems}
        />
      </fieldset>
      <fieldset>
        <legend>Its first owner</legend>
        <Field name="email" label="E-mail" type="email" value={values.email} isRequired problems={problems} />
        <Field name="firstName" label="First name" value={values.firstName} isRequired problems={problems} />
        <Field name="lastName" label="Last name" value={values.lastName} isRequired problems={problems} />
      </fieldset>
      <div class="actions">
        <button class="primary" type="submit">
          Make the platform
        </button>
      </div>
    </Form>
  )
}

type Made = { id: string; name: string; email: string; owner: UserCreated }

/** The one page on which the password of the first owner stands. */
function sendMade(request: FastifyRequest, reply: FastifyReply, { id, name, email, owner }: Made) {
  return sendOfficePage(request, reply, { title: name, scripts: ['copy.js'] }, () => (
    <>
      <h1>The platform “{name}” is made.</h1>
      <p class="notice warn">
        This is the only time that the password of its first owner is shown. It must be changed at the first
        sign-in, and ends after seven days.
      </p>
      <dl class="facts">
        <Fact name="Owner">{email}</Fact>
        <Fact name="Password">
          <Copyable id="owner-password" text={owner.password} />
        </Fact>
      </dl>
      <p>Its pages have no host name yet: give it one, so that its owner can sign in.</p>
      <p class="actions">
        <a class="button primary" href={`${PATH}/${id}/hosts`}>
          Host names
        </a>
        <a class="button" href={PATH}>
          All platforms
        </a>
      </p>
    </>
  ))
}
