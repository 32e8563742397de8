// The price of a talk, if it differs from the price of the platform.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { numberOf } from '../../kit/office/form-values.ts'
import { Crumb, DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readLiveContext } from '../live/items.ts'
import { TalkPrice } from '../live/schema.ts'
import { changeLiveOperation } from '../live/settings.ts'
import { readTalk } from '../talks/read-talks.ts'
import { requireCredits } from './credits.ts'

type Ids = { Params: { id: string } }

export const talkPriceRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const show = async (
    request: FastifyRequest<Ids>,
    reply: FastifyReply,
    problems: readonly Problem[] = [],
  ) => {
    const { platform } = callerOf(request)
    const talk = await readTalk(services, callerOf(request), request.params.id)
    requireCredits(platform)
    const context = await readLiveContext(services, platform.id, { by: 'id', value: talk.id })
    const { forms, office: texts } = messagesOf(request)
    const title = texts.ledgers.price.title({ talk: talk.title })
    return sendOfficePage(request, reply, { title }, (csrf) => (
      <>
        <Crumb href={`/backoffice/talks/${talk.id}`} text={talk.title} />
        <h1 dir="auto">{title}</h1>
        <DoneNotice what={queryOf(request)('done')} />
        <ProblemSummary message={problems.length > 0 ? texts.forms.notSaved : undefined} problems={problems}>
          <Form action={`/backoffice/talks/${talk.id}/price`} csrf={csrf}>
            <Field
              name="credits"
              label={texts.ledgers.price.label}
              type="number"
              value={context?.live.credits ?? ''}
              hint={texts.ledgers.price.hint({ price: platform.settings.credits.price })}
              problems={problems}
            />
            <div class="actions">
              <button class="primary" type="submit">
                {forms.save}
              </button>
            </div>
          </Form>
        </ProblemSummary>
      </>
    ))
  }

  office.get<Ids>('/talks/:id/price', { config: { operation: 'talkPricePage' } }, (request, reply) =>
    show(request, reply),
  )

  office.post<Ids>('/talks/:id/price', { config: { operation: 'saveTalkPrice' } }, async (request, reply) => {
    const caller = callerOf(request)
    const talk = await readTalk(services, caller, request.params.id)
    const text = fieldsOf(request)('credits')
    const change = { credits: text === '' ? null : numberOf(text) }
    const problems = check(messagesOf(request), TalkPrice, change)
    if (problems.length > 0) return show(request, reply.code(422), problems)
    await execute(services, caller, changeLiveOperation, { talk: { by: 'id', value: talk.id }, change })
    return reply.redirect(`/backoffice/talks/${talk.id}/price?done=saved`, 303)
  })
}
