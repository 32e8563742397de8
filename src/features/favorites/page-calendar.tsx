// The address of the personal calendar: making it, showing it once, and ending it.
import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { Copyable } from '../../kit/components/copyable.tsx'
import { Form } from '../../kit/components/form-fields.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { emptySlot, fillSlot } from '../access/one-time-pages/one-time-slots.ts'
import { Done, sendAccountPage } from '../access/page-account-layout.tsx'
import { calendarLinkMadeAt, endCalendarLink, makeCalendarLink } from './calendar-links.ts'

const PATH = '/account/calendar'

export const calendarRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  // No HEAD route, because HEAD would empty the slot and show nothing.
  account.get(
    '/calendar',
    { config: { operation: 'calendarPage' }, exposeHeadRoute: false },
    async (request, reply) => {
      const caller = callerOf(request)
      const { calendar: texts } = messagesOf(request).favorites
      const { shown } = request.query as { shown?: unknown }
      const address = typeof shown === 'string' ? await emptySlot(services, caller, shown) : undefined
      const madeAt = await calendarLinkMadeAt(services, caller.user.id)
      return sendAccountPage(request, reply, texts.title, (csrf) => (
        <>
          <Done request={request} messages={{ ended: texts.ended }} />
          <p>{texts.text}</p>
          <p class="quiet">{texts.reveals}</p>
          {address ? <Address address={address} /> : null}
          <Actions csrf={csrf} madeAt={madeAt} isShown={address !== undefined} zone={zoneOf(request.visit)} />
        </>
      ))
    },
  )

  account.post('/calendar', { config: { operation: 'makeCalendarAddress' } }, async (request, reply) => {
    const caller = callerOf(request)
    const address = `${originOf(request)}/calendars/${await makeCalendarLink(services, caller)}.ics`
    return reply.redirect(`${PATH}?shown=${await fillSlot(services, caller, address)}`, 303)
  })

  account.post('/calendar/end', { config: { operation: 'endCalendarAddress' } }, async (request, reply) => {
    await endCalendarLink(services, callerOf(request))
    return reply.redirect(`${PATH}?done=ended`, 303)
  })
}

/** The address, which cannot be shown again. */
function Address({ address }: { address: string }) {
  const { calendar: texts } = useMessages().favorites
  return (
    <section class="card" aria-labelledby="address">
      <h2 id="address">{texts.address}</h2>
      <p>{texts.shownOnce}</p>
      <Copyable id="calendar-address" text={address} />
      <p>
        <a class="button primary" href={address.replace(/^https:/, 'webcal:')}>
          <Icon name="calendar-plus" />
          {texts.open}
        </a>
      </p>
    </section>
  )
}

type ActionsProps = { csrf: string; madeAt: number | undefined; isShown: boolean; zone: string }

function Actions({ csrf, madeAt, isShown, zone }: ActionsProps) {
  const { favorites, time } = useMessages()
  const { calendar: texts } = favorites
  if (madeAt === undefined) {
    return (
      <Form action={PATH} csrf={csrf}>
        <button class="primary" type="submit">
          {texts.make}
        </button>
      </Form>
    )
  }
  return (
    <>
      {isShown ? null : <p>{texts.madeOn({ day: time.day(madeAt, zone) })}</p>}
      <p class="quiet">{texts.renewText}</p>
      <div class="actions">
        <Form action={PATH} csrf={csrf}>
          <button type="submit">{texts.renew}</button>
        </Form>
        <Form action={`${PATH}/end`} csrf={csrf}>
          <button class="danger" type="submit">
            {texts.end}
          </button>
        </Form>
      </div>
    </>
  )
}
