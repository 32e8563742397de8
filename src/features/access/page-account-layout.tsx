// Layouts: account pages with their navigation, and pages with a single form, such as sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren, ComponentType } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { Form } from '../../kit/components/form-fields.tsx'
import { PageMenu } from '../../kit/components/page-menu.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { Layout, type LayoutProps } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { callerOf, messagesOf, pathOf } from '../../kit/pages/visit.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'

export type AccountLink = {
  path: string
  /** Links with a lower number come first. */
  place: number
  text(messages: Messages): string
  isShown?(user: UserRow, platform: PlatformRow): boolean
}

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    accountLinks?: readonly AccountLink[]
    /** Part of every account page. */
    accountFrame?: {
      scripts: readonly string[]
      styles: readonly string[]
      /** Below the page. */
      Foot: ComponentType<{ csrf: string; path: string }>
    }
  }
}

type Content = (csrf: string) => ComponentChildren
type FormPageOptions = Partial<Pick<LayoutProps, 'scripts' | 'styles' | 'isAlone'>> & {
  /** If it says more than the title of the window, which names the event itself. */
  heading?: string
}

/** Sends a page with a single purpose, such as signing in or setting a password. */
export function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  content: Content,
  { scripts = [], styles = [], isAlone = false, heading = title }: FormPageOptions = {},
) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={pathOf(request)}
      isAlone={isAlone}
      styles={['forms.css', 'account.css', ...styles]}
      scripts={['passwords.js', 'passkeys.js', ...scripts]}
      nonce={nonce}
      isShownWhole
    >
      <div class="form-page">
        <h1 dir="auto">{heading}</h1>
        {content(csrf)}
      </div>
    </Layout>
  ))
}

/** Sends an account page of the signed-in user. `content` gets the CSRF token for its forms. */
export function sendAccountPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  content: Content,
  { styles = [], scripts = [] }: { styles?: readonly string[]; scripts?: readonly string[] } = {},
) {
  const { user, platform } = callerOf(request)
  const messages = messagesOf(request)
  const { account, layout } = messages
  const csrf = reply.generateCsrf()
  const path = pathOf(request)
  const frames = pageHooks.of('accountFrame')
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={path}
      styles={['forms.css', 'account.css', ...frames.flatMap((one) => one.styles), ...styles]}
      scripts={[
        'passwords.js',
        'passkeys.js',
        'copy.js',
        ...frames.flatMap((one) => one.scripts),
        ...scripts,
      ]}
      nonce={nonce}
      isShownWhole
    >
      <div class="account">
        <div class="account-side">
          <PageMenu
            label={account.navigation}
            groups={[
              {
                links: accountLinks(user, platform).map(({ path, text }) => [path, text(messages)] as const),
              },
            ]}
            current={path}
            class="account-nav"
          />
          <Form action="/sign-out" csrf={csrf}>
            <button type="submit">{layout.signOut}</button>
          </Form>
        </div>
        <div class="account-content">
          <h1 dir="auto">{title}</h1>
          {content(csrf)}
        </div>
      </div>
      {frames.map(({ Foot }) => (
        <Foot csrf={csrf} path={path} />
      ))}
    </Layout>
  ))
}

const accountLinks = (user: UserRow, platform: PlatformRow): AccountLink[] =>
  pageHooks
    .of('accountLinks')
    .flat()
    .filter(({ isShown }) => isShown?.(user, platform) ?? true)
    .sort((a, b) => a.place - b.place)

/** Whether a feature adds this page to accounts. */
export const isAccountPage = (path: string): boolean =>
  pageHooks
    .of('accountLinks')
    .flat()
    .some((link) => link.path === path)

/** Confirms the action of a form, after its redirect with `?done=…`. */
export function Done({ request, messages }: { request: FastifyRequest; messages: Record<string, string> }) {
  const { done } = request.query as { done?: unknown }
  if (typeof done !== 'string' || !Object.hasOwn(messages, done)) return null
  return (
    <div class="notice success" role="status">
      <p>{messages[done]}</p>
    </div>
  )
}
