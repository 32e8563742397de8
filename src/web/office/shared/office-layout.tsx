// The frame of the Back Office: its navigation, who has signed in, and the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Form } from '../../components/form-fields.tsx'
import { Avatar, displayName } from '../../components/person.tsx'
import { NavLink, Page } from '../../pages/layout.tsx'
import { sendPrivatePage } from '../../pages/render.tsx'
import type { Visit } from '../../pages/visit.ts'

const areas = [
  ['/backoffice', 'Dashboard'],
  ['/backoffice/talks', 'Talks'],
  ['/backoffice/speakers', 'Speakers'],
  ['/backoffice/sponsors', 'Sponsors'],
  ['/backoffice/users', 'Users'],
  ['/backoffice/registrations', 'Registrations'],
  ['/backoffice/audit', 'Audit'],
  ['/backoffice/requests', 'Requests'],
  ['/backoffice/settings', 'Settings'],
] as const

export type OfficePage = {
  title: string
  /** Scripts of the page, by file name; each is a module. */
  scripts?: readonly string[]
}

/** Sends a page of the Back Office; `content` gets the token that its forms carry. */
export function sendOfficePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, scripts = [] }: OfficePage,
  content: (csrf: string) => ComponentChildren,
) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <OfficeLayout
      visit={request.visit}
      title={title}
      path={request.url.split('?')[0] ?? ''}
      scripts={scripts}
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

function OfficeLayout({ visit, title, path, scripts, nonce, csrf, children }: OfficeLayoutProps) {
  return (
    <Page
      visit={visit}
      title={`${title} · Back Office`}
      scripts={scripts}
      styles={['backoffice.css', 'office-panels.css']}
      nonce={nonce}
    >
      <div class="office">
        <header class="office-head">
          <a class="site-name" href="/">
            {visit.platform.name}
          </a>
          <details class="office-menu">
            <summary class="office-menu-button">{areaOf(path)}</summary>
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
    </Page>
  )
}

const isWithin = (path: string, area: string) =>
  path === area || (area !== '/backoffice' && path.startsWith(`${area}/`))

const areaOf = (path: string): string => areas.find(([area]) => isWithin(path, area))?.[1] ?? 'Menu'

function Areas({ path }: { path: string }) {
  return (
    <nav class="side-nav" aria-label="Back Office">
      {areas.map(([href, text]) => (
        <NavLink href={href} text={text} isCurrent={isWithin(path, href)} />
      ))}
    </nav>
  )
}

function SignedIn({ visit: { user }, csrf }: { visit: Visit; csrf: string }) {
  if (!user) return null
  return (
    <section class="signed-in" aria-label="Signed in">
      <a class="signed-in-person" href="/account">
        <Avatar person={user} />
        <span>
          <strong>{displayName(user)}</strong>
          <span class="quiet">{user.role}</span>
        </span>
      </a>
      <Form action="/sign-out" csrf={csrf}>
        <button type="submit">Sign out</button>
      </Form>
    </section>
  )
}
