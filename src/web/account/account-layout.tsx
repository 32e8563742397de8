// Frames: of the pages of an account, with their navigation, and of those at the door, with one thing to do.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { canUseTwoFactor } from '../../domain/access/two-factor.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { Form } from '../components/form-fields.tsx'
import { Layout, NavLink } from '../pages/layout.tsx'
import { sendPrivatePage } from '../pages/render.tsx'
import { callerOf, pathOf } from '../pages/visit.ts'

type Content = (csrf: string) => ComponentChildren

/** Sends a page on which a visitor does one thing: signs in, signs up, sets a password. */
export function sendDoorPage(request: FastifyRequest, reply: FastifyReply, title: string, content: Content) {
  const csrf = reply.generateCsrf()
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={pathOf(request)}
      styles={['account.css']}
      scripts={['passwords.js']}
      nonce={nonce}
    >
      <div class="door">
        <h1>{title}</h1>
        {content(csrf)}
      </div>
    </Layout>
  ))
}

/** Sends a page of the account of whoever has signed in; `content` gets the token that its forms carry. */
export function sendAccountPage(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  content: Content,
) {
  const { user } = callerOf(request)
  const csrf = reply.generateCsrf()
  const path = pathOf(request)
  return sendPrivatePage(reply, (nonce) => (
    <Layout
      visit={request.visit}
      title={title}
      path={path}
      styles={['account.css']}
      scripts={['passwords.js']}
      nonce={nonce}
    >
      <div class="account">
        <div class="account-side">
          <nav class="account-nav" aria-label="Account">
            {pagesFor(user).map(([href, text]) => (
              <NavLink href={href} text={text} isCurrent={href === path} />
            ))}
          </nav>
          <Form action="/sign-out" csrf={csrf}>
            <button type="submit">Sign out</button>
          </Form>
        </div>
        <div class="account-content">
          <h1>{title}</h1>
          {content(csrf)}
        </div>
      </div>
    </Layout>
  ))
}

type Link = readonly [href: string, text: string]

const pagesFor = (user: UserRow): Link[] => [
  ['/account', 'Overview'],
  ['/account/profile', 'Profile'],
  ['/account/password', 'Password'],
  ...(canUseTwoFactor(user) ? [['/account/second-factor', 'Second factor'] as const] : []),
  ['/account/sessions', 'Sessions'],
]

/** What has just been done, after the form that did it led here with `?done=…`. */
export function Done({ request, messages }: { request: FastifyRequest; messages: Record<string, string> }) {
  const { done } = request.query as { done?: unknown }
  if (typeof done !== 'string' || !Object.hasOwn(messages, done)) return null
  return (
    <div class="notice good" role="status">
      <p>{messages[done]}</p>
    </div>
  )
}
