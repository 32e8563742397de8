// The recording of a talk in the Back Office.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { execute } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { ConfirmPage } from '../../../kit/office/confirm-page.tsx'
import { Crumb, DoneNotice } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { ROOM_SETTINGS } from '../../../kit/office/paths.ts'
import { queryOf } from '../../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { captionsPagePath } from '../captions/office-captions.tsx'
import type { RecordingRow } from '../tables.ts'
import { canBeRecorded, hasSpace, removeRecordingOperation } from './recordings.ts'
import { recordingOf, recordingTotals } from './recordings-store.ts'

type Ids = { Params: { id: string } }

export const recordingPagePath = (talkId: string): string => `/backoffice/talks/${talkId}/recording`

export const recordingOfficeRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const readTalk = async (request: FastifyRequest<Ids>): Promise<TalkRow> => {
    const { platform } = callerOf(request)
    const reference = { platformId: platform.id, by: 'id', value: request.params.id } as const
    const talk = await services.store.read(talkObjects.find(reference))
    if (!talk || !canBeRecorded(talk)) throw new Refusal('not_found')
    return talk
  }
  const readRecording = async (talkId: string): Promise<RecordingRow | undefined> => {
    const recording = await services.store.read(recordingOf({ talkId }))
    return recording?.isRemoved ? undefined : recording
  }

  office.get<Ids>(
    '/talks/:id/recording',
    { config: { operation: 'recordingPage' } },
    async (request, reply) => {
      const talk = await readTalk(request)
      const recording = await readRecording(talk.id)
      const { title } = messagesOf(request).office.recordings
      const { id: platformId, settings } = callerOf(request).platform
      const isFull = !hasSpace(settings, await services.store.read(recordingTotals({ platformId })))
      const { recordsTalks: isOn, retention } = settings
      const view = { talk, recording, isOn, isFull, days: retention.recordings }
      return sendOfficePage(request, reply, { title }, () => (
        <>
          <Crumb href={`/backoffice/talks/${talk.id}`} text={talk.title} />
          <h1>{title}</h1>
          <DoneNotice what={queryOf(request)('done')} />
          <Recording {...view} zone={zoneOf(request.visit)} />
        </>
      ))
    },
  )

  office.get<Ids>(
    '/talks/:id/recording/delete',
    { config: { operation: 'recordingDeletionPage' } },
    async (request, reply) => {
      const talk = await readTalk(request)
      if (!(await readRecording(talk.id))) throw new Refusal('not_found')
      const { deletion: texts } = messagesOf(request).office.recordings
      const path = recordingPagePath(talk.id)
      return sendOfficePage(request, reply, { title: texts.title }, (csrf) => (
        <ConfirmPage
          {...{ csrf, intro: texts.intro, submit: texts.submit, cancel: path, action: `${path}/delete` }}
          head={
            <>
              <Crumb href={path} text={talk.title} />
              <h1>{texts.title}</h1>
            </>
          }
          isDanger
        />
      ))
    },
  )

  office.post<Ids>(
    '/talks/:id/recording/delete',
    { config: { operation: 'removeRecording' } },
    async (request, reply) => {
      const { id: talkId } = await readTalk(request)
      await execute(services, callerOf(request), removeRecordingOperation, { talkId })
      return reply.redirect(`${recordingPagePath(talkId)}?done=deleted`, 303)
    },
  )
}

type View = {
  talk: TalkRow
  recording: RecordingRow | undefined
  isOn: boolean
  /** Whether the platform has no space for more. */
  isFull: boolean
  /** How long recordings are kept; null for ever. */
  days: number | null
  zone: string
}

function Recording({ talk: { id, recordedAt, endAt }, recording, isOn, isFull, days, zone }: View) {
  const { office, formats, time } = useMessages()
  const { recordings: texts } = office
  const full = isOn && isFull ? <p class="notice warning">{texts.full}</p> : null
  if (!recording)
    return (
      full ?? (
        <p class="quiet">
          {isOn ? texts.none : texts.off({ settings: (text) => <a href={ROOM_SETTINGS}>{text}</a> })}
        </p>
      )
    )
  const size = formats.fileSize(recording.bytes)
  const duration = time.duration(Math.max(1, Math.round(recording.durationMs / MINUTE_MS)))
  return (
    <>
      {recordedAt === null ? (
        (full ?? <p>{texts.recording({ duration, size })}</p>)
      ) : (
        <p>{texts.recorded({ duration, size, talk: (text) => <a href={`/talks/${id}`}>{text}</a> })}</p>
      )}
      {days === null ? null : <p>{texts.keptUntil({ day: time.day(endAt + days * DAY_MS, zone) })}</p>}
      <p class="actions">
        <a class="button" href={captionsPagePath(id)}>
          {office.captions.title}
        </a>
        <a class="button" href={`${recordingPagePath(id)}/delete`}>
          {texts.delete}
        </a>
      </p>
    </>
  )
}
