// Settings > Video rooms: the location of embedded talks, and the key that signs tokens for people in them.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../kernel/changes/errors.ts'
import { Choice, Field, Form, Switch } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { check, problemsOf } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { numberOf, optionalText } from '../../kit/office/form-values.ts'
import { ROOM_SETTINGS } from '../../kit/office/paths.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendSettingsPage } from '../platforms/office-settings-layout.tsx'
import { hasOutsideRooms } from '../platforms/rooms.ts'
import { PlatformChange, type RoomProvider, roomProviders } from '../platforms/schema.ts'
import { readRoomState } from './room/office-room-state.tsx'
import { type RoomChange, saveRooms } from './room-settings.ts'
import { type RoomsTest, testRooms } from './room-test.ts'

const MAX_KEY_LENGTH = 10_000

export const roomSettingsRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get('/settings/rooms', { config: { operation: 'roomSettingsPage' } }, (request, reply) => {
    return sendRooms(options, request, reply, { values: savedValues(request) })
  })

  office.post('/settings/rooms', { config: { operation: 'saveRoomSettings' } }, async (request, reply) => {
    const field = fieldsOf(request)
    const values: RoomChange = {
      roomAddress: optionalText(field('roomAddress')),
      provider: field('provider') as RoomProvider,
      appId: optionalText(field('appId').trim()),
      keyId: optionalText(field('keyId').trim()),
      recordsTalks: field('recordsTalks') === 'on',
      recordingsGb: field('recordingsGb') === '' ? null : numberOf(field('recordingsGb')),
    }
    const key = field('key').trim()
    const { roomAddress, recordsTalks, recordingsGb, ...rooms } = values
    const body = { roomAddress, recordsTalks, recordingsGb, rooms: { ...rooms, keySavedAt: null } }
    const problems = check(messagesOf(request), PlatformChange, body).map(outside)
    if (key.length > MAX_KEY_LENGTH)
      problems.push({ pointer: '/key', code: 'too_long', limit: MAX_KEY_LENGTH, message: '' })
    if (problems.length === 0)
      await saveRooms(options.services, callerOf(request), { ...values, key }).catch((error) =>
        problems.push(...problemsOf(error)),
      )
    if (problems.length > 0) return sendRooms(options, request, reply.code(422), { values, problems })
    return reply.redirect(`${ROOM_SETTINGS}?done=saved`, 303)
  })

  office.post('/settings/rooms/test', { config: { operation: 'testRooms' } }, async (request, reply) => {
    const { platform } = callerOf(request)
    const test = await testRooms(options.services, platform)
    return sendRooms(options, request, reply, { values: savedValues(request), test })
  })
}

function savedValues(request: FastifyRequest): RoomChange {
  const { roomAddress, rooms, recordsTalks, recordingsGb } = callerOf(request).platform.settings
  return { roomAddress, ...rooms, recordsTalks, recordingsGb }
}

/** Moves a problem out of its group, because the form has no group of fields. */
const outside = (problem: Problem): Problem => ({
  ...problem,
  ...(problem.pointer === undefined ? {} : { pointer: problem.pointer.replace('/rooms/', '/') }),
})

type RoomsPage = { values: RoomChange; problems?: readonly Problem[]; test?: RoomsTest | undefined }

async function sendRooms(
  options: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { values, problems = [], test }: RoomsPage,
) {
  const caller = callerOf(request)
  const { settings } = caller.platform
  const { keySavedAt } = settings.rooms
  const roomState = await readRoomState(options, caller, messagesOf(request))
  const page = { tab: 'rooms', scripts: ['connection-test.js'], problems } as const
  return sendSettingsPage(options.services, request, reply, page, (csrf) => {
    return (
      <>
        {roomState(csrf)}
        <RoomForm {...{ csrf, values, problems, keySavedAt }} zone={zoneOf(request.visit)} />
        {hasOutsideRooms(settings) ? <Connection {...{ csrf, test }} /> : null}
      </>
    )
  })
}

type RoomFormProps = Required<Pick<RoomsPage, 'values' | 'problems'>> & {
  csrf: string
  keySavedAt: number | null
  zone: string
}

function RoomForm({ csrf, values, problems, keySavedAt, zone }: RoomFormProps) {
  const { office, time } = useMessages()
  const { rooms: texts } = office
  const at = (name: Exclude<keyof RoomChange, 'recordsTalks' | 'recordingsGb'>) => ({
    ...{ name, value: values[name], problems },
  })
  return (
    <Form action={ROOM_SETTINGS} csrf={csrf}>
      <p>{texts.intro}</p>
      <Group>
        <Choice
          label={texts.provider}
          options={roomProviders.map((provider) => [provider, texts.providers[provider]] as const)}
          hint={texts.providerHint}
          {...at('provider')}
        />
        <Field label={texts.roomAddress} hint={texts.roomAddressHint} {...at('roomAddress')} />
      </Group>
      <Group title={texts.tokens}>
        <Field label={texts.appId} hint={texts.appIdHint} {...at('appId')} />
        <Field label={texts.keyId} hint={texts.keyIdHint} {...at('keyId')} />
        <Field
          name="key"
          label={texts.key}
          rows={4}
          autocomplete="off"
          hint={
            <>
              {texts.keyHint}{' '}
              {keySavedAt === null ? null : texts.keySaved({ time: time.day(keySavedAt, zone) })}
            </>
          }
          problems={problems}
        />
      </Group>
      <Group title={texts.recordings}>
        <Switch
          name="recordsTalks"
          label={texts.recordsTalks}
          hint={texts.recordsTalksHint}
          isOn={values.recordsTalks}
        />
        <Field
          name="recordingsGb"
          label={texts.recordingsGb}
          type="number"
          value={values.recordingsGb ?? ''}
          hint={texts.recordingsGbHint}
          problems={problems}
        />
      </Group>
      <SaveBar />
    </Form>
  )
}

/** Tests the saved settings, and shows the result. */
function Connection({ csrf, test }: { csrf: string; test: RoomsTest | undefined }) {
  const { test: texts } = useMessages().office.rooms
  return (
    <section>
      <h2>{texts.heading}</h2>
      <p>{texts.intro}</p>
      {test ? <TestResult test={test} /> : null}
      <Form action={`${ROOM_SETTINGS}/test`} csrf={csrf}>
        <div class="actions">
          <button type="submit">{texts.run}</button>
        </div>
      </Form>
    </section>
  )
}

function TestResult({ test: { host, reached, signs } }: { test: RoomsTest }) {
  const { test: texts } = useMessages().office.rooms
  const isReached = 'status' in reached && reached.status < 400
  return (
    <div role="status">
      <p class={isReached ? 'notice success' : 'notice warning'}>
        {'problem' in reached
          ? texts.problems[reached.problem]({ host, code: reached.code })
          : isReached
            ? texts.answers({ host, status: String(reached.status) })
            : texts.fails({ host, status: String(reached.status) })}
      </p>
      {signs === null ? null : (
        <p class={signs ? 'notice success' : 'notice warning'}>{signs ? texts.signs : texts.cannotSign}</p>
      )}
    </div>
  )
}
