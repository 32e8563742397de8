// The page that shows the invitations of new accounts, after the form or import that created them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Notice } from '../../../kernel/schema/problems.ts'
import { sendSecretsPage } from '../../../kit/office/secrets-page.tsx'
import { messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import { expiryOf } from '../../mail-delivery/render-email.ts'

/** `text` is the text of an invitation, with a link that works until `expiresAt` (epoch milliseconds). */
export type NewAccount = { id: string; name: string; email: string; text: string; expiresAt: number }

export type NewAccounts = {
  title: string
  /** The path of the page that follows. */
  next: string
  accounts: readonly NewAccount[]
  warnings: readonly Notice[]
}

declare module '../one-time-pages/office-show-once.ts' {
  interface OneTimeData {
    accounts: NewAccounts
  }
}

export function sendNewAccounts(request: FastifyRequest, reply: FastifyReply, page: NewAccounts) {
  const { title, next, accounts, warnings } = page
  const messages = messagesOf(request)
  const { forms, invitations: texts } = messages.office
  const until = expiryOf(
    messages,
    Math.min(...accounts.map(({ expiresAt }) => expiresAt)),
    zoneOf(request.visit),
  )
  return sendSecretsPage(request, reply, {
    documentTitle: title,
    head: <h1>{title}</h1>,
    notice: (
      <>
        <strong>{forms.accountsCreated({ count: accounts.length })}</strong> {texts.passOn({ until })}
      </>
    ),
    secrets: accounts.map((account) => ({
      id: `invitation-${account.id}`,
      label: <AccountLabel account={account} />,
      text: account.text,
    })),
    next: { href: next, text: forms.continue },
    children: <Warnings warnings={warnings} texts={forms.warnings} />,
  })
}

function AccountLabel({ account: { id, name, email } }: { account: NewAccount }) {
  return (
    <>
      <a href={`/backoffice/users/${id}`}>{name}</a> <span class="quiet">{email}</span>
    </>
  )
}

type WarningsProps = { warnings: readonly Notice[]; texts: Readonly<Record<string, string>> }

/** Parts that were not applied, although the object was saved. */
export function Warnings({ warnings, texts }: WarningsProps) {
  return (
    <>
      {warnings.map(({ code, message, pointer }) => (
        <div class="notice warning">
          <p>
            {texts[code] ?? message} {pointer ? <code>{pointer}</code> : null}
          </p>
        </div>
      ))}
    </>
  )
}
