// Settings of a platform: general, design, features, passwords, and retention.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { hostNameOf } from '../../kernel/http/server/hosts.ts'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf, valuesOf } from '../../kit/forms/forms.ts'
import { wordsOf } from '../../kit/office/form-values.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { storeUploads } from '../files/page-uploads.ts'
import { DesignForm, designBody, designPictures } from './office-design-form.tsx'
import {
  FeatureForm,
  featuresOf,
  PasswordForm,
  passwordRuleOf,
  talkEditingOf,
} from './office-feature-forms.tsx'
import { dayProblems, GeneralForm, generalBody } from './office-general-form.tsx'
import { LiveForm, type LiveValues, liveBody } from './office-live-form.tsx'
import { RetentionForm, retentionOf } from './office-retention-form.tsx'
import { sendSettingsPage } from './office-settings-layout.tsx'
import { changeSettings } from './platforms.ts'
import { PlatformChange, PlatformHosts, type PlatformSettings } from './schema.ts'
import { canManagePlatforms, claimHosts, ownHosts } from './tenants.ts'

export const settingsRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  office.get('/settings', { config: { operation: 'generalSettingsPage' } }, async (request, reply) => {
    const caller = callerOf(request)
    const values = { name: caller.platform.name, ...caller.platform.settings }
    const hosts = await ownHosts(services, caller)
    return sendGeneral(services, request, reply, { values, hosts })
  })

  office.post('/settings', { config: { operation: 'saveGeneralSettings' } }, (request, reply) =>
    saveGeneral(options, request, reply),
  )

  office.get('/settings/design', { config: { operation: 'designSettingsPage' } }, (request, reply) =>
    sendDesign(services, request, reply, { values: callerOf(request).platform.settings }),
  )

  office.post(
    '/settings/design',
    { config: { operation: 'saveDesignSettings', acceptsUploads: true } },
    async (request, reply) => {
      const fileProblems = await storeUploads(options, request, { pictures: designPictures })
      const values = designBody(fieldsOf(request))
      const problems = [...fileProblems, ...check(messagesOf(request), PlatformChange, values)]
      if (problems.length > 0) return sendDesign(services, request, reply.code(422), { values, problems })
      await changeSettings(services, callerOf(request), values)
      return reply.redirect('/backoffice/settings/design?done=saved', 303)
    },
  )

  office.get('/settings/features', { config: { operation: 'featureSettingsPage' } }, (request, reply) =>
    sendSettingsPage(services, request, reply, { tab: 'features' }, (csrf) => (
      <FeatureForm csrf={csrf} settings={callerOf(request).platform.settings} />
    )),
  )

  office.post(
    '/settings/features',
    { config: { operation: 'saveFeatureSettings' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      await changeSettings(services, callerOf(request), {
        features: featuresOf(field),
        questions: { areReviewed: field('questions/areReviewed') === 'on' },
        ...talkEditingOf(field),
      })
      return reply.redirect('/backoffice/settings/features?done=saved', 303)
    },
  )

  office.get('/settings/live', { config: { operation: 'liveSettingsPage' } }, (request, reply) =>
    sendLive(services, request, reply, { values: callerOf(request).platform.settings }),
  )

  office.post('/settings/live', { config: { operation: 'saveLiveSettings' } }, async (request, reply) => {
    const caller = callerOf(request)
    const values = liveBody(fieldsOf(request), caller.platform.settings)
    const problems = check(messagesOf(request), PlatformChange, values)
    if (problems.length > 0) return sendLive(services, request, reply.code(422), { values, problems })
    await changeSettings(services, caller, values)
    return reply.redirect('/backoffice/settings/live?done=saved', 303)
  })

  office.get('/settings/passwords', { config: { operation: 'passwordSettingsPage' } }, (request, reply) =>
    sendPasswords(services, request, reply, { rule: callerOf(request).platform.settings.password }),
  )

  office.post(
    '/settings/passwords',
    { config: { operation: 'savePasswordSettings' } },
    async (request, reply) => {
      const rule = passwordRuleOf(fieldsOf(request))
      const problems = check(messagesOf(request), PlatformChange, { password: rule })
      if (problems.length > 0) return sendPasswords(services, request, reply.code(422), { rule, problems })
      await changeSettings(services, callerOf(request), { password: rule })
      return reply.redirect('/backoffice/settings/passwords?done=saved', 303)
    },
  )

  office.get('/settings/retention', { config: { operation: 'retentionSettingsPage' } }, (request, reply) =>
    sendRetention(services, request, reply, {
      retention: callerOf(request).platform.settings.retention,
    }),
  )

  office.post(
    '/settings/retention',
    { config: { operation: 'saveRetentionSettings' } },
    async (request, reply) => {
      const retention = retentionOf(fieldsOf(request))
      const problems = check(messagesOf(request), PlatformChange, { retention })
      if (problems.length > 0)
        return sendRetention(services, request, reply.code(422), { retention, problems })
      await changeSettings(services, callerOf(request), { retention })
      return reply.redirect('/backoffice/settings/retention?done=saved', 303)
    },
  )
}

type GeneralPage = { values: PlatformChange; hosts: string[]; problems?: readonly Problem[] }

async function sendGeneral(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, hosts, problems = [] }: GeneralPage,
) {
  const canClaim = await canManagePlatforms(services, callerOf(request))
  return sendSettingsPage(services, request, reply, { tab: 'general', problems }, (csrf) => (
    <GeneralForm {...{ csrf, values, hosts, canClaim, problems }} />
  ))
}

async function saveGeneral(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const caller = callerOf(request)
  const canClaim = await canManagePlatforms(services, caller)
  const field = fieldsOf(request)
  const values = generalBody(field, valuesOf(request, 'languages'))
  const hosts = canClaim ? wordsOf(field('hosts').toLowerCase()) : await ownHosts(services, caller)
  const problems = [
    ...check(messagesOf(request), PlatformChange, values),
    ...check(messagesOf(request), PlatformHosts, { hosts }),
    ...dayProblems(values),
  ]
  if (problems.length === 0 && canClaim) {
    const claim = { platformId: caller.platform.id, hosts, currentHost: hostNameOf(request) }
    await claimHosts(services, caller, claim).catch((error) => problems.push(...problemsOf(error)))
  }
  if (problems.length > 0) return sendGeneral(services, request, reply.code(422), { values, hosts, problems })
  await changeSettings(services, caller, values)
  return reply.redirect('/backoffice/settings?done=saved', 303)
}

type DesignPage = { values: PlatformChange; problems?: readonly Problem[] }

const sendDesign = (
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, problems = [] }: DesignPage,
) =>
  sendSettingsPage(
    services,
    request,
    reply,
    { tab: 'design', scripts: ['accent-color.js'], problems },
    (csrf) => <DesignForm {...{ csrf, values, problems }} name={callerOf(request).platform.name} />,
  )

type LivePage = { values: LiveValues; problems?: readonly Problem[] }

const sendLive = (
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, problems = [] }: LivePage,
) =>
  sendSettingsPage(services, request, reply, { tab: 'live', problems }, (csrf) => (
    <LiveForm csrf={csrf} values={values} problems={problems} />
  ))

type PasswordPage = { rule: PlatformSettings['password']; problems?: readonly Problem[] }

const sendPasswords = (
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { rule, problems = [] }: PasswordPage,
) =>
  sendSettingsPage(services, request, reply, { tab: 'passwords', problems }, (csrf) => (
    <PasswordForm csrf={csrf} rule={rule} problems={problems} />
  ))

type RetentionPage = { retention: PlatformSettings['retention']; problems?: readonly Problem[] }

const sendRetention = (
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { retention, problems = [] }: RetentionPage,
) =>
  sendSettingsPage(services, request, reply, { tab: 'retention', problems }, (csrf) => (
    <RetentionForm csrf={csrf} retention={retention} problems={problems} />
  ))
