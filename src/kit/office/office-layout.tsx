// The frame of the Back Office: its navigation, the signed-in person, and the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren, ComponentType } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { Form } from '../components/form-fields.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { LanguageMenu } from '../components/language-menu.tsx'
import { Avatar, displayName } from '../components/person.tsx'
import type { Messages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { Page } from '../pages/layout.tsx'
import { sendPrivatePage } from '../pages/render.tsx'
import { pathOf, type Visit } from '../pages/visit.ts'

const groups = ['overview', 'programme', 'people', 'live', 'integrations', 'settings'] as const

/** An area in the navigation of the Back Office. */
export type OfficeArea = {
  /** The first group has no heading. */
  group: (typeof groups)[number]
  name: keyof Messages['office']['frame']['areas']
  icon: IconName
  path: string
  /** Further paths that belong to it. */
  alsoAt?: readonly string[]
}

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** In the order of their group. */
    officeAreas?: readonly OfficeArea[]
    /** Part of every page of the Back Office. */
    officeFrame?: {
      scripts: readonly string[]
      styles: readonly string[]
      Head: ComponentType
      /** Below the page. */
      Foot: ComponentType
    }
  }
}

/** All areas in the order of the navigation. */
export const officeAreas = (): OfficeArea[] =>
  groups.flatMap((name) =>
    pageHooks
      .of('officeAreas')
      .flat()
      .filter(({ group }) => group === name),
  )

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
  const frames = pageHooks.of('officeFrame')
  return (
    <Page
      visit={visit}
      title={frame.title({ page: title })}
      scripts={['office-lists.js', ...frames.flatMap((one) => one.scripts), ...scripts]}
      styles={[
        'forms.css',
        'office.css',
        'office-forms.css',
        'office-lists.css',
        'office-tables.css',
        'office-panels.css',
        ...frames.flatMap((one) => one.styles),
        ...styles,
      ]}
      nonce={nonce}
      isShownWhole
    >
      <div class="office">
        <div class="office-side">
          <header class="office-head">
            <a class="site-name" href="/">
              <bdi>{visit.platform.name}</bdi>
            </a>
            {frames.map(({ Head }) => (
              <Head />
            ))}
            <details class="office-menu">
              <summary class="office-menu-button menu-button">
                {current ? frame.areas[current] : frame.menu}
              </summary>
              <div class="office-menu-panel">
                <Areas path={path} />
                <SignedIn visit={visit} csrf={csrf} />
              </div>
            </details>
          </header>
          <div class="office-column">
            <Areas path={path} />
            <SignedIn visit={visit} csrf={csrf} />
          </div>
        </div>
        <main id="main" class="office-main">
          {children}
        </main>
      </div>
      {frames.map(({ Foot }) => (
        <Foot />
      ))}
    </Page>
  )
}

const isWithin = (path: string, area: string) =>
  path === area || (area !== '/backoffice' && path.startsWith(`${area}/`))

/** The area with the longest matching address, because the keys are within the settings. */
const currentArea = (path: string): OfficeArea['name'] | undefined =>
  officeAreas()
    .flatMap(({ name, path, alsoAt = [] }) => [path, ...alsoAt].map((at) => ({ name, at })))
    .filter(({ at }) => isWithin(path, at))
    .sort((a, b) => b.at.length - a.at.length)[0]?.name

function Areas({ path }: { path: string }) {
  const { frame } = useMessages().office
  const current = currentArea(path)
  return (
    <nav class="side-nav" aria-label={frame.navigation}>
      {Object.entries(Object.groupBy(officeAreas(), ({ group }) => group)).map(([group, areas]) => (
        <AreaGroup title={group === 'overview' ? '' : frame.groups[group as keyof typeof frame.groups]}>
          {areas.map(({ name, path: href, icon }) => (
            <a href={href} {...(name === current ? { 'aria-current': 'page' as const } : {})}>
              <Icon name={icon} />
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

function SignedIn({ visit, csrf }: { visit: Visit; csrf: string }) {
  const { layout, names, office } = useMessages()
  const { user } = visit
  if (!user) return null
  return (
    <details class="signed-in">
      <summary>
        <Avatar person={user} />
        <span>
          <span class="visually-hidden">{office.frame.signedInAs} </span>
          <strong dir="auto">{displayName(user)}</strong>
          <span class="quiet">{names.roles[user.role]}</span>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div class="signed-in-menu">
        <a href="/account">
          <Icon name="user" />
          {layout.account}
        </a>
        <LanguageMenu visit={visit} />
        <Form action="/sign-out" csrf={csrf}>
          <button type="submit">
            <Icon name="log-out" />
            {layout.signOut}
          </button>
        </Form>
      </div>
    </details>
  )
}
