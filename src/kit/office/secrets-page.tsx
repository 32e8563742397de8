// The page that shows secrets once: a new API key, a webhook secret, a reset link, the passwords of new accounts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Copyable } from '../components/copyable.tsx'
import { sendOfficePage } from './office-layout.tsx'

export type SecretsPage = {
  documentTitle: string
  head: ComponentChildren
  /** Says that the secrets are shown once, and how to use them. */
  notice: ComponentChildren
  /** `id` is the id of the element that contains the text. */
  secrets: readonly { id: string; label: ComponentChildren; text: string }[]
  next: { href: string; text: string }
  /** Shown beside the link to the next page. */
  more?: ComponentChildren
  /** Shown under the secrets. */
  children?: ComponentChildren
}

/** Sent once, for a slot that `showOnce` filled. */
export function sendSecretsPage(request: FastifyRequest, reply: FastifyReply, page: SecretsPage) {
  const { documentTitle, head, notice, secrets, next, more, children } = page
  return sendOfficePage(request, reply, { title: documentTitle, scripts: ['copy.js'] }, () => (
    <>
      {head}
      <div class="notice warning">
        <p>{notice}</p>
      </div>
      <ul class="secrets">
        {secrets.map(({ id, label, text }) => (
          <li class="card">
            <p class="field-name">{label}</p>
            <Copyable id={id} text={text} />
          </li>
        ))}
      </ul>
      {children}
      <div class="actions">
        <a class="button primary" href={next.href}>
          {next.text}
        </a>
        {more}
      </div>
    </>
  ))
}
