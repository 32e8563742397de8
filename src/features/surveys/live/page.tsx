// The page with the open surveys about the whole event.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Empty } from '../../../kit/components/empty.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { messagesOf } from '../../../kit/pages/visit.ts'
import { sendLivePage } from '../../live/page-live.tsx'
import type { EventSurvey } from './event-surveys.ts'

export function sendSurveysPage(request: FastifyRequest, reply: FastifyReply, found: readonly EventSurvey[]) {
  const { surveys: texts } = messagesOf(request)
  return sendLivePage(request, reply, { title: texts.heading, talk: null, path: '/surveys' }, () =>
    found.length === 0 ? (
      <Empty
        icon="chart-no-axes-column"
        advice={texts.noneOpenAdvice({ agenda: (text) => <a href="/agenda">{text}</a> })}
      >
        {texts.noneOpen}
      </Empty>
    ) : (
      <EventSurveys found={found} />
    ),
  )
}

function EventSurveys({ found }: { found: readonly EventSurvey[] }) {
  const { surveys: texts } = useMessages()
  return (
    <ul class="survey-cards">
      {found.map(({ survey: { id, title, description, anonymous }, hasAnswered }) => (
        <li>
          <h2>
            <a dir="auto" href={`/surveys/${id}`}>
              {title}
            </a>
          </h2>
          {description ? <p dir="auto">{description}</p> : null}
          {hasAnswered || anonymous ? (
            <p class="survey-marks">
              {hasAnswered ? <span class="badge success">{texts.answeredMark}</span> : null}
              {anonymous ? <span class="badge">{texts.anonymous}</span> : null}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
