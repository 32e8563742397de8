// Actions on questions: asking, voting, withdrawing, answering, and moderating.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { displayName } from '../../kit/components/person.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Batches } from '../live/batches.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { answer, checked, liveContextOf, type OfMessage, type OfTalk, talkOf } from '../live/page-request.ts'
import { requireParticipant } from '../live/rights.ts'
import {
  askFromMessageOperation,
  changeQuestionOperation,
  mergeQuestionsOperation,
  revealAuthorOperation,
} from './moderation.ts'
import { askQuestionOperation, deleteQuestionOperation } from './questions.ts'
import { AnswerPost, QuestionMerge, QuestionPost, type QuestionState, QuestionUpdate } from './schema.ts'
import { countVotes, type Vote } from './votes.ts'

export type OfQuestion = { Params: { id: string; questionId: string } }

const inputOf = (request: FastifyRequest<OfQuestion>) => ({
  talk: talkOf(request),
  question: { by: 'id' as const, value: request.params.questionId },
})

const answerQuestions = (request: FastifyRequest<OfTalk>, reply: FastifyReply, value: object = {}) =>
  answer(request, reply, `/talks/${talkOf(request).value}#questions`, value)

/** Needs a signed-in user. */
export const questionRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services } = options
  const votes = new Batches((talk, waiting: readonly Vote[]) => countVotes(services, talk, waiting))

  site.post<OfTalk>(
    '/talks/:id/questions',
    { config: { operation: 'askQuestion' } },
    async (request, reply) => {
      const caller = callerOf(request)
      const field = fieldsOf(request)
      const { text, isAnonymous } = checked(request, QuestionPost, {
        text: field('text'),
        isAnonymous: field('anonymous') === 'yes',
      })
      const { response } = await execute(services, caller, askQuestionOperation, {
        talk: talkOf(request),
        author: { user: { by: 'id', value: caller.user.id } },
        text,
        isAnonymous,
      })
      return answerQuestions(request, reply, { id: response.id })
    },
  )

  site.post<OfTalk>(
    '/talks/:id/votes',
    { config: { operation: 'voteForQuestion' } },
    async (request, reply) => {
      const field = fieldsOf(request)
      const isOn = field('unvote') === ''
      const questionId = isOn ? field('vote') : field('unvote')
      if (!isId(questionId)) throw new Refusal('question_not_found')
      const { platform, user } = callerOf(request)
      // The votes of many people are counted together, by the system.
      requireParticipant({ platform }, user)
      const talk = { platformId: platform.id, id: talkOf(request).value }
      const voted = await votes.add(talk, { questionId, userId: user.id, isOn })
      return answerQuestions(request, reply, { ...voted, hasVoted: isOn })
    },
  )

  site.post<OfQuestion>(
    '/talks/:id/questions/:questionId/withdraw',
    { config: { operation: 'withdrawQuestion' } },
    async (request, reply) => {
      await execute(services, callerOf(request), deleteQuestionOperation, inputOf(request))
      return answerQuestions(request, reply)
    },
  )

  site.post<OfQuestion>(
    '/talks/:id/questions/:questionId/moderate',
    { config: { operation: 'moderateQuestion' } },
    async (request, reply) => {
      const state = fieldsOf(request)('state') as QuestionState
      const change = checked(request, QuestionUpdate, { state })
      await execute(services, callerOf(request), changeQuestionOperation, { ...inputOf(request), change })
      return answerQuestions(request, reply)
    },
  )

  site.post<OfQuestion>(
    '/talks/:id/questions/:questionId/answer',
    { config: { operation: 'answerQuestion' } },
    async (request, reply) => {
      const change = checked(request, AnswerPost, { answer: fieldsOf(request)('answer') || null })
      await execute(services, callerOf(request), changeQuestionOperation, {
        ...inputOf(request),
        change: { ...change, state: 'answered' },
      })
      return answerQuestions(request, reply)
    },
  )

  site.post<OfQuestion>(
    '/talks/:id/questions/:questionId/merge',
    { config: { operation: 'mergeQuestion' } },
    async (request, reply) => {
      const { talk, question } = inputOf(request)
      const into = fieldsOf(request)('into')
      const { questions: duplicateIds } = checked(request, QuestionMerge, { questions: [question.value] })
      await execute(services, callerOf(request), mergeQuestionsOperation, {
        talk,
        question: { by: 'id', value: into },
        duplicateIds,
      })
      return answerQuestions(request, reply)
    },
  )

  site.post<OfMessage>(
    '/talks/:id/messages/:messageId/question',
    { config: { operation: 'askFromMessage' } },
    async (request, reply) => {
      const { text } = checked(request, QuestionPost, {
        text: fieldsOf(request)('text'),
        isAnonymous: false,
      })
      const { response } = await execute(services, callerOf(request), askFromMessageOperation, {
        talk: talkOf(request),
        messageId: request.params.messageId,
        text,
      })
      return answerQuestions(request, reply, { id: response.id })
    },
  )

  site.post<OfQuestion>(
    '/talks/:id/questions/:questionId/author',
    { config: { operation: 'revealQuestionAuthor' } },
    async (request, reply) => {
      const { questions: texts } = messagesOf(request)
      const author = await execute(services, callerOf(request), revealAuthorOperation, inputOf(request))
      const { talk } = await liveContextOf(options, request)
      return sendLivePage(request, reply, { title: texts.page.title, talk }, () => (
        <p>{author === null ? texts.page.unknownAuthor : texts.page.author({ name: displayName(author) })}</p>
      ))
    },
  )
}
