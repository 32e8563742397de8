// Taking one's data away, and deleting the account.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../domain/changes/errors.ts'
import {
  deletionRefusal,
  exportOwnData,
  type OwnMemberships,
  readOwnMemberships,
} from '../../domain/people/own-account.ts'
import { deleteUser } from '../../domain/people/users.ts'
import { CurrentPassword } from '../components/current-password.tsx'
import { Form, ProblemSummary } from '../components/form-fields.tsx'
import { callerOf, forgetSession } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { sendAccountPage } from './account-layout.tsx'
import { askPassword } from './password-attempts.ts'

type State = { problems?: readonly Problem[] }

export const ownDataRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options

  account.get('/export', { config: { operation: 'exportAccount' } }, async (request, reply) => {
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
    return showDelete(request, reply, { parts: await readOwnMemberships(services, caller.user), problems })
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
      reply.code(error.status)
      return showRefused(request, reply, error)
    }
    forgetSession(reply)
    return reply.redirect('/sign-in?done=deleted', 303)
  })
}

const reasons: Partial<Record<Refusal['code'], string>> = {
  last_owner:
    'You are the last owner of this platform: nobody could manage it any more. Make somebody else an owner first.',
  sole_speaker:
    'You are the only speaker of a talk. Ask an organiser to give the talk another speaker, or to take it out of the programme.',
}

function showRefused(request: FastifyRequest, reply: FastifyReply, { code, message }: Refusal) {
  return sendAccountPage(request, reply, 'Delete your account', () => (
    <>
      <div class="notice warn">
        <p>
          <strong>This account cannot be deleted now.</strong>
        </p>
        <p>{reasons[code] ?? message}</p>
      </div>
      <p>
        <a class="button" href="/account">
          Back to the account
        </a>
      </p>
    </>
  ))
}

function showDelete(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts: { talks, sponsors }, problems }: { parts: OwnMemberships; problems: readonly Problem[] },
) {
  return sendAccountPage(request, reply, 'Delete your account', (csrf) => (
    <>
      <p>This cannot be undone. With the account go:</p>
      <ul>
        <li>your profile, your password and every session of {callerOf(request).user.email}</li>
        {talks.map(({ talk, kind }) => (
          <li>
            your place as {kind} in <strong>{talk.title}</strong>; the talk itself stays
          </li>
        ))}
        {sponsors.map(({ name }) => (
          <li>
            your place beside the sponsor <strong>{name}</strong>; the sponsor itself stays
          </li>
        ))}
      </ul>
      <p class="quiet">
        The organisers’ history of changes keeps that there was an account. You may want to{' '}
        <a href="/account/export" download>
          download your data
        </a>{' '}
        first.
      </p>
      <ProblemSummary
        message={problems.length > 0 ? 'Your account is still there.' : undefined}
        problems={problems}
      >
        <Form action="/account/delete" csrf={csrf}>
          <CurrentPassword problems={problems} />
          <div class="actions">
            <button class="danger" type="submit">
              Delete my account for ever
            </button>
            <a class="button" href="/account">
              Keep it
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  ))
}
