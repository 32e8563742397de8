// The points and credits of an account, and the forms that change them.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeCommand } from '../../kernel/changes/commands.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { Choice, Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf } from '../../kit/office/form-values.ts'
import { DoneNotice, ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { readUser } from '../people/read-users.ts'
import type { User } from '../people/schema.ts'
import { changeCreditsCommand } from './credits.ts'
import { CreditChange } from './credits-schema.ts'
import { CreditEntries, PointEntries } from './page-ledger-lists.tsx'
import { grantPointsCommand } from './points.ts'
import { PointGrant } from './points-schema.ts'
import { type Ledgers, readLedgers } from './read-ledgers.ts'

type Ids = { Params: { id: string } }

export const userLedgerRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const show = async (
    request: FastifyRequest<Ids>,
    reply: FastifyReply,
    { user, problems = [] }: { user: User; problems?: readonly Problem[] },
  ) => {
    const { platform } = callerOf(request)
    const ledgers = await readLedgers(services, platform, user.id)
    const title = displayName(user)
    return sendOfficePage(request, reply, { title, styles: ['ledgers.css'] }, (csrf) => (
      <>
        <ObjectHead area="users" id={user.id} title={title} current="ledgers" />
        <DoneNotice what={queryOf(request)('done')} />
        <UserLedgers {...{ user, ledgers, csrf, problems }} zone={zoneOf(request.visit)} />
      </>
    ))
  }

  office.get<Ids>('/users/:id/ledgers', { config: { operation: 'userLedgers' } }, async (request, reply) =>
    show(request, reply, { user: await readUser(services, callerOf(request), request.params.id) }),
  )

  office.post<Ids>(
    '/users/:id/credits',
    { config: { operation: 'changeCreditsByForm' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const user = await readUser(services, caller, request.params.id)
      const field = fieldsOf(request)
      const body = {
        kind: field('kind') as 'grant',
        amount: numberOf(field('amount')),
        ...(field('note') === '' ? {} : { note: field('note') }),
      }
      const found = check(messagesOf(request), CreditChange, body)
      const problems =
        found.length > 0
          ? found
          : await executeCommand(services, caller, changeCreditsCommand({ reference: user.id, body })).then(
              () => [],
              (error) => problemsOf(error, { insufficient_credits: '/amount' }),
            )
      if (problems.length > 0) return show(request, reply.code(422), { user, problems })
      return reply.redirect(`/backoffice/users/${user.id}/ledgers?done=saved`, 303)
    },
  )

  office.post<Ids>(
    '/users/:id/points',
    { config: { operation: 'grantPointsByForm' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const user = await readUser(services, caller, request.params.id)
      const field = fieldsOf(request)
      const body = { points: numberOf(field('points')), reason: field('reason') }
      const found = check(messagesOf(request), PointGrant, body)
      const problems =
        found.length > 0
          ? found
          : await executeCommand(services, caller, grantPointsCommand({ reference: user.id, body })).then(
              () => [],
              (error) => problemsOf(error, { insufficient_points: '/points' }),
            )
      if (problems.length > 0) return show(request, reply.code(422), { user, problems })
      return reply.redirect(`/backoffice/users/${user.id}/ledgers?done=saved`, 303)
    },
  )
}

type UserLedgersProps = {
  user: User
  ledgers: Ledgers
  csrf: string
  problems: readonly Problem[]
  zone: string
}

function UserLedgers({ user, ledgers, csrf, problems, zone }: UserLedgersProps) {
  const { office } = useMessages()
  const texts = office.ledgers.user
  const { points, credits } = ledgers
  const path = `/backoffice/users/${user.id}`
  return (
    <ProblemSummary message={problems.length > 0 ? office.forms.notSaved : undefined} problems={problems}>
      {points || credits ? null : <p>{texts.off}</p>}
      {credits ? (
        <section aria-labelledby="credits">
          <h2 id="credits">{texts.credits({ count: credits.balance })}</h2>
          <Form action={`${path}/credits`} csrf={csrf}>
            <div class="field-row">
              <Choice
                name="kind"
                label={texts.kind}
                value="grant"
                options={[
                  ['grant', texts.kinds.grant],
                  ['debit', texts.kinds.debit],
                ]}
              />
              <Field name="amount" label={texts.amount} type="number" isRequired problems={problems} />
              <Field name="note" label={texts.note} hint={texts.noteHint} problems={problems} />
            </div>
            <div class="actions">
              <button type="submit">{texts.saveCredits}</button>
            </div>
          </Form>
          <CreditEntries ledgers={ledgers} zone={zone} />
        </section>
      ) : null}
      {points ? (
        <section aria-labelledby="points">
          <h2 id="points">{texts.points({ total: points.points })}</h2>
          <Form action={`${path}/points`} csrf={csrf}>
            <div class="field-row">
              <Field
                name="points"
                label={texts.pointsField}
                type="number"
                isRequired
                hint={texts.pointsHint}
                problems={problems}
              />
              <Field
                name="reason"
                label={texts.reason}
                isRequired
                hint={texts.reasonHint}
                problems={problems}
              />
            </div>
            <div class="actions">
              <button type="submit">{texts.savePoints}</button>
            </div>
          </Form>
          <PointEntries ledgers={ledgers} zone={zone} />
        </section>
      ) : null}
    </ProblemSummary>
  )
}
