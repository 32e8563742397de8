// The frame of the Back Office: its navigation, the signed-in person, and the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Form } from '../components/form-fields.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { LanguageMenu } from '../components/language-menu.tsx'
import { Avatar, displayName } from '../components/person.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { Page } from '../pages/layout.tsx'
import { sendPrivatePage } from '../pages/render.tsx'
import { pathOf, type Visit } from '../pages/visit.ts'
import { AUDIT, KEYS, MESSAGES, PROPOSALS, REQUESTS, SEARCH, WEBHOOKS } from './paths.ts'

/** The areas by group, in order. The first group has no heading. */
const areaGroups = {
  overview: [['dashboard', '/backoffice']],
  programme: [
    ['talks', '/backoffice/talks'],
    ['sponsors', '/backoffice/sponsors'],
  ],
  people: [
    ['speakers', '/backoffice/speakers'],
    ['users', '/backoffice/users'],
    ['registrations', '/backoffice/registrations'],
    ['messages', MESSAGES],
  ],
  live: [['surveys', '/backoffice/surveys']],
  integrations: [
    ['keys', KEYS],
    ['webhooks', WEBHOOKS],
    ['requests', REQUESTS],
  ],
  settings: [
    ['settings', '/backoffice/settings'],
    ['audit', AUDIT],
  ],
} as const

const groupNames = Object.keys(areaGroups) as (keyof typeof areaGroups)[]
type Area = (typeof areaGroups)[keyof typeof areaGroups][number]
export const officeAreas: readonly Area[] = groupNames.flatMap((group): readonly Area[] => areaGroups[group])

const areaIcons: Record<Area[0], IconName> = {
  dashboard: 'layout-dashboard',
  talks: 'presentation',
  speakers: 'mic',
  sponsors: 'award',
  surveys: 'chart-no-axes-column',
  users: 'users',
  registrations: 'user-check',
  messages: 'mail',
  audit: 'clipboard-list',
  keys: 'key-round',
  webhooks: 'webhook',
  requests: 'code',
  settings: 'settings',
}

export type OfficePage = {
  title: string
  /** Scripts of the page, by file name. Each is a module. */
  scripts?: readonly string[]
  /** Styles in addition to those of every page. */
  styles?: readonly string[]
}

/** Sends a page of the Back Office. `content` gets the token for its forms. */
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
  const current = currentArea(path)
  return (
    <Page
      visit={visit}
      title={frame.title({ page: title })}
      scripts={['office-search.js', ...scripts]}
      styles={['office.css', 'office-panels.css', 'office-search.css', ...styles]}
      nonce={nonce}
      isShownWhole
    >
      <div class="office">
        <header class="office-head">
          <a class="site-name" href="/">
            <bdi>{visit.platform.name}</bdi>
          </a>
          <SearchLink />
          <details class="office-menu">
            <summary class="office-menu-button menu-button">
              {current ? frame.areas[current] : frame.menu}
            </summary>
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

/** The area with the longest matching address, because the keys are within the settings. Proposals belong to talks. */
const currentArea = (path: string): Area[0] | undefined =>
  isWithin(path, PROPOSALS)
    ? 'talks'
    : officeAreas
        .filter(([, area]) => isWithin(path, area))
        .sort(([, a], [, b]) => b.length - a.length)[0]?.[0]

function Areas({ path }: { path: string }) {
  const { frame } = useMessages().office
  const current = currentArea(path)
  return (
    <nav class="side-nav" aria-label={frame.navigation}>
      {groupNames.map((group) => (
        <AreaGroup title={group === 'overview' ? '' : frame.groups[group]}>
          {areaGroups[group].map(([name, href]) => (
            <a href={href} {...(name === current ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={areaIcons[name]} />
              {frame.areas[name]}
            </a>
          ))}
        </AreaGroup>
      ))}
    </nav>
  )
}

function AreaGroup({ title, children }: { title: string; children: ComponentChildren }) {
  if (title === '') return <>{children}</>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div class="side-group" role="group" aria-label={title}>
      <span class="side-title" aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
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
            dir="auto"
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
          <strong dir="auto">{displayName(user)}</strong>
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
