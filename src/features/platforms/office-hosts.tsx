// The host names of one platform, for the operator of the installation.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { hostNameOf } from '../../kernel/http/server/hosts.ts'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { wordsOf } from '../../kit/office/form-values.ts'
import { Crumb } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PlatformHosts } from './schema.ts'
import { claimHosts, readTenant, type Tenant } from './tenants.ts'

type Ids = { Params: { id: string } }
const PATH = '/backoffice/settings/platforms'

export const platformHostRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/settings/platforms/:id/hosts',
    { config: { operation: 'platformHostsPage' } },
    async (request, reply) => {
      const tenant = await readTenant(services, callerOf(request), request.params.id)
      return sendHosts(request, reply, { tenant, hosts: tenant.hosts })
    },
  )

  office.post<Ids>(
    '/settings/platforms/:id/hosts',
    { config: { operation: 'savePlatformHosts' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const tenant = await readTenant(services, caller, request.params.id)
      const hosts = wordsOf(fieldsOf(request)('hosts').toLowerCase())
      const problems = check(messagesOf(request), PlatformHosts, { hosts })
      if (problems.length > 0) return sendHosts(request, reply.code(422), { tenant, hosts, problems })
      const claim = { platformId: tenant.id, hosts, currentHost: hostNameOf(request) }
      try {
        await claimHosts(services, caller, claim)
      } catch (error) {
        return sendHosts(request, reply.code(422), { tenant, hosts, problems: problemsOf(error) })
      }
      return reply.redirect(`${PATH}?done=hosts`, 303)
    },
  )
}

type HostsPage = { tenant: Tenant; hosts: string[]; problems?: readonly Problem[] }

function sendHosts(
  request: FastifyRequest,
  reply: FastifyReply,
  { tenant, hosts, problems = [] }: HostsPage,
) {
  const { office } = messagesOf(request)
  const texts = office.platforms
  const title = texts.hostsOf({ name: tenant.name })
  return sendOfficePage(request, reply, { title, scripts: ['forms.js'] }, (csrf) => (
    <>
      <Crumb href={PATH} text={texts.title} />
      <h1 dir="auto">{title}</h1>
      <ProblemSummary message={problems.length > 0 ? office.forms.notSaved : undefined} problems={problems}>
        <Form action={`${PATH}/${tenant.id}/hosts`} csrf={csrf}>
          <Group title={office.settings.general.address}>
            <Field
              name="hosts"
              label={texts.hosts}
              value={hosts.join('\n')}
              rows={4}
              hint={texts.hostsHint}
              problems={problems}
            />
          </Group>
          <SaveBar />
        </Form>
      </ProblemSummary>
    </>
  ))
}
