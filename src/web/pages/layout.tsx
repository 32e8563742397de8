// The frame of every page: head, navigation, content, and footer.
import type { ComponentChildren } from 'preact'
import { mayWatch } from '../../domain/live/live-state.ts'
import { isProtectedRole } from '../../domain/people/roles.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { assetPath } from './assets.ts'
import { themePath } from './theme.ts'
import type { Visit } from './visit.ts'

export type LayoutProps = {
  visit: Visit
  title: string
  description?: string | undefined
  /** The path of the page, to mark it in the navigation. */
  path: string
  /** The scripts of the page, by file name. Each is a module. */
  scripts?: readonly string[]
  /** Style sheets of the area, by file name, in addition to those of every page. */
  styles?: readonly string[]
  nonce?: string
  /** More elements of the head, such as social cards. */
  head?: ComponentChildren
  children: ComponentChildren
}

const publicAreas = ['agenda', 'speakers', 'sponsors'] as const

/** A page of the public site or of an account. */
export function Layout(props: LayoutProps) {
  const { visit, path, children } = props
  const { platform, user, hasSurveys } = visit
  const { layout: texts } = useMessages()
  return (
    <Page {...props}>
      <header class="site-header">
        <a class="site-name" href="/">
          {platform.settings.logo ? (
            <img src={platform.settings.logo} alt={platform.name} height="32" />
          ) : (
            platform.name
          )}
        </a>
        <nav aria-label={texts.navigation}>
          {publicAreas.map((area) => (
            <NavLink href={`/${area}`} isCurrent={isWithin(path, `/${area}`)} text={texts[area]} />
          ))}
          {hasSurveys && mayWatch(platform, user) ? (
            <NavLink href="/surveys" isCurrent={isWithin(path, '/surveys')} text={texts.surveys} />
          ) : null}
          {user && isProtectedRole(user.role) ? (
            <NavLink href="/backoffice" isCurrent={false} text={texts.backOffice} />
          ) : null}
          {user ? (
            <NavLink href="/account" isCurrent={path.startsWith('/account')} text={texts.account} />
          ) : (
            <NavLink href="/sign-in" isCurrent={path === '/sign-in'} text={texts.signIn} />
          )}
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer class="site-footer">
        <p>
          {platform.name}
          {platform.settings.venue ? ` · ${platform.settings.venue}` : ''}
        </p>
        <p>
          <a href="/schedule.ics">{texts.calendar}</a> · <a href="/schedule.json">{texts.json}</a> ·{' '}
          <a href="/schedule.xml">{texts.xml}</a>
        </p>
      </footer>
    </Page>
  )
}

const isWithin = (path: string, area: string) => path === area || path.startsWith(`${area}/`)

export function NavLink({ href, text, isCurrent }: { href: string; text: string; isCurrent: boolean }) {
  return (
    <a href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {text}
    </a>
  )
}

/** The document without a header or footer, for pages with their own frame. */
export function Page({
  visit,
  title,
  description,
  scripts = [],
  styles = [],
  nonce,
  head,
  children,
}: Omit<LayoutProps, 'path'>) {
  const { platform } = visit
  const { layout: texts } = useMessages()
  const fullTitle = title === platform.name ? title : `${title} · ${platform.name}`
  return (
    <html lang={visit.language} data-scheme={platform.settings.scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{fullTitle}</title>
        {description ? <meta name="description" content={description} /> : null}
        <link rel="stylesheet" href={assetPath('base.css')} />
        <link rel="stylesheet" href={assetPath('components.css')} />
        {styles.map((name) => (
          <link rel="stylesheet" href={assetPath(name)} />
        ))}
        <link rel="stylesheet" href={themePath(platform.settings)} />
        <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
        {scripts.map((name) => (
          <script type="module" src={assetPath(name)} {...(nonce ? { nonce } : {})} />
        ))}
        {head}
      </head>
      <body>
        <a class="skip-link" href="#main">
          {texts.skipToContent}
        </a>
        {children}
      </body>
    </html>
  )
}
