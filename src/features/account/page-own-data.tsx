// Downloading one's own data, and deleting the account.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { CurrentPassword } from '../../kit/components/current-password.tsx'
import { Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { refusalText } from '../../kit/pages/refusal-texts.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendAccountPage } from '../access/page-account-layout.tsx'
import { askPassword } from '../access/passwords/page-password-attempts.ts'
import { forgetSession } from '../access/sessions/page-visits.ts'
import { deleteUser } from '../people/users.ts'
import { EXPORTS_PER_MINUTE } from './limits.ts'
import { deletionRefusal, type OwnMemberships, readOwnMemberships } from './own-account.ts'
import { exportOwnData } from './personal-data.ts'

type State = { problems?: readonly Problem[] }

export const ownDataRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services, limiter } = options

  account.get('/export', { config: { operation: 'exportAccount' } }, async (request, reply) => {
    await requireAllowed(limiter, `export:${callerOf(request).user.id}`, EXPORTS_PER_MINUTE)
    const data = await exportOwnData(services, callerOf(request))
    return reply
      .header('content-disposition', 'attachment; filename="my-account.json"')
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify(data, null, 2)}\n`)
  })

  const show = async (request: FastifyRequest, reply: FastifyReply, { problems = [] }: State) => {
    const caller = callerOf(request)
    const refusal = await deletionRefusal(services, caller)
    if (refusal) return showRefused(request, reply, refusal)
    const memberships = await readOwnMemberships(services, caller.user)
    return showDelete(request, reply, { memberships, problems })
  }

  account.get('/delete', { config: { operation: 'deleteAccountPage' } }, async (request, reply) =>
    show(request, reply, {}),
  )

  account.post('/delete', { config: { operation: 'deleteAccount' } }, async (request, reply) => {
    const problem = await askPassword(options, request, reply)
    if (problem) return show(request, reply, { problems: [problem] })
    const caller = callerOf(request)
    try {
      await deleteUser(services, caller, caller.user.id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reply.code(statusOf(error))
      return showRefused(request, reply, error)
    }
    forgetSession(reply)
    return reply.redirect('/sign-in?done=deleted', 303)
  })
}

function showRefused(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const messages = messagesOf(request)
  const { deletion: texts } = messages.account
  const reasons: Partial<Record<Refusal['code'], string>> = texts.reasons
  return sendAccountPage(request, reply, texts.title, () => (
    <>
      <div class="notice warning">
        <p>
          <strong>{texts.refused}</strong>
        </p>
        <p>{reasons[refusal.code] ?? refusalText(messages, refusal).text}</p>
      </div>
      <p>
        <a class="button" href="/account">
          {texts.back}
        </a>
      </p>
    </>
  ))
}

type DeletionProps = { memberships: OwnMemberships; problems: readonly Problem[] }

function showDelete(
  request: FastifyRequest,
  reply: FastifyReply,
  { memberships: { talks, sponsors }, problems }: DeletionProps,
) {
  const { account, names } = messagesOf(request)
  const { deletion: texts } = account
  return sendAccountPage(request, reply, texts.title, (csrf) => (
    <>
      <p>{texts.text}</p>
      <ul>
        <li>{texts.profile({ email: callerOf(request).user.email })}</li>
        {talks.map(({ talk, kind }) => (
          <li>
            {texts.talk({
              title: <strong dir="auto">{talk.title}</strong>,
              membership: names.memberships[kind],
            })}
          </li>
        ))}
        {sponsors.map(({ name }) => (
          <li>{texts.sponsor({ name: <strong dir="auto">{name}</strong> })}</li>
        ))}
      </ul>
      <p class="quiet">
        {texts.history({
          download: (text) => (
            <a href="/account/export" download>
              {text}
            </a>
          ),
        })}
      </p>
      <ProblemSummary message={problems.length > 0 ? texts.notDeleted : undefined} problems={problems}>
        <Form action="/account/delete" csrf={csrf}>
          <CurrentPassword problems={problems} />
          <div class="actions">
            <button class="danger" type="submit">
              {texts.submit}
            </button>
            <a class="button" href="/account">
              {texts.keep}
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  ))
}
