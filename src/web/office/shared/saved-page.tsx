// What a save brought about that is shown once: passwords of new accounts, and warnings.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Notice } from '../../../schema/problems.ts'
import { Copyable } from './facts.tsx'
import { sendOfficePage } from './office-layout.tsx'
import { withQuery } from './query-string.ts'

export type NewPassword = { id: string; email: string; username?: string; password: string }
export type SavedPage = {
  title: string
  passwords: readonly NewPassword[]
  warnings: readonly Notice[]
  /** Where to go on. */
  next: string
  nextText: string
}

type Saved = {
  isCreated: boolean
  isChanged: boolean
  response: { id: string; message: string; warnings?: readonly Notice[] } & Partial<
    Record<'speakers' | 'moderators', readonly { id: string; email: string; password?: string }[]>
  >
}

/** Goes on to the object, or first shows the passwords of the accounts that the save has made. */
export function answerSaved(
  request: FastifyRequest,
  reply: FastifyReply,
  { isCreated, isChanged, response }: Saved,
  { path, name }: { path: string; name: string },
) {
  const next = `${path}/${response.id}`
  const passwords = [...(response.speakers ?? []), ...(response.moderators ?? [])].flatMap(
    ({ id, email, password }) => (password === undefined ? [] : [{ id, email, password }]),
  )
  if (passwords.length === 0) {
    const done = isCreated ? 'created' : isChanged ? 'saved' : 'unchanged'
    return reply.redirect(withQuery(next, { done }), 303)
  }
  const title = `${name} ${isCreated ? 'created' : 'saved'}`
  const warnings = response.warnings ?? []
  return sendSavedPage(request, reply, { title, passwords, warnings, next, nextText: 'Go on' })
}

/** Rendered as the response to the form itself: the passwords stand in no address and are kept nowhere. */
export function sendSavedPage(request: FastifyRequest, reply: FastifyReply, page: SavedPage) {
  const { title, passwords, warnings, next, nextText } = page
  return sendOfficePage(request, reply, { title, scripts: ['copy.js'] }, () => (
    <>
      <h1>{title}</h1>
      {passwords.length > 0 ? <Passwords passwords={passwords} /> : null}
      {warnings.map(({ message, pointer }) => (
        <div class="notice warn">
          <p>
            {message} {pointer ? <code>{pointer}</code> : null}
          </p>
        </div>
      ))}
      <div class="actions">
        <a class="button primary" href={next}>
          {nextText}
        </a>
      </div>
    </>
  ))
}

function Passwords({ passwords }: { passwords: readonly NewPassword[] }) {
  const count = passwords.length === 1 ? 'An account was' : `${passwords.length} accounts were`
  return (
    <>
      <div class="notice warn">
        <p>
          <strong>{count} made. Each password is shown here once and never again.</strong> Hand it on now: it
          must be changed at the first sign-in and expires after seven days.
        </p>
      </div>
      <ul class="passwords">
        {passwords.map(({ id, email, username, password }) => (
          <li class="card">
            <a href={`/backoffice/users/${id}`}>{email}</a>
            {username ? <span class="quiet">{username}</span> : null}
            <Copyable id={`password-${id}`} text={password} />
          </li>
        ))}
      </ul>
    </>
  )
}
