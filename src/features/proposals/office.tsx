// Changes that speakers propose to their talks: the list, the comparison, and the decision.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { changesBetween } from '../../kernel/lib/data/diff.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Crumb, DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { PROPOSALS } from '../../kit/office/paths.ts'
import { queryOf } from '../../kit/office/query-string.ts'
import { Timestamp } from '../../kit/office/timestamp.tsx'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { ChangeTable } from '../audit/office-change-table.tsx'
import { emailOriginOf } from '../platforms/page-platform.ts'
import { MAX_REASON_LENGTH } from './limits.ts'
import { approveProposal, listOpenProposals, readOpenProposal, rejectProposal, textsOf } from './proposals.ts'
import type { OpenProposal } from './store.ts'

type One = { Params: { id: string } }
type State = { problems?: readonly Problem[]; message?: string }

export const proposalRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  office.get('/proposals', { config: { operation: 'proposalsPage' } }, async (request, reply) => {
    const open = await listOpenProposals(services, callerOf(request))
    const { proposals, frame } = messagesOf(request).office
    const [title, talks] = [proposals.title, frame.areas.talks]
    return sendOfficePage(request, reply, { title }, () => (
      <>
        <Crumb href="/backoffice/talks" text={talks} />
        <h1>{title}</h1>
        <DoneNotice what={queryOf(request)('done')} />
        <ProposalList open={open} zone={zoneOf(request.visit)} />
      </>
    ))
  })

  office.get<One>('/proposals/:id', { config: { operation: 'proposalPage' } }, (request, reply) =>
    showProposal(options, request, reply, {}),
  )

  office.post<One>('/proposals/:id', { config: { operation: 'decideProposal' } }, async (request, reply) => {
    const caller = callerOf(request)
    const { proposals: texts } = messagesOf(request).office
    const field = fieldsOf(request)
    const { id: talkId } = request.params
    await readOpenProposal(services, caller, talkId)
    const emailedFrom = await emailOriginOf(services, request)
    const decided = { talkId, proposalId: field('proposal'), emailedFrom }
    if (field('do') === 'reject') {
      const reason = field('reason')
      const problems = reasonProblems(reason)
      if (problems.length > 0)
        return showProposal(options, request, reply.code(422), { problems, message: texts.notRejected })
      await rejectProposal(services, caller, { ...decided, reason })
      return reply.redirect(`${PROPOSALS}?done=proposal-rejected`, 303)
    }
    try {
      const versions = [{ version: Number(field('version')) }]
      await approveProposal(services, caller, decided, { versions })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'precondition_failed') throw error
      return showProposal(options, request, reply.code(412), { message: texts.changedMeanwhile })
    }
    return reply.redirect(`${PROPOSALS}?done=proposal-approved`, 303)
  })
}

function reasonProblems(reason: string): Problem[] {
  const problem = { pointer: '/reason', message: '' }
  if (reason === '') return [{ ...problem, code: 'required' }]
  if (reason.length <= MAX_REASON_LENGTH) return []
  return [{ ...problem, code: 'too_long', limit: MAX_REASON_LENGTH }]
}

function ProposalList({ open, zone }: { open: readonly OpenProposal[]; zone: string }) {
  const { proposals: texts } = useMessages().office
  if (open.length === 0) return <Empty icon="check">{texts.empty}</Empty>
  return (
    <ul class="rows">
      {open.map(({ talk, user, proposal }) => (
        <li>
          <a href={`${PROPOSALS}/${talk.id}`} dir="auto">
            {talk.title}
          </a>
          <span class="quiet">
            <bdi>{displayName(user)}</bdi>, <Timestamp at={proposal.proposedAt} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  )
}

async function showProposal(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems = [], message }: State,
) {
  const { id } = request.params as One['Params']
  const { talk, proposal } = await readOpenProposal(services, callerOf(request), id)
  const { proposals: texts, talks } = messagesOf(request).office
  const { title, description, details, language, files } = talks.form
  const attributes = { title, description, details, language, files, image: texts.picture }
  const current = textsOf(talk)
  const changes = changesBetween(current, { ...current, ...proposal.changes })
  return sendOfficePage(request, reply, { title: talk.title }, (csrf) => (
    <>
      <Crumb href={PROPOSALS} text={texts.title} />
      <h1 dir="auto">{talk.title}</h1>
      {talk.version === proposal.talkVersion || message ? null : (
        <p class="notice warning">{texts.changedSince}</p>
      )}
      <ProblemSummary message={message} problems={problems}>
        <ChangeTable
          changes={changes}
          columns={['before', 'after']}
          people={new Map()}
          names={{ attributes }}
          zone={zoneOf(request.visit)}
        />
        <Form action={`${PROPOSALS}/${talk.id}`} csrf={csrf}>
          <input type="hidden" name="proposal" value={proposal.id} />
          <input type="hidden" name="version" value={talk.version} />
          <div class="actions">
            <button class="primary" type="submit" name="do" value="approve">
              {texts.approve}
            </button>
            <a class="button" href={`/backoffice/talks/${talk.id}`}>
              {texts.editTalk}
            </a>
          </div>
        </Form>
        <h2>{texts.rejectTitle}</h2>
        <Form action={`${PROPOSALS}/${talk.id}`} csrf={csrf}>
          <input type="hidden" name="proposal" value={proposal.id} />
          <Field
            name="reason"
            label={texts.reason}
            hint={texts.reasonHint}
            value={fieldsOf(request)('reason')}
            rows={3}
            isRequired
            problems={problems}
          />
          <button class="danger" type="submit" name="do" value="reject">
            {texts.reject}
          </button>
        </Form>
      </ProblemSummary>
    </>
  ))
}
