// The page that shows the passwords of the accounts that an import has created.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messagesOf } from '../../pages/visit.ts'
import { PasswordNotice } from '../shared/new-accounts-page.tsx'
import { IMPORT } from '../shared/paths.ts'
import { sendSecretsPage } from '../shared/secrets-page.tsx'
import type { FinishedImport } from './result-page.tsx'

export type ImportPasswords = { id: string; accounts: FinishedImport['accounts'] }

export function sendImportPasswords(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, accounts }: ImportPasswords,
) {
  const { forms, imports } = messagesOf(request).office
  const title = imports.result.passwordsTitle
  return sendSecretsPage(request, reply, {
    documentTitle: title,
    head: <h1>{title}</h1>,
    notice: <PasswordNotice count={accounts.length} texts={forms} />,
    secrets: accounts.map(({ email, username, password }, index) => ({
      id: `password-${index}`,
      label: (
        <>
          <a href={`/backoffice/users?q=${encodeURIComponent(email)}`}>{email}</a>
          {username ? <span class="quiet">{username}</span> : null}
        </>
      ),
      text: password,
    })),
    next: { href: `${IMPORT}/${id}`, text: forms.continue },
  })
}
