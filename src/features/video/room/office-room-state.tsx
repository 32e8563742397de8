// The video rooms in their settings: the state of their port, their load, and a test of the connection.
import type { FastifyPluginAsync } from 'fastify'
import type { VNode } from 'preact'
import { requireAllowed } from '../../../kernel/http/guards/rate-limit.ts'
import { OperatorNotice } from '../../../kit/components/operator-note.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { callerOf, type SignedIn } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { hasOutsideRooms } from '../../platforms/rooms.ts'
import { JOINS_PER_MINUTE } from '../limits.ts'
import { hasSpace } from '../recordings/recordings.ts'
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

/** The state of the rooms, with the token for its forms. */
export async function readRoomState(
  running: WebOptions,
  caller: SignedIn,
  { formats, office }: Messages,
): Promise<(csrf: string) => VNode> {
  const { ownRooms, streams, redis, services } = running
  const { rooms: texts } = office.dashboard
  const { problem } = await streams.readPort()
  const { id: platformId, settings } = caller.platform
  const recorded = await services.store.read(recordingTotals({ platformId }))
  const { recordingsGb } = settings
  return (csrf) => (
    <section class="panel">
      <h2>{texts.title}</h2>
      <VideoRooms
        port={ownRooms.port}
        figures={ownRooms.figures}
        isOutside={hasOutsideRooms(settings)}
        isShared={redis !== undefined}
        csrf={csrf}
      />
      {recorded.count > 0 ? (
        <p>
          {texts.recordings({ count: recorded.count, size: formats.fileSize(recorded.bytes) })}{' '}
          {recordingsGb === null ? null : texts.space({ size: formats.fileSize(recordingsGb * 1e9) })}
        </p>
      ) : null}
      {hasSpace(settings, recorded) ? null : <p class="notice warning">{office.recordings.full}</p>}
      {problem ? (
        <OperatorNotice
          text={texts.streamsFailed({ problem })}
          advice={office.settings.operator.streamPort}
        />
      ) : null}
    </section>
  )
}

type Props = { port: MediaPort; figures: RoomFigures; isOutside: boolean; isShared: boolean; csrf: string }

function VideoRooms({ port: { isOpen, port, problem }, figures, isOutside, isShared, csrf }: Props) {
  const { office, formats } = useMessages()
  const texts = office.dashboard.rooms
  const shown = String(port)
  const { rooms, publishers, viewers, megabitsIn, megabitsOut } = figures
  return (
    <>
      {isOutside ? <p class="quiet">{texts.outside}</p> : null}
      {problem ? (
        <OperatorNotice
          text={texts.failed({ port: shown, problem })}
          advice={office.settings.operator.mediaPort}
        />
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
        class="with-scripts"
        data-connection-test={CONNECTION_TEST}
        data-csrf={csrf}
        data-testing={texts.testing}
        data-udp={texts.udp}
        data-tcp={texts.tcp}
        data-blocked={port === 0 ? texts.blockedAny : texts.blocked({ port: shown })}
        data-failed={texts.testFailed}
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
