// The page that shows the passwords of new accounts, after the object that was saved with them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Notice } from '../../../schema/problems.ts'
import type { Messages } from '../../messages/messages.ts'
import { messagesOf } from '../../pages/visit.ts'
import type { ObjectArea } from './object-page.tsx'
import { sendSecretsPage } from './secrets-page.tsx'

export type NewAccount = { id: string; email: string; username?: string; password: string }

export type NewAccounts = {
  /** The object that was saved. */
  area: ObjectArea
  id: string
  isCreated: boolean
  accounts: readonly NewAccount[]
  warnings: readonly Notice[]
}

export function sendNewAccounts(request: FastifyRequest, reply: FastifyReply, page: NewAccounts) {
  const { area, id, isCreated, accounts, warnings } = page
  const { forms } = messagesOf(request).office
  const title = forms.saved[area][isCreated ? 'created' : 'saved']
  return sendSecretsPage(request, reply, {
    documentTitle: title,
    head: <h1>{title}</h1>,
    notice: <PasswordNotice count={accounts.length} texts={forms} />,
    secrets: accounts.map((account) => ({
      id: `password-${account.id}`,
      label: <AccountLabel account={account} />,
      text: account.password,
    })),
    next: { href: `/backoffice/${area}/${id}`, text: forms.continue },
    children: <Warnings warnings={warnings} texts={forms.warnings} />,
  })
}

export function PasswordNotice({ count, texts }: { count: number; texts: Messages['office']['forms'] }) {
  return (
    <>
      <strong>{texts.accountsCreated(count)}</strong> {texts.passwordsShownOnce}
    </>
  )
}

function AccountLabel({ account: { id, email, username } }: { account: NewAccount }) {
  return (
    <>
      <a href={`/backoffice/users/${id}`}>{email}</a>
      {username ? <span class="quiet">{username}</span> : null}
    </>
  )
}

type WarningsProps = { warnings: readonly Notice[]; texts: Readonly<Record<string, string>> }

/** What was not applied, although the object was saved. */
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
