// The host names of one platform, for the operator of the installation.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../../domain/changes/errors.ts'
import { claimHosts, readTenant, type Tenant } from '../../../domain/platforms/tenants.ts'
import { hostNameOf } from '../../../http/server/hosts.ts'
import { PlatformHosts } from '../../../schema/platforms/platforms.ts'
import { Field, Form, ProblemSummary } from '../../components/form-fields.tsx'
import { check, problemsOf } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf, messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { wordsOf } from '../shared/form-values.ts'
import { Crumb } from '../shared/object-page.tsx'
import { sendOfficePage } from '../shared/office-layout.tsx'

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
  const { forms, office } = messagesOf(request)
  const texts = office.platforms
  const title = texts.hostsOf({ name: tenant.name })
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <>
      <Crumb href={PATH} text={texts.title} />
      <h1 dir="auto">{title}</h1>
      <ProblemSummary message={problems.length > 0 ? office.forms.notSaved : undefined} problems={problems}>
        <Form action={`${PATH}/${tenant.id}/hosts`} csrf={csrf}>
          <Field
            name="hosts"
            label={texts.hosts}
            value={hosts.join('\n')}
            rows={4}
            hint={texts.hostsHint}
            problems={problems}
          />
          <div class="actions">
            <button class="primary" type="submit">
              {forms.save}
            </button>
          </div>
        </Form>
      </ProblemSummary>
    </>
  ))
}
