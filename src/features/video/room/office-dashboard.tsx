// The video rooms on the dashboard: the state of their port, their load, and a test of the connection.
import type { FastifyPluginAsync } from 'fastify'
import { requireAllowed } from '../../../kernel/http/guards/rate-limit.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { ReadDashboard } from '../../../kit/office/dashboard.ts'
import { ROOM_SETTINGS } from '../../../kit/office/paths.ts'
import { callerOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { hasOutsideRooms } from '../../platforms/rooms.ts'
import { JOINS_PER_MINUTE } from '../limits.ts'
import { recordingTotals } from '../recordings/recordings-store.ts'
import type { MediaPort } from './media-thread.ts'
import type { RoomFigures } from './rooms.ts'

const CONNECTION_TEST = '/backoffice/connection-test'

export const connectionTestRoutes: FastifyPluginAsync<WebOptions> = async (office, { ownRooms, limiter }) => {
  office.post('/connection-test', { config: { operation: 'testConnection' } }, async (request, reply) => {
    await requireAllowed(limiter, `room:${callerOf(request).user.id}`, JOINS_PER_MINUTE)
    const answer = await ownRooms.test(fieldsOf(request)('offer'))
    return reply.code(201).type('application/sdp').send(answer)
  })
}

export const readDashboard: ReadDashboard = async (services, caller, { messages, running }) => {
  if (caller.platform.settings.format === 'on_site') return { panels: [] }
  const { ownRooms, streams, redis } = running
  const { rooms: texts } = messages.office.dashboard
  const { problem } = await streams.readPort()
  const recorded = await services.store.read(recordingTotals({ platformId: caller.platform.id }))
  return {
    scripts: ['connection-test.js'],
    panels: [
      {
        place: 'side',
        title: texts.title,
        content: (csrf) => (
          <>
            <VideoRooms
              port={ownRooms.port}
              figures={ownRooms.figures}
              isOutside={hasOutsideRooms(caller.platform.settings)}
              isShared={redis !== undefined}
              csrf={csrf}
            />
            {recorded && recorded.count > 0 ? (
              <p>
                {texts.recordings({
                  count: recorded.count,
                  size: messages.formats.fileSize(recorded.bytes),
                })}
              </p>
            ) : null}
            {problem ? <p class="notice warning">{texts.streamsFailed({ problem })}</p> : null}
          </>
        ),
      },
    ],
  }
}

type Props = { port: MediaPort; figures: RoomFigures; isOutside: boolean; isShared: boolean; csrf: string }

function VideoRooms({ port: { isOpen, port, problem }, figures, isOutside, isShared, csrf }: Props) {
  const { office, formats } = useMessages()
  const texts = office.dashboard.rooms
  const shown = String(port)
  const { rooms, publishers, viewers, megabitsIn, megabitsOut } = figures
  return (
    <>
      {isOutside ? (
        <p class="quiet">{texts.outside({ settings: (text) => <a href={ROOM_SETTINGS}>{text}</a> })}</p>
      ) : null}
      {problem ? (
        <p class="notice warning">{texts.failed({ port: shown, problem })}</p>
      ) : (
        <p>
          {isOpen
            ? texts.listening({ port: shown })
            : port === 0
              ? texts.closedAny
              : texts.closed({ port: shown })}
        </p>
      )}
      <p>
        {texts.load({
          ...{ rooms, publishers, viewers },
          in: formats.number(round(megabitsIn)),
          out: formats.number(round(megabitsOut)),
        })}
      </p>
      {isShared ? <p class="quiet">{texts.ofProcess}</p> : null}
      <div
        data-connection-test={CONNECTION_TEST}
        data-csrf={csrf}
        data-testing={texts.testing}
        data-udp={texts.udp}
        data-tcp={texts.tcp}
        data-blocked={port === 0 ? texts.blockedAny : texts.blocked({ port: shown })}
        data-failed={texts.testFailed}
        hidden
      >
        <p class="actions">
          <button type="button">{texts.test}</button>
        </p>
        <p role="status"></p>
      </div>
    </>
  )
}

const round = (megabits: number): number => Math.round(megabits * 10) / 10
