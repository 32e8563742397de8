// The frame of every page: head, navigation, content, and footer.
import type { ComponentChildren } from 'preact'
import { fontFile } from '../../kernel/http/server/library-files.ts'
import { fileIdOf, parsePicturePath } from '../../kernel/lib/web/file-paths.ts'
import { isProtectedRole } from '../../kernel/schema/roles.ts'
import { Icon } from '../components/icon.tsx'
import { LanguageMenu } from '../components/language-menu.tsx'
import { Avatar, displayName } from '../components/person.tsx'
import { smallPicture } from '../components/picture.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { assetPath } from './assets.ts'
import { themedPath } from './theme.ts'
import type { Visit } from './visit.ts'

/** A style sheet for some media only. Other devices need not wait for it. */
export type MediaSheet = { name: string; media: string }

export type LayoutProps = {
  visit: Visit
  title: string
  description?: string | undefined
  /** The path of the page, which the navigation marks. */
  path: string
  /** The scripts of the page, by file name. Each is a module. */
  scripts?: readonly string[]
  /** A bundle of style sheets: `common.css`, `site.css`, or that of a page in a frame. */
  sheet?: string
  /** Style sheets of the area, by file name, in addition to the bundle. */
  styles?: readonly (string | MediaSheet)[]
  nonce?: string
  /** Further elements of the head, such as social cards. */
  head?: ComponentChildren
  /**
   * Shows the page when all of it has arrived: otherwise, tables get other widths with further rows, and everything moves.
   * Long pages of the public site show their start at once instead.
   */
  isShownWhole?: boolean
  /** Lets sections be as wide as the window. */
  isFull?: boolean
  /** Leaves out the links to the site, which is not set up yet. */
  isAlone?: boolean
  children: ComponentChildren
}

const LOGO_HEIGHT = 32

function Logo({ src, name }: { src: string; name: string }) {
  const uploaded = parsePicturePath(src)?.largest
  const width = uploaded && Math.round((LOGO_HEIGHT * uploaded.width) / uploaded.height)
  return (
    <img
      src={width ? smallPicture(src, 2 * width) : src}
      alt={name}
      height={LOGO_HEIGHT}
      {...(width ? { width } : {})}
    />
  )
}

/** A page of the public site or of an account. */
export function Layout(props: LayoutProps) {
  const { visit, isFull = false, isAlone = false, children } = props
  return (
    <Page {...props}>
      {isAlone ? (
        <header class="site-header">
          <span class="site-name">
            <bdi>{visit.platform.name}</bdi>
          </span>
        </header>
      ) : (
        <Header {...props} />
      )}
      <main id="main" class={isFull ? 'full' : 'wrap'}>
        {children}
      </main>
      {isAlone ? (
        <footer class="site-footer">
          <LanguageMenu visit={visit} />
        </footer>
      ) : (
        <Footer visit={visit} />
      )}
    </Page>
  )
}

function Header({ visit: { platform, user, areas }, path }: Pick<LayoutProps, 'visit' | 'path'>) {
  const messages = useMessages()
  return (
    <header class="site-header">
      <a class="site-name" href="/">
        {platform.settings.logo ? (
          <Logo src={platform.settings.logo} name={platform.name} />
        ) : (
          <bdi>{platform.name}</bdi>
        )}
      </a>
      <nav class="site-nav" aria-label={messages.layout.navigation}>
        {areas.map(({ path: href, text }) => (
          <NavLink href={href} isCurrent={isWithin(path, href)} text={text(messages)} />
        ))}
      </nav>
      <OwnLinks user={user} path={path} isPublic={isPublic(path, areas)} />
    </header>
  )
}

function Footer({ visit }: { visit: Visit }) {
  const { platform } = visit
  const { layout: texts } = useMessages()
  return (
    <footer class="site-footer">
      <p>
        <strong dir="auto">{platform.name}</strong>
        {platform.settings.venue ? (
          <>
            {' · '}
            <bdi>{platform.settings.venue}</bdi>
          </>
        ) : null}
      </p>
      <p class="site-feeds">
        <a href="/schedule.ics">
          <Icon name="calendar-plus" />
          {texts.calendar}
        </a>
      </p>
      <LanguageMenu visit={visit} />
    </footer>
  )
}

/** Whether people who sign in come back to this page. Others, such as that of a used link, are of no use to them. */
const isPublic = (path: string, areas: Visit['areas']) =>
  path.startsWith('/talks/') || areas.some((area) => isWithin(path, area.path))

type OwnProps = { user: Visit['user']; path: string; isPublic: boolean }

/** Links to the Back Office and the account, or to the sign-in. */
function OwnLinks({ user, path, isPublic }: OwnProps) {
  const { layout: texts } = useMessages()
  if (!user)
    return (
      <div class="site-own">
        <a
          class="button"
          href={isPublic ? `/sign-in?next=${encodeURIComponent(path)}` : '/sign-in'}
          {...(path === '/sign-in' ? { 'aria-current': 'page' as const } : {})}
        >
          {texts.signIn}
        </a>
      </div>
    )
  return (
    <div class="site-own">
      {isProtectedRole(user.role) ? (
        <a class="button" href="/backoffice" aria-label={texts.backOffice}>
          <Icon name="layout-dashboard" />
          <span>{texts.backOffice}</span>
        </a>
      ) : null}
      <a class="own-account" href="/account" aria-label={texts.account} title={displayName(user)}>
        <Avatar person={user} />
      </a>
    </div>
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

/** The address of an uploaded icon changes with it, because browsers cache icons for long. */
function TabIcon({ icon }: { icon: string | null }) {
  if (icon === null) return <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
  const file = fileIdOf(icon)
  if (file === undefined) return <link rel="icon" href={icon} />
  return (
    <>
      <link rel="icon" href={`/icon-48.png?v=${file}`} type="image/png" sizes="48x48" />
      <link rel="apple-touch-icon" href={`/icon-192.png?v=${file}`} />
    </>
  )
}

const END = 'end'
const EXPECTS_END = { rel: 'expect', href: `#${END}`, blocking: 'render' }

// Pages work without their scripts, so style sheets and the font load first.
const AFTER_STYLES = { fetchpriority: 'low' }

type PageProps = Omit<LayoutProps, 'path' | 'isFull' | 'isAlone'> & {
  /**
   * Chromium lays out a frame before it has its style sheet, and moves it afterward. The frame stays hidden until the
   * sheet shows it, so that nothing moves.
   */
  isInFrame?: boolean
}

/** The document without a header or footer, for pages with their own frame. */
export function Page({
  visit,
  title,
  description,
  scripts = [],
  sheet = 'common.css',
  styles = [],
  nonce,
  head,
  isShownWhole = false,
  isInFrame = false,
  children,
}: PageProps) {
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
        <link rel="stylesheet" href={themedPath(sheet, platform.settings)} />
        {styles.map((style) => (
          <StyleSheet {...(typeof style === 'string' ? { name: style } : style)} />
        ))}
        {/* Placed after the style sheets, which need the page's connection more. */}
        <link
          rel="preload"
          href={assetPath(fontFile('latin'))}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <TabIcon icon={platform.settings.icon} />
        {scripts.map((name) => (
          <script type="module" src={assetPath(name)} {...AFTER_STYLES} {...(nonce ? { nonce } : {})} />
        ))}
        {isShownWhole ? <link {...EXPECTS_END} /> : null}
        {head}
      </head>
      <body {...(isInFrame ? { hidden: true } : {})}>
        <a class="skip-link" href="#main">
          {texts.skipToContent}
        </a>
        {children}
        {isShownWhole ? <span id={END} hidden /> : null}
      </body>
    </html>
  )
}

function StyleSheet({ name, media }: { name: string; media?: string }) {
  return <link rel="stylesheet" href={assetPath(name)} {...(media ? { media } : {})} />
}
