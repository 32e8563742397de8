// The devices on which a user is signed in, and signing them out.
import type { FastifyPluginAsync } from 'fastify'
import { isProtectedRole } from '../../../kernel/schema/roles.ts'
import { Form } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { Done, sendAccountPage } from '../page-account-layout.tsx'
import type { SessionRow } from '../tables.ts'
import { deviceName } from './page-device-name.ts'
import { endSession, listSessions } from './sessions.ts'

export const sessionRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('/sessions', { config: { operation: 'sessionsPage' } }, async (request, reply) => {
    const { user, session } = callerOf(request)
    const { sessions: texts } = messagesOf(request).account
    const sessions = await listSessions(services, user.id)
    const zone = zoneOf(request.visit)
    return sendAccountPage(request, reply, texts.title, (csrf) => (
      <>
        <Done request={request} messages={{ ended: texts.ended, others: texts.othersEnded }} />
        <p>{isProtectedRole(user.role) ? texts.staffText : texts.text}</p>
        <ul class="sessions">
          {sessions.map((one) => (
            <Session session={one} isThis={one.id === session.id} zone={zone} csrf={csrf} />
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form action="/account/sessions/end-others" csrf={csrf}>
            <button type="submit">{texts.signOutOthers}</button>
          </Form>
        ) : null}
      </>
    ))
  })

  account.post('/sessions/end', { config: { operation: 'endSession' } }, async (request, reply) => {
    const caller = callerOf(request)
    await endSession(services, caller, {
      userId: caller.user.id,
      id: fieldsOf(request)('session'),
      others: false,
    })
    return reply.redirect('/account/sessions?done=ended', 303)
  })

  account.post(
    '/sessions/end-others',
    { config: { operation: 'endOtherSessions' } },
    async (request, reply) => {
      const caller = callerOf(request)
      await endSession(services, caller, { userId: caller.user.id, id: caller.session.id, others: true })
      return reply.redirect('/account/sessions?done=others', 303)
    },
  )
}

type SessionProps = { session: SessionRow; isThis: boolean; zone: string; csrf: string }

function Session({ session: { id, agent, address, createdAt, seenAt }, isThis, zone, csrf }: SessionProps) {
  const { account, layout, time } = useMessages()
  const { sessions: texts } = account
  const device = deviceName(texts, agent)
  const signedInAt = `${time.day(createdAt, zone)}, ${time.clock(createdAt, zone)}`
  const lastUsedAt = `${time.clock(seenAt, zone)} ${time.zone(seenAt, zone)}`
  return (
    <li class="card session">
      <div>
        <p class="session-name">
          <strong>{device}</strong> {isThis ? <span class="badge success">{texts.thisDevice}</span> : null}
        </p>
        <p class="quiet">{texts.details({ address, signedIn: signedInAt, lastUsed: lastUsedAt })}</p>
      </div>
      {isThis ? null : (
        <Form action="/account/sessions/end" csrf={csrf}>
          <input type="hidden" name="session" value={id} />
          <button type="submit">
            {layout.signOut}
            <span class="visually-hidden"> {device}</span>
          </button>
        </Form>
      )}
    </li>
  )
}
