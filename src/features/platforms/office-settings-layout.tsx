// The frame of the settings: their navigation, the notice of the last change, and the problems of a form.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import type { PageServices } from '../../kernel/changes/services.ts'
import { ProblemSummary } from '../../kit/components/form-fields.tsx'
import { PageMenu } from '../../kit/components/page-menu.tsx'
import { Zones } from '../../kit/components/time-zone-options.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
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
  design: '/backoffice/settings/design',
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

const groups: Readonly<Record<keyof Messages['office']['settings']['groups'], readonly SettingsTab[]>> = {
  event: ['general', 'design'],
  talks: ['features', 'live', 'rooms'],
  people: ['registration', 'signIn', 'passwords', 'emails'],
  data: ['retention', 'export'],
  system: ['advanced', 'platforms'],
}

type SettingsPage = {
  tab: SettingsTab
  /** Shown above the problems of the form. */
  failed?: string
  /** Besides those of forms. */
  scripts?: readonly string[]
  problems?: readonly Problem[]
}

export async function sendSettingsPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { tab, failed, scripts = [], problems = [] }: SettingsPage,
  content: (csrf: string) => ComponentChildren,
) {
  const caller = callerOf(request)
  const tabs = settingsTabsFor(caller.platform, await canManagePlatforms(services, caller))
  const { settings, forms } = messagesOf(request).office
  const title = tab === 'general' ? settings.title : settings.tabs[tab]
  return sendOfficePage(request, reply, { title, ...uploadAssets(['forms.js', ...scripts]) }, (csrf) => (
    <>
      <h1>{settings.title}</h1>
      <div class="settings">
        <Navigation current={tab} tabs={tabs} />
        <div>
          {/* The navigation shows the current page. */}
          <h2 class="visually-hidden">{settings.tabs[tab]}</h2>
          <Saved what={queryOf(request)('done')} />
          <ProblemSummary
            message={problems.length > 0 ? (failed ?? forms.notSaved) : undefined}
            problems={problems}
          >
            {content(csrf)}
          </ProblemSummary>
        </div>
      </div>
      {tab === 'general' ? <Zones /> : null}
    </>
  ))
}

/** Only operators of the installation see the platforms, and an event on site needs no video rooms. */
export const settingsTabsFor = (
  { settings: { format } }: Pick<PlatformRow, 'settings'>,
  isOperator: boolean,
): SettingsTab[] =>
  (Object.keys(settingsTabs) as SettingsTab[]).filter(
    (tab) => (isOperator || tab !== 'platforms') && (format !== 'on_site' || tab !== 'rooms'),
  )

/** With a way to see what has changed. */
function Saved({ what }: { what: string | undefined }) {
  const { frame, settings } = useMessages().office
  if (what !== 'saved') return <DoneNotice what={what} />
  return (
    <div class="notice success with-action" role="status">
      <p>{frame.done.saved}</p>
      <a href="/">{settings.viewSite}</a>
    </div>
  )
}

function Navigation({ current, tabs }: { current: SettingsTab; tabs: readonly SettingsTab[] }) {
  const { settings } = useMessages().office
  const names = Object.keys(groups) as (keyof typeof groups)[]
  return (
    <PageMenu
      label={settings.title}
      groups={names.map((name) => ({
        title: settings.groups[name],
        links: groups[name]
          .filter((tab) => tabs.includes(tab))
          .map((tab) => [settingsTabs[tab], settings.tabs[tab]] as const),
      }))}
      current={settingsTabs[current]}
      class="settings-nav"
    />
  )
}
