// The page that shows the price of a talk before anyone pays.

import type { FastifyPluginAsync } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { statusOf } from '../../kernel/http/problems/catalog.ts'
import { Form } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Layout } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { callerOf, messagesOf, requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type OfTalk, talkOf } from '../live/page-request.ts'
import { mayWatch } from '../live/rights.ts'
import { watchModes } from '../live/schema.ts'
import type { CreditLock } from '../live/watch-lock.ts'
import { requireVisibleTalk } from '../talks/programme/visible-talk.ts'
import { openTalkOperation } from './credits.ts'
import { readCreditLock } from './watching.ts'

export const openTalkRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.addHook('onRequest', requireUser)

  site.get<OfTalk>('/talks/:id/open', { config: { operation: 'openTalkPage' } }, async (request, reply) => {
    const { visit } = request
    const { platform, user } = visit
    const talk = await requireVisibleTalk(services, visit, request.params.id)
    const path = `/talks/${talk.id}`
    const lock = mayWatch(platform, user) ? await readCreditLock(services, { platform, talk }, user) : null
    if (!lock) return reply.redirect(path, 303)
    const csrf = reply.generateCsrf()
    const title = messagesOf(request).ledgers.open.title[lock.mode]
    return sendPrivatePage(reply, (nonce) => (
      <Layout visit={visit} title={title} path={`${path}/open`} styles={['account.css']} nonce={nonce}>
        <div class="form-page">
          <h1>{title}</h1>
          <Price lock={lock} talk={talk} csrf={csrf} />
        </div>
      </Layout>
    ))
  })

  site.post<OfTalk>('/talks/:id/open', { config: { operation: 'openTalk' } }, async (request, reply) => {
    const talk = talkOf(request)
    await requireVisibleTalk(services, request.visit, talk.value)
    const mode = watchModes.find((one) => one === fieldsOf(request)('mode'))
    if (mode === undefined) throw new Refusal('bad_request')
    await execute(services, callerOf(request), openTalkOperation, { talk, mode }).catch((error) => {
      // The page shows the current price and balance.
      if (!(error instanceof Refusal) || statusOf(error) !== 409) throw error
    })
    return reply.redirect(`/talks/${talk.value}`, 303)
  })
}

type PriceProps = {
  lock: CreditLock
  talk: { id: string; title: string }
  csrf: string
}

function Price({ lock: { price, mode, balance }, talk, csrf }: PriceProps) {
  const { open: texts } = useMessages().ledgers
  const path = `/talks/${talk.id}`
  const left = (balance ?? 0) - price
  if (left < 0) {
    return (
      <>
        <p>{texts.text[mode]({ talk: <strong dir="auto">{talk.title}</strong>, price })}</p>
        <p>{texts.tooFew({ balance: balance ?? 0, price })}</p>
        <p class="actions">
          <a class="button" href={path}>
            {texts.back}
          </a>
        </p>
      </>
    )
  }
  return (
    <Form action={`${path}/open`} csrf={csrf}>
      <p>{texts.text[mode]({ talk: <strong dir="auto">{talk.title}</strong>, price })}</p>
      <p>
        {texts.after({ left })} {texts.once}
      </p>
      <div class="actions">
        <button class="primary" type="submit" name="mode" value={mode}>
          {texts.confirm({ price })}
        </button>
        <a class="button" href={path}>
          {texts.decline}
        </a>
      </div>
    </Form>
  )
}
