// The frame of the settings: one tab an area, and what was done last.
import type { ComponentChildren } from 'preact'
import { NavLink } from '../../pages/layout.tsx'

const tabs = [
  ['/backoffice/settings', 'General'],
  ['/backoffice/settings/features', 'Features'],
  ['/backoffice/settings/passwords', 'Passwords'],
  ['/backoffice/settings/advanced', 'Advanced'],
  ['/backoffice/settings/webhooks', 'Webhooks'],
] as const
const installationTab = ['/backoffice/settings/platforms', 'Platforms'] as const

const messages: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  unchanged: 'Nothing to change: everything is as sent.',
  revoked: 'The key is revoked. From now on it is refused.',
  hosts: 'The host names are saved.',
  'webhook-deleted': 'The webhook is deleted. Nothing more is sent to it.',
}

type Frame = {
  /** The address of the tab. */
  path: string
  /** Whether the viewer runs the installation, and so sees all platforms. */
  isInstaller: boolean
  /** What was done, by its short name in the address. */
  done?: string | undefined
  children: ComponentChildren
}

export function SettingsFrame({ path, isInstaller, done = '', children }: Frame) {
  const message = Object.hasOwn(messages, done) ? messages[done] : undefined
  return (
    <>
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        {[...tabs, ...(isInstaller ? [installationTab] : [])].map(([href, text]) => (
          <NavLink href={href} text={text} isCurrent={path === href} />
        ))}
      </nav>
      {message ? (
        <p class="notice good" role="status">
          {message}
        </p>
      ) : null}
      {children}
    </>
  )
}
