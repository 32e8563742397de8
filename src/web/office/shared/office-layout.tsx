// The frame of the Back Office: its navigation, the signed-in person, and the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Form } from '../../components/form-fields.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { LanguageMenu } from '../../components/language-menu.tsx'
import { Avatar, displayName } from '../../components/person.tsx'
import { useMessages } from '../../messages/use-messages.tsx'
import { Page } from '../../pages/layout.tsx'
import { sendPrivatePage } from '../../pages/render.tsx'
import { pathOf, type Visit } from '../../pages/visit.ts'
import { SEARCH } from './paths.ts'

export const officeAreas = [
  ['dashboard', '/backoffice'],
  ['talks', '/backoffice/talks'],
  ['speakers', '/backoffice/speakers'],
  ['sponsors', '/backoffice/sponsors'],
  ['surveys', '/backoffice/surveys'],
  ['users', '/backoffice/users'],
  ['registrations', '/backoffice/registrations'],
  ['audit', '/backoffice/audit'],
  ['requests', '/backoffice/requests'],
  ['settings', '/backoffice/settings'],
] as const

const areaIcons: Record<(typeof officeAreas)[number][0], IconName> = {
  dashboard: 'layout-dashboard',
  talks: 'presentation',
  speakers: 'mic',
  sponsors: 'award',
  surveys: 'chart-no-axes-column',
  users: 'users',
  registrations: 'user-check',
  audit: 'clipboard-list',
  requests: 'code',
  settings: 'settings',
}

export type OfficePage = {
  title: string
  /** Scripts of the page, by file name; each is a module. */
  scripts?: readonly string[]
  /** In addition to those of every page. */
  styles?: readonly string[]
}

/** Sends a page of the Back Office; `content` gets the token that its forms carry. */
export function sendOfficePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, scripts = [], styles = [] }: OfficePage,
  content: (csrf: string) => ComponentChildren,
) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <OfficeLayout
      visit={request.visit}
      title={title}
      path={pathOf(request)}
      scripts={scripts}
      styles={styles}
      nonce={nonce}
      csrf={csrf}
    >
      {content(csrf)}
    </OfficeLayout>
  ))
}

type OfficeLayoutProps = Required<OfficePage> & {
  visit: Visit
  path: string
  nonce: string
  csrf: string
  children: ComponentChildren
}

function OfficeLayout({ visit, title, path, scripts, styles, nonce, csrf, children }: OfficeLayoutProps) {
  const { frame } = useMessages().office
  const current = officeAreas.find(([, area]) => isWithin(path, area))?.[0]
  return (
    <Page
      visit={visit}
      title={frame.title(title)}
      scripts={['office-search.js', ...scripts]}
      styles={['office.css', 'office-panels.css', 'office-search.css', ...styles]}
      nonce={nonce}
    >
      <div class="office">
        <header class="office-head">
          <a class="site-name" href="/">
            {visit.platform.name}
          </a>
          <SearchLink />
          <details class="office-menu">
            <summary class="office-menu-button">{current ? frame.areas[current] : frame.menu}</summary>
            <Areas path={path} />
            <SignedIn visit={visit} csrf={csrf} />
          </details>
        </header>
        <div class="office-side">
          <div class="office-column">
            <Areas path={path} />
            <SignedIn visit={visit} csrf={csrf} />
          </div>
        </div>
        <main id="main" class="office-main">
          {children}
        </main>
      </div>
      <SearchDialog />
    </Page>
  )
}

const isWithin = (path: string, area: string) =>
  path === area || (area !== '/backoffice' && path.startsWith(`${area}/`))

function Areas({ path }: { path: string }) {
  const { frame } = useMessages().office
  return (
    <nav class="side-nav" aria-label={frame.navigation}>
      {officeAreas.map(([name, href]) => (
        <a href={href} {...(isWithin(path, href) ? { 'aria-current': 'page' as const } : {})}>
          <Icon name={areaIcons[name]} />
          {frame.areas[name]}
        </a>
      ))}
    </nav>
  )
}

function SearchLink() {
  const { title, keys } = useMessages().office.search
  return (
    <a class="search-link" href={SEARCH} data-search>
      <Icon name="search" />
      <span>{title}</span>
      <kbd data-mac={keys.mac} data-other={keys.other} hidden />
    </a>
  )
}

/** Opened and filled by office-search.js. */
function SearchDialog() {
  const { title, hint } = useMessages().office.search
  return (
    <dialog class="search-dialog" id="search" aria-label={title} data-path={SEARCH}>
      <search>
        <form action={SEARCH}>
          <Icon name="search" />
          <input
            type="search"
            name="q"
            maxLength={200}
            autoComplete="off"
            placeholder={hint}
            aria-label={hint}
            aria-controls="search-found"
          />
        </form>
      </search>
      <div id="search-found" aria-live="polite" />
    </dialog>
  )
}

function SignedIn({ visit, csrf }: { visit: Visit; csrf: string }) {
  const { layout, names, office } = useMessages()
  const { user } = visit
  if (!user) return null
  return (
    <section class="signed-in" aria-label={office.frame.signedInAs}>
      <a class="signed-in-person" href="/account">
        <Avatar person={user} />
        <span>
          <strong>{displayName(user)}</strong>
          <span class="quiet">{names.roles[user.role]}</span>
        </span>
      </a>
      <Form action="/sign-out" csrf={csrf}>
        <button type="submit">{layout.signOut}</button>
      </Form>
      <LanguageMenu visit={visit} />
    </section>
  )
}
