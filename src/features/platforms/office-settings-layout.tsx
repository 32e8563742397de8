// The frame of the settings: their tabs, the notice of the last change, and the problems of a form.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { ProblemSummary } from '../../kit/components/form-fields.tsx'
import { PageMenu } from '../../kit/components/page-menu.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import {
  EMAILS,
  EXPORTS,
  KEYS,
  REGISTRATION_SETTINGS,
  ROOM_SETTINGS,
  SIGN_IN_SETTINGS,
} from '../../kit/office/paths.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import { uploadAssets } from '../files/page-upload-fields.tsx'
import type { PlatformRow } from './tables.ts'
import { canManagePlatforms } from './tenants.ts'

export const settingsTabs = {
  general: '/backoffice/settings',
  features: '/backoffice/settings/features',
  rooms: ROOM_SETTINGS,
  live: '/backoffice/settings/live',
  registration: REGISTRATION_SETTINGS,
  signIn: SIGN_IN_SETTINGS,
  emails: EMAILS,
  passwords: '/backoffice/settings/passwords',
  retention: '/backoffice/settings/retention',
  export: EXPORTS,
  advanced: KEYS,
  platforms: '/backoffice/settings/platforms',
} as const

export type SettingsTab = keyof typeof settingsTabs

type SettingsPage = {
  tab: SettingsTab
  /** Shown above the problems of the form. */
  failed?: string
  problems?: readonly Problem[]
}

export async function sendSettingsPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { tab, failed, problems = [] }: SettingsPage,
  content: (csrf: string) => ComponentChildren,
) {
  const caller = callerOf(request)
  const tabs = settingsTabsFor(caller.platform, await canManagePlatforms(services, caller))
  const { settings, forms } = messagesOf(request).office
  const title = tab === 'general' ? settings.title : settings.tabs[tab]
  return sendOfficePage(request, reply, { title, ...(tab === 'general' ? uploadAssets() : {}) }, (csrf) => (
    <>
      <h1>{settings.title}</h1>
      <Tabs current={tab} tabs={tabs} />
      <DoneNotice what={queryOf(request)('done')} />
      <ProblemSummary
        message={problems.length > 0 ? (failed ?? forms.notSaved) : undefined}
        problems={problems}
      >
        {content(csrf)}
      </ProblemSummary>
    </>
  ))
}

/** Only operators of the installation see the platforms tab, and an event on site needs no video rooms. */
export const settingsTabsFor = (
  { settings: { format } }: Pick<PlatformRow, 'settings'>,
  isOperator: boolean,
): SettingsTab[] =>
  (Object.keys(settingsTabs) as SettingsTab[]).filter(
    (tab) => (isOperator || tab !== 'platforms') && (format !== 'on_site' || tab !== 'rooms'),
  )

function Tabs({ current, tabs }: { current: SettingsTab; tabs: readonly SettingsTab[] }) {
  const { settings } = useMessages().office
  const links = tabs.map((tab) => [settingsTabs[tab], settings.tabs[tab]] as const)
  return <PageMenu label={settings.title} links={links} current={settingsTabs[current]} class="tabs" />
}
