// Layouts: account pages with their navigation, and pages with a single form, such as sign-in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Form } from '../../kit/components/form-fields.tsx'
import { PageMenu } from '../../kit/components/page-menu.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { Layout } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { callerOf, messagesOf, pathOf } from '../../kit/pages/visit.ts'
import { StarForm } from '../../kit/site/star.tsx'
import type { UserRow } from '../people/tables.ts'
import { canUseTwoFactor } from './two-factor/two-factor.ts'

type Content = (csrf: string) => ComponentChildren

/** Sends a page with a single purpose, such as signing in or setting a password. */
export function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  content: Content,
  { scripts = [] }: { scripts?: readonly string[] } = {},
) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={pathOf(request)}
      styles={['account.css']}
      scripts={['passwords.js', 'passkeys.js', ...scripts]}
      nonce={nonce}
      isShownWhole
    >
      <div class="form-page">
        <h1 dir="auto">{title}</h1>
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
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={path}
      styles={['account.css', 'ledgers.css', 'favorites.css', ...styles]}
      scripts={['passwords.js', 'passkeys.js', 'favorites.js', 'copy.js', ...scripts]}
      nonce={nonce}
      isShownWhole
    >
      <div class="account">
        <div class="account-side">
          <PageMenu
            label={account.navigation}
            links={pagesFor({ user, hasProvider: platform.settings.openId !== null }, messages)}
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
      <StarForm stars={{ ids: new Set(), csrf, next: path }} />
    </Layout>
  ))
}

type Link = readonly [href: string, text: string]

const pagesFor = (
  { user, hasProvider }: { user: UserRow; hasProvider: boolean },
  { account: texts, emails, favorites, viewers }: Messages,
): Link[] => [
  ['/account', texts.overview.link],
  ['/account/profile', texts.profile.title],
  ['/account/calendar', favorites.calendar.title],
  ['/account/emails', emails.choices.title],
  ['/account/privacy', viewers.privacy.title],
  ['/account/password', texts.password.title],
  ['/account/passkeys', texts.passkeys.title],
  ...(hasProvider ? [['/account/identities', texts.identities.title] as const] : []),
  ...(canUseTwoFactor(user) ? [['/account/two-factor', texts.twoFactor.title] as const] : []),
  ['/account/sessions', texts.sessions.title],
]

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
