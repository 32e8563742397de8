// The routes of the timetable editor: its page, the review of changes, and their publication.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { invalidData } from '../../kernel/changes/errors.ts'
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { zonedTime } from '../../kernel/lib/time/instants.ts'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf, withQuery } from '../../kit/office/query-string.ts'
import { fragmentHtml } from '../../kit/pages/fragment.tsx'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { isUnannounced } from '../talks/announcements.ts'
import { type Choice, countToldOfMoves, publishMoves, type Review, reviewMoves } from './moves.ts'
import { TimetablePage } from './office-page.tsx'
import { TIMETABLE } from './office-paths.ts'
import { ReviewForm, reviewTitle } from './office-review.tsx'
import { type Move, Moves } from './schema.ts'
import { chooseDay, readTimetable } from './timetable.ts'

export const timetableRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get('/timetable', { config: { operation: 'timetablePage' } }, (request, reply) =>
    sendTimetable(options, request, reply),
  )

  office.post('/timetable/review', { config: { operation: 'reviewTimetable' } }, async (request, reply) => {
    const review = await reviewMoves(services, callerOf(request), readMoves(request))
    const told = await countToldOfMoves(services, callerOf(request), review)
    const form = <ReviewForm {...reviewProps(request, review)} told={told} csrf={reply.generateCsrf()} />
    return reply.type('text/html; charset=utf-8').send(fragmentHtml(form, request.visit.language))
  })

  office.post('/timetable', { config: { operation: 'publishTimetable' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const choices = (id: string) => choiceOf(field(`keep/${id}`))
    const result = await publishMoves(services, callerOf(request), readMoves(request), {
      choices,
      isUnannounced: isUnannounced(field),
    })
    if (result.status === 'published')
      return reply.redirect(
        withQuery(TIMETABLE, { day: field('day') || undefined, published: String(result.count) }),
        303,
      )
    const { review } = result
    const told = await countToldOfMoves(services, callerOf(request), review)
    const title = reviewTitle(messagesOf(request), review)
    return sendOfficePage(request, reply.code(409), { title, styles: ['timetable-dialogs.css'] }, (csrf) => (
      <>
        <h1>{title}</h1>
        <ReviewForm {...reviewProps(request, review)} told={told} field={field} csrf={csrf} />
      </>
    ))
  })
}

async function sendTimetable({ services }: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const caller = callerOf(request)
  const { timezone: zone, firstDay, lastDay } = caller.platform.settings
  const timetable = await readTimetable(services, caller, { zone, firstDay, lastDay })
  const query = queryOf(request)
  const today = dayOf(services.clock.now(), zone)
  const day = chooseDay(timetable, { asked: query('day') ?? '', today })
  const { title } = messagesOf(request).office.timetable
  const assets = {
    scripts: ['timetable-editor.js'],
    styles: ['timetable-editor.css', 'timetable-day.css', 'timetable-dialogs.css'],
  }
  const dates = { zone, firstDay, lastDay }
  const published = query('published')
  return sendOfficePage(request, reply, { title, ...assets }, (csrf) => (
    <TimetablePage
      {...{ timetable, day, dates, csrf, language: request.visit.language }}
      owner={`${caller.platform.id}/${caller.user.id}`}
      published={published === undefined ? undefined : Number(published)}
    />
  ))
}

/** The moves of the form. Their starts are local times of the platform. */
function readMoves(request: FastifyRequest): Move[] {
  const zone = request.visit.platform.settings.timezone
  let sent: unknown
  try {
    sent = JSON.parse(fieldsOf(request)('changes'))
  } catch {
    // The schema refuses it.
  }
  const moves = Array.isArray(sent) ? sent.map((move) => withInstant(move, zone)) : sent
  const problems = check(messagesOf(request), Moves, moves)
  if (problems.length > 0) throw invalidData(problems)
  // The schema has accepted them.
  return moves as Move[]
}

const withInstant = (move: unknown, zone: string): unknown =>
  typeof move === 'object' && move !== null && 'start' in move && typeof move.start === 'string'
    ? { ...move, start: zonedTime(move.start, zone) }
    : move

const choiceOf = (text: string): Choice | undefined =>
  text === 'mine' || text === 'theirs' ? text : undefined

const reviewProps = (request: FastifyRequest, review: Review) => ({
  review,
  zone: request.visit.platform.settings.timezone,
  day: fieldsOf(request)('day'),
})
