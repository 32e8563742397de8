// Settings of the platform: general, features, passwords.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../../domain/changes/errors.ts'
import { canManagePlatforms, claimHosts, ownHosts } from '../../../domain/platforms/administration.ts'
import { changeSettings } from '../../../domain/platforms/platforms.ts'
import { PlatformChange, PlatformHosts } from '../../../schema/platforms/platforms.ts'
import { ProblemSummary } from '../../components/form-fields.tsx'
import { check, problemsOf } from '../../forms/form-validation.ts'
import { fieldsOf } from '../../forms/forms.ts'
import { callerOf } from '../../pages/visit.ts'
import { queryOf } from '../../site/site-urls.ts'
import type { WebOptions } from '../../website.ts'
import { sendOfficePage } from '../shared/office-layout.tsx'
import {
  FeatureForm,
  GeneralForm,
  generalBody,
  hostsOf,
  PasswordForm,
  switchesBody,
} from './settings-forms.tsx'
import { SettingsFrame } from './settings-layout.tsx'

type Area = { path: string; title: string }
type Shown = { area: Area; problems?: readonly Problem[] }
type Content = (csrf: string, problems: readonly Problem[]) => ComponentChildren

const general: Area = { path: '/backoffice/settings', title: 'Settings' }
const features: Area = { path: '/backoffice/settings/features', title: 'Features' }
const passwords: Area = { path: '/backoffice/settings/passwords', title: 'Passwords' }

export const settingsRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  /** A page of the settings; where there are problems with them, and 422. */
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { area, problems = [] }: Shown,
    content: Content,
  ) => {
    const isInstaller = await canManagePlatforms(services, callerOf(request))
    if (problems.length > 0) reply.code(422)
    return sendOfficePage(request, reply, { title: area.title }, (csrf) => (
      <SettingsFrame path={area.path} isInstaller={isInstaller} done={queryOf(request)('done')}>
        <ProblemSummary
          message={problems.length > 0 ? 'Nothing was saved. Please look at these:' : undefined}
          problems={problems}
        >
          {content(csrf, problems)}
        </ProblemSummary>
      </SettingsFrame>
    ))
  }

  office.get('/settings', { config: { operation: 'generalSettingsPage' } }, async (request, reply) => {
    const caller = callerOf(request)
    const [hosts, isInstaller] = [
      await ownHosts(services, caller),
      await canManagePlatforms(services, caller),
    ]
    return show(request, reply, { area: general }, (csrf) => (
      <GeneralForm
        csrf={csrf}
        values={{ name: caller.platform.name, ...caller.platform.settings }}
        hosts={hosts}
        canClaim={isInstaller}
      />
    ))
  })

  office.post('/settings', { config: { operation: 'saveGeneralSettings' } }, async (request, reply) => {
    const caller = callerOf(request)
    const isInstaller = await canManagePlatforms(services, caller)
    const field = fieldsOf(request)
    const change = generalBody(field)
    const hosts = isInstaller ? hostsOf(field('hosts')) : await ownHosts(services, caller)
    const problems = [...check(PlatformChange, change), ...check(PlatformHosts, { hosts })]
    if (problems.length === 0 && isInstaller) {
      const claim = { platformId: caller.platform.id, hosts, currentHost: request.hostname.toLowerCase() }
      await claimHosts(services, caller, claim).catch((error) => problems.push(...problemsOf(error)))
    }
    if (problems.length > 0) {
      return show(request, reply, { area: general, problems }, (csrf, known) => (
        <GeneralForm csrf={csrf} values={change} hosts={hosts} canClaim={isInstaller} problems={known} />
      ))
    }
    await changeSettings(services, caller, change)
    return reply.redirect(`${general.path}?done=saved`, 303)
  })

  office.get('/settings/features', { config: { operation: 'featureSettingsPage' } }, async (request, reply) =>
    show(request, reply, { area: features }, (csrf) => (
      <FeatureForm csrf={csrf} features={callerOf(request).platform.settings.features} />
    )),
  )

  office.post(
    '/settings/features',
    { config: { operation: 'saveFeatureSettings' } },
    async (request, reply) => {
      await changeSettings(services, callerOf(request), { features: switchesBody(fieldsOf(request)) })
      return reply.redirect(`${features.path}?done=saved`, 303)
    },
  )

  office.get(
    '/settings/passwords',
    { config: { operation: 'passwordSettingsPage' } },
    async (request, reply) =>
      show(request, reply, { area: passwords }, (csrf) => (
        <PasswordForm csrf={csrf} rule={callerOf(request).platform.settings.password} />
      )),
  )

  office.post(
    '/settings/passwords',
    { config: { operation: 'savePasswordSettings' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const change = {
        password: {
          minLength: numberOf(field('password/minLength')),
          digits: field('password/digits') === 'on',
          symbols: field('password/symbols') === 'on',
        },
      }
      const problems = check(PlatformChange, change)
      if (problems.length > 0) {
        return show(request, reply, { area: passwords, problems }, (csrf, known) => (
          <PasswordForm csrf={csrf} rule={change.password} problems={known} />
        ))
      }
      await changeSettings(services, callerOf(request), change)
      return reply.redirect(`${passwords.path}?done=saved`, 303)
    },
  )
}

/** What is no number is left to the schema to refuse. */
export const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))
